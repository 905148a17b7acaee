// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/log_sum.h"
#include "pith/learn/model/model.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith::learn {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;
using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double max_norm(const Vector& values) {
  double norm = 0;
  for (const double value : values)
    norm = std::max(norm, std::abs(value));
  return norm;
}

/// log(1 + exp(x))
double softplus(double x) {
  return std::max(x, 0.0) + portable::log1p(portable::exp(-std::abs(x)));
}

/// The sum to be minimised: cost * sum[rows] -log P(class) + 1/2 |W|^2, without a penalty on the
/// intercepts. A point holds, model after model, the weights of the columns and an intercept; two
/// classes share one model, c > 2 classes have one each.
class Objective {
 public:
  Objective(const Examples& examples, const std::vector<std::uint32_t>& places, std::size_t models,
            double cost)
      : count_(examples.classes.size()),
        columns_(examples.rows.extent(1)),
        models_(models),
        cost_(cost),
        means_(columns_),
        rows_(count_ * width()),
        probabilities_(models * count_),
        buffer_(models * count_) {
    for (const std::uint32_t c : examples.classes)
      places_.push_back(places[c]);
    for (std::size_t row = 0; row < count_; ++row) {
      for (std::size_t j = 0; j < columns_; ++j)
        means_[j] += examples.rows(row, j) / static_cast<double>(count_);
    }
    // Centred columns make intercepts and weights nearly independent.
    for (std::size_t row = 0; row < count_; ++row) {
      for (std::size_t j = 0; j < columns_; ++j)
        rows_[row * width() + j] = examples.rows(row, j) - means_[j];
      rows_[row * width() + columns_] = 1;
    }
  }

  std::size_t width() const { return columns_ + 1; }
  std::size_t size() const { return models_ * width(); }
  const Vector& means() const { return means_; }

  /// The value at a point. Gradient and second derivatives are then those at this point.
  double value_at(const Vector& point) {
    decide(point, probabilities_);
    double loss = 0;
    Vector logs(models_);
    for (std::size_t row = 0; row < count_; ++row) {
      if (models_ == 1) {
        double& decision = probabilities_[row];
        loss += softplus(places_[row] == 1 ? -decision : decision);
        decision = decision >= 0 ? 1 / (1 + portable::exp(-decision))
                                 : portable::exp(decision) / (1 + portable::exp(decision));
        continue;
      }
      for (std::size_t k = 0; k < models_; ++k)
        logs[k] = probabilities_[k * count_ + row];
      normalise_logs(logs);
      loss -= logs[places_[row]];
      for (std::size_t k = 0; k < models_; ++k)
        probabilities_[k * count_ + row] = portable::exp(logs[k]);
    }
    double squares = 0;
    for (std::size_t k = 0; k < models_; ++k) {
      for (std::size_t j = 0; j < columns_; ++j)
        squares += point[k * width() + j] * point[k * width() + j];
    }
    return cost_ * loss + squares / 2;
  }

  void gradient_at(const Vector& point, Vector& gradient) {
    for (std::size_t k = 0; k < models_; ++k) {
      for (std::size_t row = 0; row < count_; ++row) {
        const bool is_own = models_ == 1 ? places_[row] == 1 : places_[row] == k;
        buffer_[k * count_ + row] = cost_ * (probabilities_[k * count_ + row] - (is_own ? 1 : 0));
      }
    }
    gather(point, gradient);
  }

  /// The Hessian times a direction.
  void multiply_hessian(const Vector& direction, Vector& product) {
    decide(direction, buffer_);
    for (std::size_t row = 0; row < count_; ++row) {
      double mean = 0;
      for (std::size_t k = 0; k < models_; ++k)
        mean += probabilities_[k * count_ + row] * buffer_[k * count_ + row];
      for (std::size_t k = 0; k < models_; ++k)
        buffer_[k * count_ + row] =
            cost_ * probabilities_[k * count_ + row] * (buffer_[k * count_ + row] - mean);
    }
    gather(direction, product);
  }

