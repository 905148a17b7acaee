// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pith {
inline namespace stats {

/// Products of integers of at most 2^39 in magnitude, exact, by multiplications of doubles. An
/// integer is q = h 2^20 + l with |h|, |l| <= 2^19, and
///   q r = hh 2^40 + (ss - hh - ll) 2^20 + ll,  hh = h_q h_r, ll = l_q l_r, ss = (h + l)_q (h +
///   l)_r.
/// Each of the three is at most 2^40 in magnitude, so that sums of 8,192 of them are integers of at
/// most 2^53, which doubles represent: they are exact in any order, with fused additions or not.
inline constexpr std::size_t exact_rows = 8192;
/// The rows that are multiplied at a time; those of a group of pivots stay in the L1 cache.
inline constexpr std::size_t slice_rows = 256;
/// From one slice to the next; not a power of two, so that slices do not share sets of the cache.
inline constexpr std::size_t slice_stride = slice_rows + 8;
/// h, l and h + l.
inline constexpr std::size_t slices = 3;
/// The number of pivots that are multiplied with a feature together.
inline constexpr std::size_t slice_group = 4;
/// The largest number of doubles in a vector.
inline constexpr std::size_t slice_lanes = 8;
/// The doubles of the sums of one group: [pivot * slices + slice][lane].
inline constexpr std::size_t slice_sums = slice_group * slices * slice_lanes;

/// The number of features that are multiplied together, so that pivots are loaded once for them.
inline constexpr std::size_t slice_features = 2;

/// Which slices some integers need. Multiples of 2^20 have no low slice. Integers from -2^20 to
/// 2^20 - 1, such as ranks, are their own low slice and need no high one. A single slice is the
/// integer itself, in units of 2^20 or of 1.
struct UsedSlices {
  bool high = false;
  bool low = false;

  bool both() const { return high && low; }
  UsedSlices operator|(const UsedSlices& other) const {
    return {high || other.high, low || other.low};
  }
  bool operator==(const UsedSlices&) const = default;
};
/// Those of at most slice_rows integers. Also prefetches the slice_rows integers that follow.
UsedSlices used_slices(std::span<const std::int64_t> integers);

/// Writes the slices of at most slice_rows integers of a pivot, each padded with zeros to a whole
/// number of vectors: h, l and h + l, or the single slice. `used` has at least what they need.
void split_integers(std::span<const std::int64_t> integers, UsedSlices used, double* out);

/// The slices of a group of pivots and of the features that it is multiplied with. Single slices
/// need fewer products.
struct PairSlices {
  UsedSlices features = {.high = true, .low = true};
  UsedSlices pivots = {.high = true, .low = true};

  bool operator==(const PairSlices&) const = default;
};

/// Adds the sums over `rows` rows, at most slice_rows, of the products of one or two features with
/// a group of pivots to `sums`, slice_sums for each feature. The slices of a pivot begin
/// slice_stride after each other, pivots slices * slice_stride. With both slices on both sides, the
/// three sums of a pivot are hh, ll and ss; with both on one side they are the products of h and of
/// l with the single slice of the other, and nothing; else the product of the single slices, and
/// nothing.
void add_slice_products(std::span<const std::int64_t* const> features, const double* pivots,
                        std::size_t rows, PairSlices used, double* sums);

/// The sum of products of one pivot from its three sums of lanes; clears them.
__extension__ using SliceTotal = __int128;
SliceTotal take_slice_total(double* sums, PairSlices used);

}  // namespace stats
}  // namespace pith
