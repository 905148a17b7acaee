// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pith {

/// The range to which bounded_exp clamps its argument: exp lies between 3e-308 and 3e307 there.
inline double exp_argument(double x) {
  constexpr double most = 708;
  x = x < -most ? -most : x;
  return x > most ? most : x;
}

/// exp(x) for x between -708 and 708, without a branch, so that compilers turn loops over it into
/// vector code; relative error below 4e-16.
///
/// x = k log 2 + r with |r| <= log(2)/2; the Taylor series of exp(r) to degree 13 leaves less than
/// 1e-17; k is added to the exponent.
inline double exp_inside(double x) {
  constexpr double log2_high = 0x1.62e42fee00000p-1;  // 21 trailing zero bits: k times it is exact
  constexpr double log2_low = 0x1.a39ef35793c76p-33;
  // Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits.
  constexpr double rounder = 0x1.8p52;
  const double shifted = x * 0x1.71547652b82fep0 + rounder;
  const double k = shifted - rounder;
  const double r = (x - k * log2_high) - k * log2_low;
  double p = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r * r + r;
  p += 1.0;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(p) +
                               (std::bit_cast<std::uint64_t>(shifted) << 52U));
}

/// exp(x) with x clamped to [-708, 708]. x must not be NaN.
inline double bounded_exp(double x) {
  return exp_inside(exp_argument(x));
}

/// bounded_exp of each value, in place. Uses two loops, because compilers do not vectorise one loop
/// with both steps.
inline void bounded_exp(std::span<double> values) {
  double* const value = values.data();
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i)
    value[i] = exp_argument(value[i]);
  for (std::size_t i = 0; i < count; ++i)
    value[i] = exp_inside(value[i]);
}

}  // namespace pith
