// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/linear/concave_plane.h"

#define EIGEN_MPL2_ONLY
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "pith/base/elementary.h"
#include "pith/linalg/linear_program.h"
#include "pith/linalg/vector_kernels.h"
#include "pith/stats/equal_rows.h"

namespace pith {
inline namespace families {
namespace {

class PlaneSearch {
 public:
  PlaneSearch(const ConcavePlaneProblem& problem, Work& work, const Context& context)
      : problem_(problem), work_(work), context_(context) {
    double totals[2] = {0, 0};
    for (std::size_t i = 0; i < rows(); ++i)
      totals[problem.signs[i] > 0 ? 1 : 0] += row_weight(i);
    for (std::size_t i = 0; i < rows(); ++i)
      costs_.push_back((1 - problem.lambda) * row_weight(i) / totals[problem.signs[i] > 0 ? 1 : 0]);
    find_pulls();
    find_features();
  }

  ConcavePlane run() {
    constexpr std::size_t most_programmes = 100;
    ConcavePlane best;
    best.weights.resize(features());
    best.pulls = pulls_;
    best.objective = std::numeric_limits<double>::infinity();
    const Reservation held =
        context_.reserve(plane_bytes(features_.size(), rows()), "the linear programme of fsv");
    LinearProgram programme(start());
    add_balance(programme);
    for (std::size_t i = 0; i < most_programmes; ++i) {
      const bool is_solved = solve(programme);
      best.is_optimal = best.is_optimal && is_solved;
      set_plane(programme.prices());
      best.objectives.push_back(objective());
      const bool has_fallen = best.objectives.back() < best.objective - 1e-9;
      if (best.objectives.back() < best.objective) {
        best.objective = best.objectives.back();
        for (std::size_t a = 0; a < features_.size(); ++a)
          best.weights[features_[a]] = problem_.factors[features_[a]] * weights_[a];
      }
      if (!has_fallen || !is_solved) break;
      for (std::size_t row = 0; row < added_.size(); ++row)
        programme.set_bounds(row + 1, -tangent(added_[row]), tangent(added_[row]));
    }
    work_.add(ConcavePlane::units - units_done_);
    return best;
  }

 private:
  std::size_t rows() const { return problem_.columns.extent(1); }
  std::size_t features() const { return problem_.columns.extent(0); }
  double row_weight(std::size_t i) const { return problem_.rows.empty() ? 1 : problem_.rows[i]; }
  const double* column(std::size_t j) const {
    return problem_.columns.data_handle() + j * problem_.columns.stride(0);
  }

  void find_pulls() {
    std::vector<double> signed_costs(rows());
    for (std::size_t i = 0; i < rows(); ++i)
      signed_costs[i] = problem_.signs[i] * costs_[i];
    for (std::size_t j = 0; j < features(); ++j) {
      pulls_.push_back(std::abs(dot(column(j), signed_costs.data(), rows())) / problem_.factors[j]);
    }
  }
  /// Leaves out equal features, and those whose penalty exceeds all that they could save: a row
  /// saves at most its cost times |x|.
  void find_features() {
    const std::vector<std::size_t> firsts = first_equal_rows(problem_.columns);
    for (std::size_t j = 0; j < features(); ++j) {
      double most = 0;
      for (std::size_t i = 0; i < rows(); ++i)
        most += costs_[i] * std::abs(column(j)[i]);
      const bool is_copy = firsts[j] != j && problem_.factors[firsts[j]] == problem_.factors[j];
      if (!is_copy && problem_.lambda * problem_.alpha * problem_.factors[j] < most)
        features_.push_back(j);
    }
    weights_.resize(features_.size());
    is_added_.resize(features_.size());
  }

  /// The cost of |w'| of a feature at the present weights.
  double tangent(std::size_t a) const {
    const double factor = problem_.factors[features_[a]];
    return problem_.lambda * problem_.alpha * factor *
           portable::exp(-problem_.alpha * factor * std::abs(weights_[a]));
  }

  /// The programme is solved in its dual form, in the multipliers m of the rows of the table:
  ///   maximise sum m   where 0 <= m_i <= cost_i, sum[i] y_i m_i = 0, |sum[i] y_i x_ij m_i| <= c_j
  /// with the cost c_j of |w_j|. The price of a feature's row is -w_j, that of the balance is g.
  /// Few of the features matter, so their rows are added when they are violated, the first of them
  /// at w = 0, where every m is at its cost.
  LinearProgramData start() const {
    return {.costs = std::vector<double>(rows(), -1.0),
            .lowers = std::vector<double>(rows(), 0.0),
            .uppers = costs_};
  }
  void add_balance(LinearProgram& programme) const {
    const LinearProgramRow row{{problem_.signs.begin(), problem_.signs.end()}};
    programme.add_rows({&row, 1});
  }

  bool solve(LinearProgram& programme) {
    while (programme.solve(context_, [this] { tick(); })) {
      const std::vector<std::size_t> violated = most_violated(programme.values());
      if (violated.empty()) return true;
      std::vector<LinearProgramRow> added;
      for (const std::size_t a : violated) {
        const double* const numbers = column(features_[a]);
        LinearProgramRow row{.lower = -tangent(a), .upper = tangent(a)};
        for (std::size_t i = 0; i < rows(); ++i)
          row.elements.push_back(problem_.signs[i] * numbers[i]);
        added.push_back(std::move(row));
        added_.push_back(a);
        is_added_[a] = true;
      }
      programme.add_rows(added);
    }
    return false;
  }

  /// Of the features that are not in the programme, those that violate their bound by most.
  std::vector<std::size_t> most_violated(std::span<const double> multipliers) {
    constexpr double tolerance = 1e-9;
    constexpr std::size_t most_at_once = 64;
    std::vector<double> signed_ones(rows());
    for (std::size_t i = 0; i < rows(); ++i)
      signed_ones[i] = problem_.signs[i] * multipliers[i];
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t a = 0; a < features_.size(); ++a) {
      if (a % 64 == 0) context_.check_cancelled();
      if (is_added_[a]) continue;
      tick();
      const double sum = dot(column(features_[a]), signed_ones.data(), rows());
      const double excess = std::abs(sum) - tangent(a);
      if (excess > tolerance) found.emplace_back(-excess, a);
    }
    const std::size_t count = std::min(found.size(), most_at_once);
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count),
                      found.end());
    std::vector<std::size_t> violated;
    for (std::size_t i = 0; i < count; ++i)
      violated.push_back(found[i].second);
    return violated;
  }

