// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {
inline namespace stats {

/// The scale in which distances between rows are measured.
enum class Scale {
  standard,  ///< features of variance 1
  raw,       ///< unscaled
  ranks,     ///< 2 * mean rank = #{< x} + #{<= x} + 1, of each feature separately
};

/// Features on an integer grid on which squared distances are exact: their numbers in the given
/// scale times a power of two, rounded. The power is the same for all features: the largest for
/// which squared distances over any `max_axes` features stay below 2^53. Integers that fit are not
/// scaled. Equal numbers stay equal; a feature whose numbers all round to one grid point does not
/// vary.
class GridColumns {
 public:
  /// All features must be numeric without missing values. Throws Error(resources) if the copy
  /// exceeds the memory limit.
  GridColumns(const Table& table, Scale scale, std::size_t max_axes, const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return start_.size(); }
  bool varies(Feature feature) const { return start_[feature] != none; }
  /// The numbers of a feature that varies.
  std::span<const double> column(Feature feature) const {
    return {&numbers_[start_[feature]], rows_};
  }
  /// The features that lose more than a quarter of their distinct numbers on the grid.
  const std::vector<Feature>& coarse() const { return coarse_; }
  /// Numbers times 2^exponent() are on the grid.
  int exponent() const { return exponent_; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  std::span<double> all() { return {numbers_.get(), size_}; }
  void choose_exponent(std::size_t max_axes);
  void round(const Context& context);

  Reservation held_;
  std::size_t rows_ = 0;
  std::vector<std::size_t> start_;     // of each feature in numbers_
  std::size_t size_ = 0;               // of numbers_
  std::unique_ptr<double[]> numbers_;  // NOLINT(*-avoid-c-arrays): may be those of FeatureVectors
  std::vector<Feature> coarse_;
  int exponent_ = 0;
};

}  // namespace stats
}  // namespace pith
