// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/data/table.h"

namespace pith {
inline namespace stats {

/// The length to which a centred feature is scaled.
enum class Length {
  as_it_is,
  unit,           ///< sum of w (x - m)^2 is 1
  unit_variance,  ///< mean of w (x - m)^2 is 1
};

/// The features of a table as vectors over its rows, each contiguous in memory:
///   v_r = sqrt(w_r) (x_r - m),  m = sum[r] w_r x_r / sum[r] w_r,
/// times a factor for the length. Differences from the first row are used, so a large offset loses
/// no precision. Constants are left out.
class FeatureVectors {
 public:
  /// All features must be numeric without missing values. Throws Error(resources) if the copy
  /// exceeds the memory limit.
  FeatureVectors(const Table& table, Length length, const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t size() const { return features_.size(); }
  /// The features of the vectors, ascending.
  const std::vector<Feature>& features() const { return features_; }
  /// size() x rows().
  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(numbers_.get(), size(), rows_);
  }
  /// The vectors, one after the other, and the reservation of their memory; leaves nothing.
  std::pair<Reservation, std::unique_ptr<double[]>> release() && {
    return {std::move(held_), std::move(numbers_)};
  }

 private:
  Reservation held_;
  std::size_t rows_ = 0;
  std::vector<Feature> features_;
  std::unique_ptr<double[]> numbers_;  // not a vector: it is filled by several threads, once
};

}  // namespace stats
}  // namespace pith