  /// The diagonal of the Hessian.
  Vector hessian_diagonal() const {
    Vector sums(size());
    for (std::size_t k = 0; k < models_; ++k) {
      double* own = &sums[k * width()];
      std::fill_n(own, columns_, 1.0);
      for (std::size_t row = 0; row < count_; ++row) {
        const double p = probabilities_[k * count_ + row];
        const double factor = cost_ * p * (1 - p);
        const double* x = &rows_[row * width()];
        for (std::size_t j = 0; j < width(); ++j)
          own[j] += factor * x[j] * x[j];
      }
      own[columns_] = std::max(own[columns_], std::numeric_limits<double>::min());
    }
    return sums;
  }

 private:
  /// decisions[model * count + row]
  void decide(const Vector& point, Vector& decisions) const {
    multiply(Input::row_major(point.data(), models_, width()),
             Input::row_major(rows_.data(), count_, width()).transposed(),
             Output::row_major(decisions.data(), models_, count_));
  }
  /// out = buffer * rows + the penalised part of `from`
  void gather(const Vector& from, Vector& out) const {
    multiply(Input::row_major(buffer_.data(), models_, count_),
             Input::row_major(rows_.data(), count_, width()),
             Output::row_major(out.data(), models_, width()));
    for (std::size_t k = 0; k < models_; ++k) {
      for (std::size_t j = 0; j < columns_; ++j)
        out[k * width() + j] += from[k * width() + j];
    }
  }

  std::size_t count_;
  std::size_t columns_;
  std::size_t models_;
  double cost_;
  Vector means_;
  Vector rows_;                        // centred, with a one at the end
  std::vector<std::uint32_t> places_;  // of each row's class among the classes that occur
  Vector probabilities_;               // [model][row]; of a shared model: of the second class
  Vector buffer_;                      // [model][row]
};

/// Newton's method; its equations are solved by conjugate gradients, the more precisely the nearer
/// the minimum is.
class Newton {
 public:
  Newton(Objective& objective, double tolerance, const Context& context)
      : objective_(objective),
        context_(context),
        point_(objective.size()),
        gradient_(objective.size()),
        value_(objective.value_at(point_)) {
    objective_.gradient_at(point_, gradient_);
    const double first = max_norm(gradient_);
    constexpr int max_steps = 200;
    for (int step = 0; step < max_steps && max_norm(gradient_) > tolerance * first; ++step) {
      if (!move(direction(std::min(0.1, std::sqrt(max_norm(gradient_) / first))))) break;
      objective_.gradient_at(point_, gradient_);
    }
  }
  const Vector& point() const { return point_; }

 private:
  /// Solves H d = -gradient until the residual is `share` of the gradient, both scaled by the
  /// diagonal of H.
  Vector direction(double share) {
    const Vector scale = objective_.hessian_diagonal();
    Vector found(gradient_.size());
    Vector residual = gradient_;
    Vector scaled(gradient_.size());
    Vector along(gradient_.size());
    Vector product(gradient_.size());
    for (double& value : residual)
      value = -value;
    const auto rescale = [&] {
      for (std::size_t i = 0; i < scaled.size(); ++i)
        scaled[i] = residual[i] / scale[i];
      return dot(residual, scaled);
    };
    double square = rescale();
    const double target = share * share * square;
    along = scaled;
    for (std::size_t step = 0; step < 2 * gradient_.size() + 10 && square > target; ++step) {
      context_.check_cancelled();
      objective_.multiply_hessian(along, product);
      const double curvature = dot(along, product);
      if (!(curvature > 0)) break;
      const double length = square / curvature;
      for (std::size_t i = 0; i < found.size(); ++i) {
        found[i] += length * along[i];
        residual[i] -= length * product[i];
      }
      const double next = rescale();
      for (std::size_t i = 0; i < along.size(); ++i)
        along[i] = scaled[i] + next / square * along[i];
      square = next;
    }
    return found;
  }

  /// Moves along a direction, halving the step until the value decreases enough; false where it
  /// never does.
  bool move(const Vector& direction) {
    context_.check_cancelled();
    const double descent = dot(gradient_, direction);
    if (!(descent < 0)) return false;
    Vector next(point_.size());
    constexpr int max_halvings = 33;
    double length = 1;
    for (int halving = 0; halving <= max_halvings; ++halving, length /= 2) {
      for (std::size_t i = 0; i < next.size(); ++i)
        next[i] = point_[i] + length * direction[i];
      const double value = objective_.value_at(next);
      // Where the decrease is below rounding, the full step is accepted.
      const double slack = 1e-14 * std::abs(value_);
      if (!(value <= value_ + 1e-4 * length * descent + slack)) continue;
      point_.swap(next);
      value_ = value;
      return true;
    }
    value_ = objective_.value_at(point_);
    return false;
  }

