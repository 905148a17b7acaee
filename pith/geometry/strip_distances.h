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

/// Distances of some rows to all rows, by the rules of Differences, from a copy of the features in
/// strips of rows: two operations per pair of rows and feature. `float` takes half of the time and
/// memory of `double`.
template <class Number>
class StripDistances {
 public:
  /// Refers to the differences. Throws Error(resources) where the copy is larger than the memory
  /// limit.
  StripDistances(const Differences& differences, const Context& context);

  std::size_t rows() const { return differences_.rows(); }
  /// Room for the distances of one row: so many are written.
  std::size_t stride() const { return strips_ * strip_rows; }
  /// Rows for which there must be room when `count` are asked for.
  static std::size_t room(std::size_t count) {
    return (count + strip_rows - 1) / strip_rows * strip_rows;
  }
  /// How far a distance may be off.
  double error() const { return error_; }

  /// out[i * stride() + row] is the distance of asked[i] to a row.
  void measure(std::span<const std::uint32_t> asked, std::span<double> out,
               const Context& context) const;

 private:
  void pack(const Context& context);
  void add_slice(const Differences::Slice& slice, std::span<const std::uint32_t> asked,
                 std::span<double> out) const;
  void add_gaps(const Differences::Slice& slice, std::span<const std::uint32_t> asked,
                std::span<double> out) const;

  const Differences& differences_;
  std::size_t strips_ = 0;
  std::vector<Differences::Slice> slices_;  // without gaps
  std::vector<Differences::Slice> gaps_;
  std::unique_ptr<Number[]> packed_;  // [slice][strip][feature][row]
  std::vector<double> sums_;          // of each row's numbers, as packed
  double error_ = 0;
};

extern template class StripDistances<float>;
extern template class StripDistances<double>;

/// The unit below which distances over so many features are equal: above what rounding usually does
/// to them in double precision, far below what it takes to matter.
double distance_unit(std::size_t features);

}  // namespace pith
