// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/data/column.h"

// The twin of the methods of regression: every set is fitted anew, in extended precision.
namespace pith::twin {

using Real = long double;
using Vector = std::vector<Real>;

inline Real dot(const Vector& a, const Vector& b) {
  Real sum = 0;
  for (std::size_t row = 0; row < a.size(); ++row)
    sum += a[row] * b[row];
  return sum;
}

inline Vector centred(const std::vector<double>& numbers) {
  Real mean = 0;
  for (const double number : numbers)
    mean += number;
  mean /= Real(numbers.size());
  Vector out;
  for (const double number : numbers)
    out.push_back(Real(number) - mean);
  return out;
}

/// One response for each class.
inline std::vector<Vector> responses(const std::vector<std::uint32_t>& classes) {
  std::vector<Vector> all;
  std::uint32_t last = 0;
  for (const std::uint32_t c : classes)
    last = std::max(last, c);
  for (std::uint32_t c = 0; c <= last; ++c) {
    std::vector<double> hits;
    for (const std::uint32_t code : classes)
      hits.push_back(code == c ? 1 : 0);
    all.push_back(centred(hits));
  }
  return all;
}

/// What a fit by a constant and some columns leaves of a vector (Gram-Schmidt, three times).
inline Vector residual(const std::vector<Vector>& columns, Vector vector) {
  std::vector<Vector> basis;
  const auto reduce = [&](Vector& v) {
    for (int pass = 0; pass < 3; ++pass) {
      for (const Vector& b : basis) {
        const Real share = dot(b, v);
        for (std::size_t row = 0; row < v.size(); ++row)
          v[row] -= share * b[row];
      }
    }
  };
  for (Vector column : columns) {
    const Real whole = dot(column, column);
    reduce(column);
    const Real left = dot(column, column);
    if (left <= 1e-10L * whole) continue;
    for (Real& number : column)
      number /= std::sqrt(left);
    basis.push_back(column);
  }
  reduce(vector);
  return vector;
}

inline Real squares(const std::vector<Vector>& vectors) {
  Real sum = 0;
  for (const Vector& vector : vectors)
    sum += dot(vector, vector);
  return sum;
}

inline std::vector<Vector> residuals(const std::vector<Vector>& columns,
                                     const std::vector<Vector>& of) {
  std::vector<Vector> left;
  for (const Vector& vector : of)
    left.push_back(residual(columns, vector));
  return left;
}

struct RegressionStep {
  Feature feature = 0;
  double r2 = 0;
};

/// Forward regression, or orthogonal matching pursuit; the first of equals wins. Features must be
/// linearly independent.
inline std::vector<RegressionStep> regress(const std::vector<std::vector<double>>& features,
                                           const std::vector<std::uint32_t>& classes,
                                           bool is_pursuit) {
  std::vector<Vector> columns;
  for (const std::vector<double>& feature : features)
    columns.push_back(centred(feature));
  const std::vector<Vector> y = responses(classes);
  std::vector<Vector> set;
  std::vector<char> is_taken(features.size());
  std::vector<RegressionStep> steps;
  while (steps.size() < features.size()) {
    const std::vector<Vector> left = residuals(set, y);
    Real best = -1;
    Feature winner = 0;
    for (Feature f = 0; f < features.size(); ++f) {
      if (is_taken[f] != 0) continue;
      Real value = 0;
      if (is_pursuit) {
        for (const Vector& r : left)
          value += dot(columns[f], r) * dot(columns[f], r) / dot(columns[f], columns[f]);
      } else {
        set.push_back(columns[f]);
        value = squares(y) - squares(residuals(set, y));
        set.pop_back();
      }
      if (value > best + 1e-12L) {
        best = value;
        winner = f;
      }
    }
    is_taken[winner] = 1;
    set.push_back(columns[winner]);
    steps.push_back({winner, double(1 - squares(residuals(set, y)) / squares(y))});
  }
  return steps;
}

/// Alpha-investing, in the order of the columns.
inline std::vector<Feature> invest(const std::vector<std::vector<double>>& features,
                                   const std::vector<std::uint32_t>& classes, double wealth,
                                   double payout) {
  const std::vector<Vector> y = responses(classes);
  std::vector<Vector> set;
  std::vector<Feature> accepted;
  for (Feature f = 0; f < features.size(); ++f) {
    const Real before = squares(residuals(set, y));
    set.push_back(centred(features[f]));
    const Real after = squares(residuals(set, y));
    const Real p = std::exp((after - before) / (2 * before / Real(classes.size())));
    const double alpha = wealth / (2 * double(f + 1));
    if (p < alpha) {
      wealth += payout - alpha;
      accepted.push_back(f);
    } else {
      wealth -= alpha;
      set.pop_back();
    }
  }
  return accepted;
}

}  // namespace pith::twin
