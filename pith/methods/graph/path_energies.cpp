// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/path_energies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/linalg/lanczos.h"
#include "pith/linalg/max_matrix.h"

namespace pith {
inline namespace families {
namespace {

/// The Lanczos run for one alpha.
class Run {
 public:
  Run(std::size_t size, double damping)
      : damping_(damping), lanczos_(std::vector<double>(size, 1.0)) {}

  std::span<const double> last() const { return lanczos_.last(); }
  bool is_done() const { return is_done_; }

  /// Continues with the product of A and last().
  void absorb(std::vector<double> product) {
    lanczos_.absorb(std::move(product));
    solve();
    if (!is_done_) lanczos_.extend();
  }

  PathEnergies energies() const {
    const std::size_t size = last().size();
    PathEnergies found{.scores = std::vector<double>(size),
                       .radius = radius_,
                       .radius_error = radius_error_,
                       .residual = residual_,
                       .passes = lanczos_.steps()};
    if (radius_ <= 0) return found;
    found.scores = lanczos_.combine(solution_);
    const double length = std::sqrt(static_cast<double>(size));  // norm of e
    for (double& score : found.scores)
      score = std::max(0.0, length * score - 1);
    return found;
  }

 private:
  /// Computes the radius, the solution of (I - r T) y = e_1 in the current basis, and their errors.
  void solve() {
    constexpr double tolerance = 1e-14;
    constexpr std::size_t max_steps = 500;
    const std::size_t count = lanczos_.steps();
    const Eigensystem ritz = lanczos_.ritz();
    radius_ = std::max(0.0, ritz.values().back());
    radius_error_ = ritz_error(lanczos_, ritz, true);
    solution_.assign(count, 0.0);
    if (radius_ > 0) {
      for (std::size_t k = 0; k < count; ++k) {
        const double part = ritz.vector(k).front() / (1 - damping_ * ritz.values()[k] / radius_);
        for (std::size_t i = 0; i < count; ++i)
          solution_[i] += part * ritz.vector(k)[i];
      }
      const double size =
          std::sqrt(std::inner_product(solution_.begin(), solution_.end(), solution_.begin(), 0.0));
      residual_ = damping_ / radius_ * lanczos_.rest() * std::abs(solution_.back()) / size;
    }
    const bool is_exact = residual_ <= tolerance && radius_error_ <= tolerance * radius_;
    const bool is_exhausted = lanczos_.rest() <= std::numeric_limits<double>::epsilon() * radius_;
    is_done_ = is_exact || is_exhausted || count == std::min(last().size(), max_steps);
  }

  double damping_;
  Lanczos lanczos_;
  std::vector<double> solution_;  // in the basis
  double radius_ = 0;
  double radius_error_ = 0;
  double residual_ = 0;
  bool is_done_ = false;
};

/// A x, from P x and x.
std::vector<double> product_of(const MaxMatrix& maxima, std::span<const double> x,
                               std::span<const double> similar, double alpha) {
  std::vector<double> product(x.size());
  maxima.multiply(x, product);
  const double sum = std::accumulate(x.begin(), x.end(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    product[i] = alpha * product[i] + (1 - alpha) * (sum - similar[i]);
  return product;
}

}  // namespace

std::vector<PathEnergies> path_energies(const PathGraph& graph, std::span<const double> alphas,
                                        double damping, const Context& context) {
  const std::size_t size = graph.similarity.size();
  PITH_ASSERT(size > 0 && graph.dispersions.size() == size);
  const MaxMatrix maxima(graph.dispersions);
  std::vector<Run> runs(alphas.size(), Run(size, damping));
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
      const auto similar = std::span(products).subspan(i * size, size);
      Run& run = runs[open[i]];
      run.absorb(product_of(maxima, run.last(), similar, alphas[open[i]]));
    }
    context.report({.phase = "select", .done = pass});
  }
  std::vector<PathEnergies> all;
  std::transform(runs.begin(), runs.end(), std::back_inserter(all),
                 [](const Run& run) { return run.energies(); });
  return all;
}

}  // namespace families
}  // namespace pith
