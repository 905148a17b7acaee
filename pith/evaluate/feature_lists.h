// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// Several lists of features, such as one from each resample; a list has its best feature first and
/// no feature twice. Where only membership counts, a list is a set. Refers to the features of the
/// caller, which must outlive it.
class FeatureLists {
 public:
  /// `features` is how many there are to choose from. Throws Error(bad_argument) when a list has a
  /// feature beyond these, or one twice.
  FeatureLists(std::vector<std::span<const Feature>> lists, std::size_t features);
  FeatureLists(std::span<const std::vector<Feature>> lists, std::size_t features);

  std::size_t count() const { return lists_.size(); }
  std::size_t features() const { return features_; }
  std::span<const Feature> operator[](std::size_t list) const { return lists_[list]; }

  /// Whether there are at least two lists, and all are of one length.
  bool are_alike() const;
  /// Of the first list; 0 where there is none.
  std::size_t length() const { return lists_.empty() ? 0 : lists_.front().size(); }
  /// In how many lists each feature is.
  std::vector<std::size_t> counts() const;

 private:
  std::vector<std::span<const Feature>> lists_;
  std::size_t features_;
};

/// How often a feature was selected.
struct Frequency {
  Feature feature = 0;
  std::size_t selected = 0;  ///< in how many lists it is
  double mean_rank = 0;      ///< its mean place in these, from 1
};

/// The features that are in at least one list: most often selected first, then best mean rank, then
/// lowest column.
std::vector<Frequency> frequencies(const FeatureLists& lists);

}  // namespace pith
