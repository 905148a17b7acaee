// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/learn/trees/split_kernels.h"

namespace pith {

/// The narrowest type that holds every value of a table exactly, or in the case of bytes its place
/// among at most 256 values of the feature.
enum class SplitType { bytes, floats, doubles };

/// What is known of the features before they are copied.
struct SplitPlan {
  SplitPlan(const Table& table, const Context& context);

  static constexpr std::size_t max_levels = 256;

  SplitType type = SplitType::bytes;
  /// What a group of rows may take, so that it stays in the second-level cache; 0: no groups.
  std::size_t group_bytes = std::size_t{1} << 20U;
  /// Where the type is bytes: the values of each feature that is not counted from a base, in
  /// ascending order, `stride` for each feature.
  std::vector<double> levels;
  std::size_t stride = 0;
  /// Where these are whole numbers without gaps: the first of them; else NaN.
  std::vector<double> bases;
  Reservation held;  ///< of both
};

/// Copies of some rows of a table for random splits.
template <class T>
class SplitValues {
 public:
  /// Throws Error(resources) if the copies exceed the memory limit.
  SplitValues(const Table& table, std::span<const std::uint32_t> rows, SplitPlan plan,
              const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return features_; }
  const T* column(Feature feature) const { return columns_.get() + feature * rows_; }
  /// Whether a feature varies over the rows.
  bool varies(Feature feature) const { return varies_[feature] != 0; }

  /// The values row by row, where small groups of rows are worth a copy; else null.
  const T* by_row() const { return by_row_.get(); }
  /// How many rows such a group may have.
  std::size_t group_rows() const { return group_rows_; }

  /// The largest value that goes left, for a threshold at share `u` of the way between two values
  /// of a feature. Both sides get one of the two.
  T limit(Feature feature, Extremes<T> between, double u) const;

 private:
  /// Of bytes: the place of a value among those of a feature.
  std::size_t place_of(Feature feature, double x) const;

  std::size_t rows_ = 0;
  std::size_t features_ = 0;
  std::size_t group_rows_ = 0;
  Reservation planned_;  // of the plan
  Reservation held_;     // of the copies
  std::size_t stride_ = 0;
  std::vector<double> levels_;  // stride_ for each feature
  std::vector<double> bases_;
  std::vector<char> varies_;
  std::unique_ptr<T[]> columns_;  // not vectors: they are filled by several threads, once
  std::unique_ptr<T[]> by_row_;
};

extern template class SplitValues<std::uint8_t>;
extern template class SplitValues<float>;
extern template class SplitValues<double>;

}  // namespace pith
