// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "pith/stats/encoded/encoding.h"

namespace pith {
inline namespace stats {

/// A sum of products of integers: exact, whatever the order. 2^33 products of numbers on a grid
/// fit.
__extension__ using ExactSum = __int128;  // both compilers have it on 64-bit machines

/// The grid for values in [min, max], which are finite: the finest power of two on which every
/// value is at most 2^39 steps from the middle. A constant has exponent 0, so that it is 0
/// everywhere.
Grid grid_of(double min, double max);
/// The integer of a value in that range: the nearest, and of two the even one.
std::int64_t on_grid(const Grid& grid, double value);
/// The same for many values; one that is not finite becomes any integer of at most 2^39 in
/// magnitude.
void on_grid(const Grid& grid, std::span<const double> values, std::int64_t* out);

/// Count, sum and sum of squares of integers on a grid.
struct GridMoments {
  std::uint64_t count = 0;
  ExactSum sum = 0;
  ExactSum squares = 0;

  void add(const GridMoments& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }
  /// In units of the grid, relative to its origin; correctly rounded but for the last digit.
  double mean() const;
  /// The sum of (q - mean)^2 in squared units of the grid; exactly 0 if all are equal.
  double deviation() const;
  bool operator==(const GridMoments&) const = default;
};

/// The mean of some integers relative to that of others, in units of the grid. All cancellation
/// happens in integers.
double mean_difference(const GridMoments& these, const GridMoments& others);

/// Sum of (q - mean q)(r - mean r) of two features, from the sum of their products and their own
/// moments over the same rows. All cancellation happens in integers.
double centred_product(ExactSum products, const GridMoments& q, const GridMoments& r);

}  // namespace stats
}  // namespace pith
