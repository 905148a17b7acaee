// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/lanczos.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/random.h"
#include "pith/linalg/dense_eigen.h"

namespace pith {
inline namespace linalg {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// y += factor x.
void add(double factor, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] += factor * x[i];
}

void scale(std::span<double> x, double factor) {
  for (double& number : x)
    number *= factor;
}

/// Iterates until the eigenvalue at one end has converged, and for the last one its vector, too.
EigenPair pair_at(bool is_last, std::vector<double> start, const SymmetricMatrix& matrix,
                  const Context& context) {
  constexpr double tolerance = 1e-13;
  constexpr std::size_t max_steps = 1000;
  const std::size_t size = matrix.size();
  Lanczos lanczos(std::move(start));
  for (;;) {
    std::vector<double> product(size);
    matrix.multiply(MatrixView<const double>::row_major(lanczos.last().data(), 1, size),
                    MatrixView<double>::row_major(product.data(), 1, size), context);
    lanczos.absorb(std::move(product));
    context.report({.phase = "eigenvalue", .done = lanczos.steps()});
    // With a large basis, its eigensystem costs more than a pass over the matrix.
    const bool is_end = lanczos.steps() == std::min(size, max_steps);
    if (!is_end && lanczos.steps() > 20 && lanczos.steps() % 5 != 0 && lanczos.rest() > 0) {
      lanczos.extend();
      continue;
    }
    const Eigensystem ritz = lanczos.ritz();
    const double norm = std::max(std::abs(ritz.values().front()), std::abs(ritz.values().back()));
    const double error = ritz_error(lanczos, ritz, is_last);
    const double residual = lanczos.rest() * std::abs(ritz.vector(ritz.size() - 1).back());
    const double remaining = is_last ? residual : error;
    const bool is_exhausted = lanczos.rest() <= std::numeric_limits<double>::epsilon() * norm;
    if (remaining > tolerance * norm && !is_exhausted && !is_end) {
      lanczos.extend();
      continue;
    }
    const std::size_t which = is_last ? ritz.size() - 1 : 0;
    return {ritz.values()[which], error, lanczos.combine(ritz.vector(which)), lanczos.steps()};
  }
}

}  // namespace

Lanczos::Lanczos(std::vector<double> start) {
  basis_.push_back(std::move(start));
  const double length = std::sqrt(dot(last(), last()));
  PITH_ASSERT(length > 0);
  scale(basis_.front(), 1 / length);
}

void Lanczos::absorb(std::vector<double> product) {
  diagonal_.push_back(dot(product, last()));
  for (int round = 0; round < 2; ++round) {
    for (const std::vector<double>& vector : basis_)
      add(-dot(product, vector), vector, product);
  }
  rest_ = std::sqrt(dot(product, product));
  next_ = std::move(product);
}

void Lanczos::extend() {
  PITH_ASSERT(rest_ > 0);
  scale(next_, 1 / rest_);
  off_.push_back(rest_);
  basis_.push_back(std::move(next_));
}

Eigensystem Lanczos::ritz() const {
  return tridiagonal_eigensystem(diagonal_, off_);
}

std::vector<double> Lanczos::combine(std::span<const double> coefficients) const {
  std::vector<double> sum(basis_.front().size());
  for (std::size_t k = 0; k < coefficients.size(); ++k)
    add(coefficients[k], basis_[k], sum);
  return sum;
}

double ritz_error(const Lanczos& lanczos, const Eigensystem& ritz, bool is_last) {
  const std::size_t which = is_last ? ritz.size() - 1 : 0;
  const double residual = lanczos.rest() * std::abs(ritz.vector(which).back());
  if (ritz.size() < 2) return residual;
  const std::size_t beside = is_last ? which - 1 : 1;
  const double gap = std::abs(ritz.values()[which] - ritz.values()[beside]) - residual;
  return gap > residual ? residual * residual / gap : residual;
}

EigenPair leading_pair(const SymmetricMatrix& matrix, const Context& context) {
  EigenPair found = pair_at(true, std::vector<double>(matrix.size(), 1.0), matrix, context);
  // The sign of the vector is arbitrary, and rounding may leave components of the wrong sign.
  const double sum = std::accumulate(found.vector.begin(), found.vector.end(), 0.0);
  for (double& number : found.vector)
    number = std::max(0.0, sum < 0 ? -number : number);
  return found;
}

EigenPair leading_pair(const Product& product, std::vector<double> start, double tolerance) {
  constexpr std::size_t max_basis = 24;
  constexpr std::size_t max_passes = 200;
  const std::size_t size = start.size();
  for (std::size_t passes = 0;;) {
    Lanczos lanczos(std::move(start));
    for (;;) {
      lanczos.absorb(product(lanczos.last()));
      ++passes;
      const Eigensystem ritz = lanczos.ritz();
      const double norm = std::max(std::abs(ritz.values().front()), std::abs(ritz.values().back()));
      const std::size_t last = ritz.size() - 1;
      const double residual = lanczos.rest() * std::abs(ritz.vector(last).back());
      const bool is_exhausted =
          lanczos.rest() <= std::numeric_limits<double>::epsilon() * norm || ritz.size() == size;
      const bool is_done = is_exhausted || residual <= tolerance * norm || passes >= max_passes;
      if (is_done)
        return {ritz.values()[last], residual, lanczos.combine(ritz.vector(last)), passes};
      if (ritz.size() == max_basis) {
        start = lanczos.combine(ritz.vector(last));
        break;
      }
      lanczos.extend();
    }
  }
}

EigenPair smallest_pair(const SymmetricMatrix& matrix, const Context& context) {
  // Any vector will do that is orthogonal to no eigenvector; this one is always the same.
  const Random random(0, 0);
  std::vector<double> start(matrix.size());
  for (std::size_t i = 0; i < start.size(); ++i)
    start[i] = random.uniform(i) - 0.5;
  return pair_at(false, std::move(start), matrix, context);
}

}  // namespace linalg
}  // namespace pith
