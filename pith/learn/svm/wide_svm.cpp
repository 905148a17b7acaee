// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/wide_svm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/linalg/definite_solve.h"
#include "pith/linalg/vector_kernels.h"

namespace pith {
namespace {

/// With more rows, the steps of Newton's method would take longer than passes over the data.
constexpr std::size_t max_rows = 500;

std::span<const double> row_of(const MatrixView<const double>& rows, std::size_t row) {
  PITH_ASSERT(rows.stride(1) == 1);
  return {rows.data_handle() + row * rows.stride(0), rows.extent(1)};
}

/// Inner products of the rows, to each of which a 1 is added for the bias.
std::vector<double> gram_of(const MatrixView<const double>& rows, const Context& context) {
  const std::size_t count = rows.extent(0);
  std::vector<double> gram(count * count);
  for (std::size_t i = 0; i < count; ++i) {
    context.check_cancelled();
    const double* const own = row_of(rows, i).data();
    for (std::size_t j = 0; j <= i; ++j) {
      const double product = dot(own, row_of(rows, j).data(), rows.extent(1)) + 1;
      gram[i * count + j] = gram[j * count + i] = product;
    }
  }
  return gram;
}

/// A point of the minimisation: coefficients, and what the machine says of each row.
struct Point {
  explicit Point(std::size_t rows) : coefficients(rows), outputs(rows) {}
  std::vector<double> coefficients;
  std::vector<double> outputs;
};

class Newton {
 public:
  Newton(std::span<const double> gram, std::span<const double> signs, double cost,
         const Context& context)
      : gram_(gram), signs_(signs), cost_(cost), context_(context) {
    PITH_ASSERT(gram.size() == signs.size() * signs.size());
  }

  std::vector<double> minimum() const {
    constexpr std::size_t max_steps = 200;  // about ten suffice
    constexpr double min_decrease = 1e-14;  // as a share of the objective
    Point point(signs_.size());
    double objective = objective_at(point);
    for (std::size_t step = 0; step < max_steps; ++step) {
      const std::vector<std::size_t> within = within_margin(point);
      const Point target = minimum_of_face(within);
      const double slope = slope_towards(target, point, within);
      if (!(slope < -min_decrease * objective)) break;
      const auto [next, length] = descend(point, target, objective, slope);
      if (length == 0) break;
      point = next;
      objective = objective_at(point);
      if (length == 1 && within_margin(point) == within) break;
    }
    return point.coefficients;
  }

 private:
  const double* gram_row(std::size_t i) const { return gram_.data() + i * signs_.size(); }

  double objective_at(const Point& point) const {
    double objective = dot(point.coefficients.data(), point.outputs.data(), signs_.size()) / 2;
    for (std::size_t i = 0; i < signs_.size(); ++i) {
      const double loss = std::max(0.0, 1 - signs_[i] * point.outputs[i]);
      objective += cost_ * loss * loss;
    }
    return objective;
  }

  /// The rows that have a loss.
  std::vector<std::size_t> within_margin(const Point& point) const {
    std::vector<std::size_t> within;
    for (std::size_t i = 0; i < signs_.size(); ++i) {
      if (signs_[i] * point.outputs[i] < 1) within.push_back(i);
    }
    return within;
  }

  /// The minimum if these rows had a squared loss on both sides of the margin, the others none.
  Point minimum_of_face(const std::vector<std::size_t>& within) const {
    const std::size_t size = within.size();
    std::vector<double> matrix(size * size);
    std::vector<double> solution(size);
    for (std::size_t i = 0; i < size; ++i) {
      const double* const row = gram_row(within[i]);
      for (std::size_t j = 0; j < i; ++j)
        matrix[i * size + j] = row[within[j]];
      matrix[i * size + i] = row[within[i]] + 1 / (2 * cost_);
      solution[i] = signs_[within[i]];
    }
    solve_definite(matrix, solution, context_);
    Point found(signs_.size());
    for (std::size_t i = 0; i < size; ++i) {
      found.coefficients[within[i]] = solution[i];
      add_multiple(solution[i], gram_row(within[i]), found.outputs.data(), signs_.size());
    }
    return found;
  }

  /// The derivative of the objective from a point towards another.
  double slope_towards(const Point& target, const Point& point,
                       const std::vector<std::size_t>& within) const {
    double slope = 0;
    for (std::size_t i = 0; i < signs_.size(); ++i)
      slope += (target.coefficients[i] - point.coefficients[i]) * point.outputs[i];
    for (const std::size_t i : within)
      slope -= 2 * cost_ * (target.outputs[i] - point.outputs[i]) * (signs_[i] - point.outputs[i]);
    return slope;
  }

  /// Goes towards the target, half as far until the objective falls enough. Returns the new point
  /// and the share of the way, which is 0 if no step helps.
  std::pair<Point, double> descend(const Point& point, const Point& target, double objective,
                                   double slope) const {
    constexpr double enough = 1e-4;
    constexpr double shortest = 1e-10;
    Point next = target;
    double length = 1;
    while (!(objective_at(next) <= objective + enough * length * slope)) {
      length /= 2;
      if (length < shortest) return {point, 0};
      for (std::size_t i = 0; i < signs_.size(); ++i) {
        next.coefficients[i] = std::lerp(point.coefficients[i], target.coefficients[i], length);
        next.outputs[i] = std::lerp(point.outputs[i], target.outputs[i], length);
      }
    }
    return {std::move(next), length};
  }

  std::span<const double> gram_;
  std::span<const double> signs_;
  double cost_;
  const Context& context_;
};

class WideSvm : public Model {
 public:
  WideSvm(const Examples& examples, double cost, const Context& context)
      : weights_(examples.class_count) {
    const std::vector<double> gram = gram_of(examples.rows, context);
    std::vector<double> signs(examples.classes.size());
    for (std::size_t c = 0; c < weights_.size(); ++c) {
      for (std::size_t row = 0; row < signs.size(); ++row)
        signs[row] = examples.classes[row] == c ? 1 : -1;
      if (std::find(signs.begin(), signs.end(), 1) == signs.end()) continue;
      const std::vector<double> coefficients =
          squared_hinge_coefficients(gram, signs, cost, context);
      std::vector<double>& own = weights_[c];
      own.resize(examples.rows.extent(1));
      for (std::size_t row = 0; row < signs.size(); ++row)
        add_multiple(coefficients[row], row_of(examples.rows, row).data(), own.data(), own.size());
      own.push_back(std::accumulate(coefficients.begin(), coefficients.end(), 0.0));
    }
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      const std::span<const double> values = row_of(rows, row);
      for (std::size_t c = 0; c < weights_.size(); ++c) {
        const std::vector<double>& own = weights_[c];
        scores(row, c) = own.empty() ? -std::numeric_limits<double>::infinity()
                                     : dot(values.data(), own.data(), values.size()) + own.back();
      }
    }
  }

 private:
  std::vector<std::vector<double>>
      weights_;  // per class, the bias last; empty for one without rows
};

}  // namespace

bool is_wide(const MatrixView<const double>& rows) {
  return rows.extent(0) <= max_rows && rows.extent(0) <= rows.extent(1);
}

std::vector<double> squared_hinge_coefficients(std::span<const double> gram,
                                               std::span<const double> signs, double cost,
                                               const Context& context) {
  return Newton(gram, signs, cost, context).minimum();
}

std::unique_ptr<const Model> fit_wide_svm(const Examples& examples, double cost,
                                          const Context& context) {
  return std::make_unique<WideSvm>(examples, cost, context);
}

}  // namespace pith