  Objective& objective_;
  const Context& context_;
  Vector point_;
  Vector gradient_;
  double value_;
};

class Logistic : public Model {
 public:
  Logistic(const Examples& examples, double cost, const Context& context)
      : columns_(examples.rows.extent(1)), class_count_(examples.class_count) {
    std::vector<std::uint32_t> places(class_count_);
    for (const std::uint32_t c : examples.classes)
      places[c] = 1;
    for (std::uint32_t c = 0; c < class_count_; ++c) {
      if (places[c] == 0) continue;
      places[c] = static_cast<std::uint32_t>(classes_.size());
      classes_.push_back(c);
    }
    Objective objective(examples, places, models(), cost);
    const Vector point = Newton(objective, tolerance, context).point();
    for (std::size_t k = 0; k < models(); ++k) {
      const auto own = point.begin() + static_cast<std::ptrdiff_t>(k * objective.width());
      const auto end = own + static_cast<std::ptrdiff_t>(columns_);
      weights_.insert(weights_.end(), own, end);
      intercepts_.push_back(*end - std::inner_product(own, end, objective.means().begin(), 0.0));
    }
  }

  void score(const Input& rows, const Output& scores) const override {
    Vector logs(models());
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      const double* x = rows.data_handle() + row * rows.stride(0);
      for (std::size_t k = 0; k < models(); ++k)
        logs[k] = std::inner_product(x, x + columns_, &weights_[k * columns_], intercepts_[k]);
      for (std::size_t c = 0; c < class_count_; ++c)
        scores(row, c) = -std::numeric_limits<double>::infinity();
      if (models() == 1) {
        scores(row, classes_[0]) = -softplus(logs[0]);
        scores(row, classes_[1]) = -softplus(-logs[0]);
        continue;
      }
      normalise_logs(logs);
      for (std::size_t k = 0; k < models(); ++k)
        scores(row, classes_[k]) = logs[k];
    }
  }

 private:
  /// The largest element of the gradient, as a share of that at the start.
  static constexpr double tolerance = 1e-8;

  std::size_t models() const { return classes_.size() == 2 ? 1 : classes_.size(); }

  std::size_t columns_;
  std::size_t class_count_;
  std::vector<std::uint32_t> classes_;  // that occur, ascending
  Vector weights_;                      // [model][column]
  Vector intercepts_;
};

/// A copy of the rows, two numbers for each row and model, and the vectors of Newton's method.
std::uint64_t bytes(const FitSize& size, const Params& /*params*/) {
  constexpr double number = sizeof(double);
  constexpr double vectors = 12;
  const auto rows = static_cast<double>(size.rows);
  const double width = static_cast<double>(size.columns) + 1;
  const double models = size.found() > 2 ? size.found() : 1;
  return whole_bytes(number * (rows * (width + 2 * models + 1) + vectors * models * width +
                               3 * static_cast<double>(size.classes)));
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<Logistic>(examples, params.real("cost"), context);
}

}  // namespace

Learner logistic() {
  return {
      .id = "logistic",
      .title = "Logistic regression",
      .summary =
          "Models log-odds that are linear in the features, with an L2 penalty on the weights; "
          "more than two classes are fitted jointly (softmax).",
      .formula =
          "P(c|x) = exp(w_c'x + b_c) / sum[k] exp(w_k'x + b_k); "
          "min C sum[i] -log P(y_i|x_i) + 1/2 |W|^2",
      .parameters = {Parameter::real("cost", 1, 1e-6, 1e6,
                                     "weight C of the loss; smaller values regularise more")},
      .references = {{"D. R. Cox", "The regression analysis of binary sequences",
                      "Journal of the Royal Statistical Society, Series B", 1958,
                      "10.1111/j.2517-6161.1958.tb00292.x"}},
      .gives_probabilities = true,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
