// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/vector_kernels.h"

#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/linalg/vector_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace linalg {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;

constexpr std::size_t sum_lanes = 16;
using Sums = std::array<double, sum_lanes>;

/// The number of vectors of sixteen lanes.
constexpr std::size_t vectors = sum_lanes / HWY_MIN(8, HWY_MAX_BYTES / sizeof(double));

HWY_INLINE double merged(Sums sums) {
  for (std::size_t half = sum_lanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i)
      sums[i] += sums[i + half];
  }
  return sums[0];
}

/// Adds term(i) for all i, where vector_term(i) has the terms from i on. Products are not fused, as
/// not every instruction set can.
template <class VectorTerm, class Term>
HWY_INLINE double sum_of(std::size_t count, const VectorTerm& vector_term, const Term& term) {
  const Doubles tag;
  constexpr std::size_t lanes = sum_lanes / vectors;
  Vector parts[vectors];
  for (Vector& part : parts)
    part = hn::Zero(tag);
  std::size_t i = 0;
  for (; i + sum_lanes <= count; i += sum_lanes) {
    for (std::size_t v = 0; v < vectors; ++v)
      parts[v] = hn::Add(parts[v], vector_term(i + v * lanes));
  }
  Sums sums{};
  for (std::size_t v = 0; v < vectors; ++v)
    hn::StoreU(parts[v], tag, sums.data() + v * lanes);
  for (std::size_t lane = 0; i < count; ++i, ++lane)
    sums[lane] += term(i);
  return merged(sums);
}

double dot_of_two(const double* x, const double* y, std::size_t count) {
  const Doubles tag;
  return sum_of(
      count,
      [&](std::size_t i) HWY_ATTR { return hn::Mul(hn::LoadU(tag, x + i), hn::LoadU(tag, y + i)); },
      [&](std::size_t i) { return x[i] * y[i]; });
}

double dot_of_three(const double* x, const double* y, const double* z, std::size_t count) {
  const Doubles tag;
  return sum_of(
      count,
      [&](std::size_t i) HWY_ATTR {
        return hn::Mul(hn::LoadU(tag, x + i),
                       hn::Mul(hn::LoadU(tag, y + i), hn::LoadU(tag, z + i)));
      },
      [&](std::size_t i) { return x[i] * (y[i] * z[i]); });
}

SlopeAndCurvature slope_and_curvature_of(const double* x, const double* r, const double* q,
                                         std::size_t count) {
  const Doubles tag;
  constexpr std::size_t lanes = sum_lanes / vectors;
  Vector slopes[vectors];
  Vector curvatures[vectors];
  for (std::size_t v = 0; v < vectors; ++v)
    slopes[v] = curvatures[v] = hn::Zero(tag);
  std::size_t i = 0;
  for (; i + sum_lanes <= count; i += sum_lanes) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const std::size_t at = i + v * lanes;
      const Vector numbers = hn::LoadU(tag, x + at);
      slopes[v] = hn::Add(slopes[v], hn::Mul(numbers, hn::LoadU(tag, r + at)));
      curvatures[v] =
          hn::Add(curvatures[v], hn::Mul(hn::Mul(numbers, numbers), hn::LoadU(tag, q + at)));
    }
  }
  Sums first{};
  Sums second{};
  for (std::size_t v = 0; v < vectors; ++v) {
    hn::StoreU(slopes[v], tag, first.data() + v * lanes);
    hn::StoreU(curvatures[v], tag, second.data() + v * lanes);
  }
  for (std::size_t lane = 0; i < count; ++i, ++lane) {
    first[lane] += x[i] * r[i];
    second[lane] += x[i] * x[i] * q[i];
  }
  return {merged(first), merged(second)};
}

void add_multiple_of(double factor, const double* x, double* y, std::size_t count) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  const Vector factors = hn::Set(tag, factor);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(hn::Add(hn::LoadU(tag, y + i), hn::Mul(factors, hn::LoadU(tag, x + i))), tag, y + i);
  for (; i < count; ++i)
    y[i] += factor * x[i];
}

}  // namespace HWY_NAMESPACE
}  // namespace linalg
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace linalg {

HWY_EXPORT(dot_of_two);
HWY_EXPORT(dot_of_three);
HWY_EXPORT(slope_and_curvature_of);
HWY_EXPORT(add_multiple_of);

double dot(const double* x, const double* y, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(dot_of_two)(x, y, count);
}

double dot(const double* x, const double* y, const double* z, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(dot_of_three)(x, y, z, count);
}

SlopeAndCurvature slope_and_curvature(const double* x, const double* r, const double* q,
                                      std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(slope_and_curvature_of)(x, r, q, count);
}

void add_multiple(double factor, const double* x, double* y, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(add_multiple_of)(factor, x, y, count);
}

}  // namespace linalg
}  // namespace pith
#endif
