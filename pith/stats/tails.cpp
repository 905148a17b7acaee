// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/tails.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "pith/base/assert.h"

namespace pith {
inline namespace stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;
constexpr double precision = std::numeric_limits<double>::epsilon() / 2;
constexpr double tiny = 1e-300;  // stands for 0 in Lentz's method
/// Terms of a fraction or a series; far more than any of them needs for degrees up to 1e6.
constexpr int max_terms = 10'000'000;
/// From here on Stirling's series has full precision.
constexpr double large = 16;

/// log Gamma(z) - ((z - 1/2) log z - z + log(2 pi) / 2), z >= large.
double stirling_rest(double z) {
  const double s = 1 / (z * z);
  return (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188)))) / z;
}

/// Gamma(a + 1/2) / Gamma(a), without the cancellation of subtracting their logarithms.
double half_step_of_gamma(double a) {
  if (a < large) return std::tgamma(a + 0.5) / std::tgamma(a);
  const double log_ratio =
      (a * std::log1p(0.5 / a) - 0.5) + (stirling_rest(a + 0.5) - stirling_rest(a));
  return std::sqrt(a) * std::exp(log_ratio);
}

/// b(0) + a(1) / (b(1) + a(2) / (b(2) + ...)) by the method of Lentz in Thompson and Barnett's
/// form.
template <class Numerator, class Denominator>
double continued_fraction(Numerator a, Denominator b) {
  const auto not_zero = [](double value) { return value == 0 ? tiny : value; };
  double value = not_zero(b(0));
  double c = value;
  double d = 0;
  for (int i = 1; i < max_terms; ++i) {
    d = 1 / not_zero(b(i) + a(i) * d);
    c = not_zero(b(i) + a(i) / c);
    const double change = c * d;
    value *= change;
    if (!(std::abs(change - 1) > precision)) break;
  }
  return value;
}

/// I_x(a, b) B(a, b) / (x^a y^b) with y = 1 - x; converges fast for x below (a + 1) / (a + b + 2).
/// After DiDonato and Morris ("Significant digit computation of the incomplete beta function
/// ratios", 1992): y is passed in, so that nothing cancels where x is near 1.
double beta_fraction(double a, double b, double x, double y) {
  const auto numerator = [&](int m) {
    const double d = a + 2 * m - 1;
    return (a + m - 1) / d * ((a + b + m - 1) / d) * m * (b - m) * x * x;
  };
  const auto denominator = [&](int m) {
    const double part = m == 0 ? 0 : m * (b - m) * x / (a + 2 * m - 1);  // 0 / 0 for a = 1
    return m + part + (a + m) / (a + 2 * m + 1) * (a * y - b * x + 1 + m * (1 + y));
  };
  return 1 / continued_fraction(numerator, denominator);
}

/// The probabilities of |T| >= t and of |T| < t; the smaller one has full relative precision.
struct Sides {
  double outside = 0;
  double inside = 0;
};

/// t >= 0.
Sides student_sides(double t, double degrees) {
  if (t == 0) return {.outside = 1, .inside = 0};
  if (std::isinf(t)) return {.outside = 0, .inside = 1};
  const double a = degrees / 2;
  const double ratio = t / std::sqrt(degrees);
  const double square = ratio * ratio;  // may be infinite: then x is 0, its logarithm is not
  const double x = 1 / (1 + square);
  const double y = 1 / (1 + 1 / square);
  const double log_x = std::isinf(square) ? -2 * std::log(ratio) : -std::log1p(square);
  // x^a y^(1/2) / B(a, 1/2)
  const double front = std::exp(a * log_x) * std::sqrt(y) * half_step_of_gamma(a) / std::sqrt(pi);
  if (x < (a + 1) / (a + 2.5)) {
    const double outside = std::min(1.0, front * beta_fraction(a, 0.5, x, y));
    return {.outside = outside, .inside = 1 - outside};
  }
  const double inside = std::min(1.0, front * beta_fraction(0.5, a, y, x));
  return {.outside = 1 - inside, .inside = inside};
}

/// x^a e^-x / Gamma(a).
double gamma_front(double a, double x) {
  if (a < large) return std::exp(a * std::log(x) - x) / std::tgamma(a);
  const double u = (x - a) / a;
  return std::sqrt(a / (2 * pi)) * std::exp(a * (std::log1p(u) - u) - stirling_rest(a));
}

}  // namespace

double student_p(double t, double degrees) {
  PITH_ASSERT(degrees > 0 && std::isfinite(degrees));
  if (std::isnan(t)) return t;
  return student_sides(std::abs(t), degrees).outside;
}

double student_quantile(double p, double degrees) {
  PITH_ASSERT(p >= 0 && p <= 1 && degrees > 0 && std::isfinite(degrees));
  const double sign = p < 0.5 ? -1 : 1;
  const double outside = 2 * std::min(p, 1 - p);
  const double inside = std::abs(1 - 2 * p);
  if (inside == 0) return 0;
  if (outside == 0) return sign * infinity;
  const auto is_too_small = [&](double t) {
    const Sides sides = student_sides(t, degrees);
    return outside < 0.5 ? sides.outside > outside : sides.inside < inside;
  };
  double lower = 1;
  double upper = 1;
  while (is_too_small(upper)) {
    lower = upper;
    upper *= 2;  // at infinity nothing is too small
  }
  while (!is_too_small(lower)) {
    upper = lower;
    lower /= 2;  // 0 is too small
  }
  for (;;) {
    const double middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper) return sign * upper;
    (is_too_small(middle) ? lower : upper) = middle;
  }
}

double chi_square_p(double x, double degrees) {
  PITH_ASSERT(degrees > 0 && std::isfinite(degrees));
  if (std::isnan(x)) return x;
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  const double a = degrees / 2;
  const double half = x / 2;
  const double front = gamma_front(a, half);
  if (half >= a + 1) {
    const double fraction = continued_fraction([&](int i) { return -i * (i - a); },
                                               [&](int i) { return half + 2 * i + 1 - a; });
    return std::min(1.0, front / fraction);
  }
  double term = 1 / a;
  double sum = term;
  for (int i = 1; i < max_terms && term > precision * sum; ++i) {
    term *= half / (a + i);
    sum += term;
  }
  return std::max(0.0, 1 - front * sum);
}

double normal_p(double z) {
  return std::erfc(std::abs(z) / std::sqrt(2.0));
}

/// A rational approximation (Abramowitz and Stegun, 26.2.23), then Halley's method.
double normal_quantile(double p) {
  if (p > 0.5) return -normal_quantile(1 - p);
  if (p <= 0) return -std::numeric_limits<double>::infinity();
  const double t = std::sqrt(-2 * std::log(p));
  double z = (2.515517 + t * (0.802853 + t * 0.010328)) /
                 (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
             t;
  for (int step = 0; step < 3; ++step) {
    const double excess = 0.5 * std::erfc(-z / std::numbers::sqrt2) - p;
    const double move = excess * std::sqrt(2 * std::numbers::pi) * std::exp(0.5 * z * z);
    z -= move / (1 + 0.5 * z * move);
  }
  return z;
}

}  // namespace stats
}  // namespace pith
