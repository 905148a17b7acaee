// SPDX-License-Identifier: Apache-2.0
#include "pith/base/elementary.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace pith::portable {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double log2_high = 0x1.62e42fee00000p-1;  // times an exponent it is exact
constexpr double log2_low = 0x1.a39ef35793c76p-33;

/// Numbers from about sqrt(1/2) to sqrt(2) in 128 parts, each with a centre of eight bits; 1 is the
/// centre of its own, so that logarithms near 0 are accurate.
constexpr unsigned part_bits = 45;
constexpr std::size_t parts = 128;
constexpr std::uint64_t one = 0x3ff0000000000000;
constexpr std::uint64_t lowest = one - (std::uint64_t{149} << (part_bits - 1));

struct Centre {
  double value;
  double inverse;
  double log;
};

/// 2 atanh(s) with s = f / (2 + f) for f = c - 1, at compile time.
constexpr double log_near_one(double c) {
  const double f = c - 1;
  const double s = f / (2 + f);
  double series = 0;
  for (int j = 12; j > 0; --j)
    series = (series + 2.0 / (2 * j + 1)) * (s * s);
  const double half_square = 0.5 * f * f;
  return f - (half_square - s * (half_square + series));
}

constexpr std::array<Centre, parts> make_centres() {
  std::array<Centre, parts> made{};
  for (std::size_t i = 0; i < parts; ++i) {
    const double c =
        std::bit_cast<double>(lowest + (2 * i + 1) * (std::uint64_t{1} << (part_bits - 1)));
    made[i] = {c, 1 / c, log_near_one(c)};
  }
  return made;
}
constexpr std::array<Centre, parts> centres = make_centres();

/// As exp_inside of pith/base/exponential.h, with a polynomial that is evaluated in halves
/// (Estrin), because a single chain would wait for every product.
double exp_in_halves(double x) {
  constexpr double rounder = 0x1.8p52;
  const double shifted = x * 0x1.71547652b82fep0 + rounder;
  const double k = shifted - rounder;
  const double r = (x - k * log2_high) - k * log2_low;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double p0 = 0.5 + r * (1.0 / 6);
  const double p1 = 1.0 / 24 + r * (1.0 / 120);
  const double p2 = 1.0 / 720 + r * (1.0 / 5040);
  const double p3 = 1.0 / 40320 + r * (1.0 / 362880);
  const double p4 = 1.0 / 3628800 + r * (1.0 / 39916800);
  const double p5 = 1.0 / 479001600 + r * (1.0 / 6227020800);
  const double series = (p0 + r2 * p1) + r4 * ((p2 + r2 * p3) + r4 * (p4 + r2 * p5));
  const double p = 1 + (r + r2 * series);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(p) +
                               (std::bit_cast<std::uint64_t>(shifted) << 52U));
}

}  // namespace

double exp(double x) {
  constexpr double most = 708;
  if (x >= -most && x <= most) return exp_in_halves(x);
  if (std::isnan(x)) return x;
  if (x > 710) return infinity;
  if (x < -746) return 0;
  // In two factors, of which each is a normal number.
  const double half = x < 0 ? -600 : 600;
  return exp_in_halves(x - half) * exp_in_halves(half);
}

/// x = 2^k c (1 + r) with c the centre of a part; log(1 + r) by its series, |r| < 0.006.
double log(double x) {
  if (!(x > 0)) return x == 0 ? -infinity : std::numeric_limits<double>::quiet_NaN();
  if (x == infinity) return x;
  double k = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    k = -54;
  }
  const std::uint64_t above = std::bit_cast<std::uint64_t>(x) - lowest;
  k += static_cast<double>(static_cast<std::int64_t>(above) >> 52);
  const std::uint64_t within = above & 0xfffffffffffffU;
  const Centre& centre = centres[within >> part_bits];
  const double r = (std::bit_cast<double>(within + lowest) - centre.value) * centre.inverse;
  const double r2 = r * r;
  const double series = ((-1.0 / 2 + r * (1.0 / 3)) + r2 * (-1.0 / 4 + r * (1.0 / 5))) +
                        r2 * r2 * (-1.0 / 6 + r * (1.0 / 7));
  return (k * log2_high + centre.log) + (r + (r2 * series + k * log2_low));
}

double log1p(double x) {
  const double sum = 1 + x;
  const double kept = sum - 1;
  if (kept == 0) return x;
  // What the sum lost is put right to first order.
  return sum == infinity ? sum : log(sum) * (x / kept);
}

double expm1(double x) {
  const double power = exp(x);
  if (power == 1) return x;
  const double difference = power - 1;
  if (difference == -1 || power == infinity) return difference;
  return difference * (x / log(power));
}

double power(double x, double y) {
  return exp(y * log(x));
}

}  // namespace pith::portable
