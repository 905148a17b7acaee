// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// Lists of features, e.g. one per resample. A list holds distinct features, best first; where only
/// membership matters, it is a set. The features are not owned and must outlive this object.
class FeatureLists {
 public:
  /// `features` is the number of features to choose from. Throws Error(bad_argument) if a list has
  /// a feature that does not exist or a duplicate.
  FeatureLists(std::vector<std::span<const Feature>> lists, std::size_t features);
  FeatureLists(std::span<const std::vector<Feature>> lists, std::size_t features);

  std::size_t count() const { return lists_.size(); }
  std::size_t features() const { return features_; }
  std::span<const Feature> operator[](std::size_t list) const { return lists_[list]; }

  /// Whether there are at least two lists, all of the same length.
  bool are_comparable() const;
  /// The length of the first list; 0 if there are no lists.
  std::size_t length() const { return lists_.empty() ? 0 : lists_.front().size(); }
  /// The number of lists that contain each feature.
  std::vector<std::size_t> counts() const;

 private:
  std::vector<std::span<const Feature>> lists_;
  std::size_t features_;
};

/// How often a feature was selected.
struct Frequency {
  Feature feature = 0;
  std::size_t selected = 0;  ///< number of lists that contain it
  double mean_rank = 0;      ///< mean rank in these lists, from 1
};

/// The features that are in at least one list, most frequent first. Ties go to the better mean
/// rank, then to the lower column.
std::vector<Frequency> frequencies(const FeatureLists& lists);

}  // namespace pith