  void set_plane(std::span<const double> prices) {
    std::fill(weights_.begin(), weights_.end(), 0.0);
    for (std::size_t row = 0; row < added_.size(); ++row) {
      const double weight = -prices[row + 1];
      weights_[added_[row]] = std::abs(weight) > 1e-10 ? weight : 0;
    }
    offset_ = prices[0];
    sharpen();
  }

  std::vector<double> decisions() const {
    std::vector<double> all(rows(), -offset_);
    for (std::size_t a = 0; a < features_.size(); ++a) {
      if (weights_[a] != 0) add_multiple(weights_[a], column(features_[a]), all.data(), rows());
    }
    return all;
  }

  /// A vertex is determined by its weights that are not 0 and the rows on the margin: solving for
  /// them anew removes what rounding the simplex method collected.
  void sharpen() {
    std::vector<std::size_t> support;
    for (std::size_t a = 0; a < features_.size(); ++a) {
      if (weights_[a] != 0) support.push_back(a);
    }
    std::vector<std::size_t> tight;
    const std::vector<double> now = decisions();
    for (std::size_t i = 0; i < rows(); ++i) {
      if (std::abs(1 - problem_.signs[i] * now[i]) < 1e-8) tight.push_back(i);
    }
    constexpr std::size_t largest_system = 600;
    const auto unknowns = static_cast<Eigen::Index>(support.size() + 1);
    const auto equations = static_cast<Eigen::Index>(tight.size());
    if (equations < unknowns || tight.size() > largest_system) return;
    Eigen::MatrixXd system(equations, unknowns);
    Eigen::VectorXd right(equations);
    for (Eigen::Index e = 0; e < equations; ++e) {
      const std::size_t i = tight[static_cast<std::size_t>(e)];
      for (Eigen::Index u = 0; u + 1 < unknowns; ++u)
        system(e, u) = column(features_[support[static_cast<std::size_t>(u)]])[i];
      system(e, unknowns - 1) = -1;
      right[e] = problem_.signs[i];
    }
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor(system);
    if (factor.rank() < unknowns) return;
    const Eigen::VectorXd solution = factor.solve(right);
    for (Eigen::Index u = 0; u + 1 < unknowns; ++u) {
      const double old = weights_[support[static_cast<std::size_t>(u)]];
      if (!(std::abs(solution[u] - old) <= 1e-6 * std::abs(old))) return;
    }
    for (Eigen::Index u = 0; u + 1 < unknowns; ++u)
      weights_[support[static_cast<std::size_t>(u)]] = solution[u];
    offset_ = solution[unknowns - 1];
  }

  /// The concave objective itself.
  double objective() const {
    double loss = 0;
    const std::vector<double> all = decisions();
    for (std::size_t i = 0; i < rows(); ++i)
      loss += costs_[i] * std::max(0.0, 1 - problem_.signs[i] * all[i]);
    double penalty = 0;
    for (std::size_t a = 0; a < features_.size(); ++a) {
      const double weight = problem_.factors[features_[a]] * std::abs(weights_[a]);
      penalty -= portable::expm1(-problem_.alpha * weight);
    }
    return loss + problem_.lambda * penalty;
  }

  /// An iteration, or a look at a feature. How many there will be is not known: the units approach
  /// their number.
  void tick() {
    ++iterations_;
    const double typical =
        4 * static_cast<double>(std::min(rows(), features_.size()) + features_.size());
    const double done = static_cast<double>(iterations_) / typical;
    const auto units =
        static_cast<std::size_t>(static_cast<double>(ConcavePlane::units) * done / (1 + done));
    if (units > units_done_) work_.add(units - units_done_);
    units_done_ = std::max(units, units_done_);
  }

  const ConcavePlaneProblem& problem_;
  Work& work_;
  const Context& context_;
  std::vector<double> costs_;  // of slacks
  std::vector<double> pulls_;
  std::vector<std::size_t> features_;  // that may have weights
  std::vector<double> weights_;        // of the columns of these
  std::vector<std::size_t> added_;  // places in features_ by row of the programme, after the first
  std::vector<bool> is_added_;
  double offset_ = 0;  // g
  std::size_t iterations_ = 0;
  std::size_t units_done_ = 0;
};

}  // namespace

std::uint64_t plane_bytes(std::size_t features, std::size_t rows) {
  constexpr std::uint64_t copies = 6;   // of the row of a feature, in the solver as well
  constexpr std::uint64_t of_row = 40;  // slacks, bases and the like
  return (copies * (sizeof(double) + sizeof(int)) * features + of_row * sizeof(double)) * rows;
}

ConcavePlane concave_plane(const ConcavePlaneProblem& problem, Work& work, const Context& context) {
  return PlaneSearch(problem, work, context).run();
}

}  // namespace families
}  // namespace pith
