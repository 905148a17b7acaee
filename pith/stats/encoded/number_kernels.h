// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace pith {
inline namespace stats {

/// What some numbers are, NaN apart.
struct NumberScan {
  double min = std::numeric_limits<double>::infinity();  ///< never -0
  double max = -std::numeric_limits<double>::infinity();
  std::size_t present = 0;   ///< that are not NaN
  bool are_integers = true;  ///< of at most 2^53 in magnitude
};
NumberScan scan_numbers(std::span<const double> numbers);

/// A hash of a number: three rounds of products of its halves, which vectors compute as well. The
/// two zeros have the same hash.
constexpr std::uint64_t number_hash(double number) {
  constexpr std::uint64_t low = 0xFFFFFFFF;
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);
  std::uint64_t hash = bits;
  for (const std::uint64_t key : {0x9E3779B97F4A7C15U, 0xC2B2AE3D27D4EB4FU, 0x165667B19E3779F9U}) {
    const std::uint64_t mixed = hash ^ key;
    hash = (mixed & low) * (mixed >> 32U) + (bits ^ (hash << 1U));
    hash ^= hash >> 29U;
  }
  return hash;
}
/// The sum of the hashes of the numbers that are not NaN, modulo 2^64.
std::uint64_t number_hash_sum(std::span<const double> numbers);

/// Whether each number that is not NaN differs from `origin` by a multiple of `step`, which is not
/// 0. All are integers of at most 2^52 in magnitude.
bool are_multiples(std::span<const double> numbers, double origin, double step);

/// The number of `values` (ascending) that are below `bound`, without a branch that depends on it.
inline std::size_t count_below(std::span<const double> values, double bound) {
  const double* first = values.data();
  for (std::size_t size = values.size(); size > 0;) {
    const std::size_t half = (size + 1) / 2;
    first += half & (std::size_t{0} - static_cast<std::size_t>(first[half - 1] < bound));
    size -= half;
  }
  return static_cast<std::size_t>(first - values.data());
}

/// out[i] = the number of cuts (ascending) strictly below numbers[i], or `missing` where that is
/// NaN. The cost is proportional to the number of cuts if there are few, else to its logarithm.
void codes_by_cuts(std::span<const double> numbers, std::span<const double> cuts,
                   std::uint32_t missing, std::uint32_t* out);

}  // namespace stats
}  // namespace pith
