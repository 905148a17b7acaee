// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/differences.h"

namespace pith {
inline namespace geometry {

/// Distances from some rows to all rows, as defined by Differences, computed on a copy of the
/// features in strips of rows: two operations per pair of rows and feature. `float` takes half the
/// time and memory of `double`.
template <class Number>
class StripDistances {
 public:
  /// `differences` is not owned and must outlive this object. Throws Error(resources) if the copy
  /// exceeds the memory limit.
  StripDistances(const Differences& differences, const Context& context);

  std::size_t rows() const { return differences_.rows(); }
  /// The number of values that are written for one row, including padding.
  std::size_t stride() const { return strips_ * strip_rows; }
  /// The number of rows that `out` must have room for if `count` are queried.
  static std::size_t room(std::size_t count) {
    return (count + strip_rows - 1) / strip_rows * strip_rows;
  }
  /// A bound on the error of a distance.
  double error() const { return error_; }

  /// out[i * stride() + row] is the distance between asked[i] and `row`.
  void measure(std::span<const std::uint32_t> asked, std::span<double> out,
               const Context& context) const;

 private:
  void pack(const Context& context);
  void add_slice(const Differences::Slice& slice, std::span<const std::uint32_t> asked,
                 std::span<double> out) const;
  void add_missing_slice(const Differences::Slice& slice, std::span<const std::uint32_t> asked,
                         std::span<double> out) const;

  Reservation held_;
  const Differences& differences_;
  std::size_t strips_ = 0;
  std::vector<Differences::Slice> slices_;  // without missing values
  std::vector<Differences::Slice> missing_slices_;
  std::unique_ptr<Number[]> packed_;  // [slice][strip][feature][row]
  std::vector<double> sums_;          // of each row's numbers, as packed
  double error_ = 0;
};

extern template class StripDistances<float>;
extern template class StripDistances<double>;

/// Distances over this many features that differ by less than this unit count as equal. It is
/// larger than the usual rounding errors in double precision, and far too small to matter
/// otherwise.
double distance_unit(std::size_t features);

}  // namespace geometry
}  // namespace pith
