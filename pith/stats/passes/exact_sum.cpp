// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pith {
inline namespace stats {
namespace {

constexpr int half_bits = 39;
constexpr std::int64_t largest = std::int64_t{1} << half_bits;

/// 2^-exponent in two factors, since the exponent may be below -1023.
struct Scale {
  explicit Scale(int exponent)
      : first(std::ldexp(1.0, -(exponent / 2))),
        second(std::ldexp(1.0, -(exponent - exponent / 2))) {}

  double first;
  double second;
};

std::int64_t rounded(double steps) {
  constexpr auto limit = static_cast<double>(largest);
  // A comparison that NaN fails, too.
  const double inside = steps > -limit ? (steps < limit ? steps : limit) : -limit;
  // Adding 1.5 * 2^52 rounds to an integer, ties to even, and leaves it in the low bits. Vectors
  // need no conversion then.
  constexpr double shift = 0x1.8p52;
  return std::bit_cast<std::int64_t>(inside + shift) - std::bit_cast<std::int64_t>(shift);
}

/// The integer nearest to sum / count.
ExactSum nearest_mean(const GridMoments& moments) {
  const auto count = static_cast<ExactSum>(moments.count);
  const ExactSum half = count / 2;
  return (moments.sum >= 0 ? moments.sum + half : moments.sum - half) / count;
}

}  // namespace

Grid grid_of(double min, double max) {
  if (!(min < max)) return {.origin = min, .exponent = 0};
  const double origin = std::clamp(min / 2 + max / 2, min, max);
  const double half = std::max(max - origin, origin - min);
  // half = m 2^e with 0.5 <= m < 1, so half is below 2^39 steps of 2^(e - 39); at m = 0.5 steps of
  // half that size do.
  int exponent = 0;
  const double fraction = std::frexp(half, &exponent);
  exponent -= half_bits + (fraction == 0.5 ? 1 : 0);
  return {.origin = origin, .exponent = exponent};
}

std::int64_t on_grid(const Grid& grid, double value) {
  const Scale scale(grid.exponent);
  return rounded((value - grid.origin) * scale.first * scale.second);
}

void on_grid(const Grid& grid, std::span<const double> values, std::int64_t* out) {
  const Scale scale(grid.exponent);
  std::transform(values.begin(), values.end(), out, [&](double value) {
    return rounded((value - grid.origin) * scale.first * scale.second);
  });
}

double GridMoments::mean() const {
  if (count == 0) return 0;
  const ExactSum whole = nearest_mean(*this);
  const ExactSum rest = sum - whole * static_cast<ExactSum>(count);
  return static_cast<double>(whole) + static_cast<double>(rest) / static_cast<double>(count);
}

double GridMoments::deviation() const {
  return centred_product(squares, *this, *this);
}

double mean_difference(const GridMoments& these, const GridMoments& others) {
  if (these.count == 0 || others.count == 0) return 0;
  // Relative to the nearest integer of one mean, the other sum is at most 2^73, and each count at
  // most 2^33.
  const ExactSum centre = nearest_mean(others);
  const auto count = static_cast<ExactSum>(these.count);
  const auto other_count = static_cast<ExactSum>(others.count);
  const ExactSum sum = these.sum - centre * count;
  const ExactSum rest = others.sum - centre * other_count;
  return static_cast<double>(sum * other_count - rest * count) /
         (static_cast<double>(these.count) * static_cast<double>(others.count));
}

double centred_product(ExactSum products, const GridMoments& q, const GridMoments& r) {
  if (q.count == 0) return 0;
  // About integers next to the means everything is exact; what is left of the means is below half
  // a step each, and its product is at most count / 4.
  const auto count = static_cast<ExactSum>(q.count);
  const ExactSum a = nearest_mean(q);
  const ExactSum b = nearest_mean(r);
  const ExactSum about = products - a * r.sum - b * q.sum + count * a * b;
  const ExactSum correction = (q.sum - a * count) * (r.sum - b * count);
  const ExactSum whole = correction / count;
  const ExactSum rest = correction - whole * count;
  return static_cast<double>(about - whole) -
         static_cast<double>(rest) / static_cast<double>(count);
}

}  // namespace stats
}  // namespace pith
