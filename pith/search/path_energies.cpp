// SPDX-License-Identifier: Apache-2.0
#include "pith/search/path_energies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/stats/dense_eigen.h"

namespace pith {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// y += factor x.
void add(double factor, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] += factor * x[i];
}

/// Products with the matrix max(s_i, s_j) in O(n): over ascending s, element i is
/// s_i (sum of x up to i) + (sum of s x beyond i).
class MaxMatrix {
 public:
  explicit MaxMatrix(std::span<const double> dispersions)
      : dispersions_(dispersions), order_(dispersions.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return dispersions[a] < dispersions[b]; });
  }

  void multiply(std::span<const double> x, std::span<double> out) const {
    double below = 0;
    for (const std::size_t i : order_) {
      below += x[i];
      out[i] = dispersions_[i] * below;
    }
    double above = 0;
    for (auto place = order_.rbegin(); place != order_.rend(); ++place) {
      out[*place] += above;
      above += dispersions_[*place] * x[*place];
    }
  }

 private:
  std::span<const double> dispersions_;
  std::vector<std::size_t> order_;
};

/// The Krylov space of A and e for one alpha: an orthonormal basis V in which A is tridiagonal.
class Lanczos {
 public:
  Lanczos(std::size_t size, double damping) : size_(size), damping_(damping) {
    basis_.emplace_back(size, 1 / std::sqrt(static_cast<double>(size)));
  }

  std::span<const double> last() const { return basis_.back(); }
  bool is_done() const { return is_done_; }

  /// Goes on with the product of A and last().
  void absorb(std::vector<double> product) {
    diagonal_.push_back(dot(product, last()));
    // Against all of the basis, twice: its vectors stay orthogonal to working precision.
    for (int round = 0; round < 2; ++round) {
      for (const std::vector<double>& vector : basis_)
        add(-dot(product, vector), vector, product);
    }
    solve(std::sqrt(dot(product, product)));
    if (is_done_) return;
    for (double& number : product)
      number /= next_;
    off_.push_back(next_);
    basis_.push_back(std::move(product));
  }

  PathEnergies energies() const {
    PathEnergies found{.scores = std::vector<double>(size_),
                       .radius = radius_,
                       .radius_error = radius_error_,
                       .residual = residual_,
                       .passes = diagonal_.size()};
    if (radius_ <= 0) return found;
    const double length = std::sqrt(static_cast<double>(size_));
    for (std::size_t k = 0; k < solution_.size(); ++k)
      add(length * solution_[k], basis_[k], found.scores);
    for (double& score : found.scores)
      score = std::max(0.0, score - 1);
    return found;
  }

 private:
  /// Radius and solution of (I - r T) y = e_1 in the space so far, and how good they are.
  void solve(double next) {
    constexpr double tolerance = 1e-14;
    constexpr std::size_t most = 500;
    const std::size_t count = diagonal_.size();
    const Eigensystem ritz = tridiagonal_eigensystem(diagonal_, off_);
    next_ = next;
    radius_ = std::max(0.0, ritz.values().back());
    const double rest = next * std::abs(ritz.vector(count - 1).back());
    const double gap = count > 1 ? radius_ - ritz.values()[count - 2] - rest : 0;
    radius_error_ = gap > rest ? rest * rest / gap : rest;
    solution_.assign(count, 0.0);
    if (radius_ > 0) {
      for (std::size_t k = 0; k < count; ++k) {
        const double part = ritz.vector(k).front() / (1 - damping_ * ritz.values()[k] / radius_);
        add(part, ritz.vector(k), solution_);
      }
      const double size = std::sqrt(dot(solution_, solution_));
      residual_ = damping_ / radius_ * next * std::abs(solution_.back()) / size;
    }
    const bool is_exact = residual_ <= tolerance && radius_error_ <= tolerance * radius_;
    const double floor = std::numeric_limits<double>::epsilon() * std::abs(radius_);
    is_done_ = is_exact || next <= floor || count == std::min(size_, most);
  }

  std::size_t size_;
  double damping_;
  std::vector<std::vector<double>> basis_;
  std::vector<double> diagonal_;
  std::vector<double> off_;
  std::vector<double> solution_;  // in the basis
  double next_ = 0;
  double radius_ = 0;
  double radius_error_ = 0;
  double residual_ = 0;
  bool is_done_ = false;
};

/// What P x, and x itself, make of A x.
std::vector<double> product_of(const MaxMatrix& greater, std::span<const double> x,
                               std::span<const double> alike, double alpha) {
  std::vector<double> product(x.size());
  greater.multiply(x, product);
  const double sum = std::accumulate(x.begin(), x.end(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    product[i] = alpha * product[i] + (1 - alpha) * (sum - alike[i]);
  return product;
}

}  // namespace

std::vector<PathEnergies> path_energies(const PathGraph& graph, std::span<const double> alphas,
                                        double damping, const Context& context) {
  const std::size_t size = graph.similarity.size();
  PITH_ASSERT(size > 0 && graph.dispersions.size() == size);
  const MaxMatrix greater(graph.dispersions);
  std::vector<Lanczos> runs(alphas.size(), Lanczos(size, damping));
  for (std::size_t pass = 1;; ++pass) {
    std::vector<std::size_t> open;
    std::vector<double> vectors;
    for (std::size_t a = 0; a < runs.size(); ++a) {
      if (runs[a].is_done()) continue;
      open.push_back(a);
      vectors.insert(vectors.end(), runs[a].last().begin(), runs[a].last().end());
    }
    if (open.empty()) break;
    std::vector<double> products(vectors.size());
    graph.similarity.multiply(
        MatrixView<const double>::row_major(vectors.data(), open.size(), size),
        MatrixView<double>::row_major(products.data(), open.size(), size), context);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto alike = std::span(products).subspan(i * size, size);
      Lanczos& run = runs[open[i]];
      run.absorb(product_of(greater, run.last(), alike, alphas[open[i]]));
    }
    context.report({.phase = "select", .done = pass});
  }
  std::vector<PathEnergies> all;
  std::transform(runs.begin(), runs.end(), std::back_inserter(all),
                 [](const Lanczos& run) { return run.energies(); });
  return all;
}

}  // namespace pith
