// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/logistic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "pith/base/assert.h"
#include "pith/learn/log_sum.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;
using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double largest(const Vector& values) {
  double most = 0;
  for (const double value : values)
    most = std::max(most, std::abs(value));
  return most;
}

/// log(1 + exp(x))
double softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

/// The sum to be minimised. A point is, machine after machine, the weights of the columns and an
/// intercept; two classes make one machine, c > 2 classes make c.
class Objective {
 public:
  Objective(const Examples& examples, const std::vector<std::uint32_t>& places,
            std::size_t machines, double cost)
      : count_(examples.classes.size()),
        columns_(examples.rows.extent(1)),
        machines_(machines),
        cost_(cost),
        means_(columns_),
        rows_(count_ * width()),
        probabilities_(machines * count_),
        room_(machines * count_) {
    for (const std::uint32_t c : examples.classes)
      places_.push_back(places[c]);
    for (std::size_t row = 0; row < count_; ++row) {
      for (std::size_t j = 0; j < columns_; ++j)
        means_[j] += examples.rows(row, j) / static_cast<double>(count_);
    }
    // Centred, intercepts and weights have least to do with each other.
    for (std::size_t row = 0; row < count_; ++row) {
      for (std::size_t j = 0; j < columns_; ++j)
        rows_[row * width() + j] = examples.rows(row, j) - means_[j];
      rows_[row * width() + columns_] = 1;
    }
  }

  std::size_t width() const { return columns_ + 1; }
  std::size_t size() const { return machines_ * width(); }
  const Vector& means() const { return means_; }

  /// The value at a point, where slopes and curvatures are then asked for.
  double value_at(const Vector& point) {
    decide(point, probabilities_);
    double loss = 0;
    Vector logs(machines_);
    for (std::size_t row = 0; row < count_; ++row) {
      if (machines_ == 1) {
        double& decision = probabilities_[row];
        loss += softplus(places_[row] == 1 ? -decision : decision);
        decision = decision >= 0 ? 1 / (1 + std::exp(-decision))
                                 : std::exp(decision) / (1 + std::exp(decision));
        continue;
      }
      for (std::size_t k = 0; k < machines_; ++k)
        logs[k] = probabilities_[k * count_ + row];
      normalise_logs(logs);
      loss -= logs[places_[row]];
      for (std::size_t k = 0; k < machines_; ++k)
        probabilities_[k * count_ + row] = std::exp(logs[k]);
    }
    double squares = 0;
    for (std::size_t k = 0; k < machines_; ++k) {
      for (std::size_t j = 0; j < columns_; ++j)
        squares += point[k * width() + j] * point[k * width() + j];
    }
    return cost_ * loss + squares / 2;
  }

  void slope_at(const Vector& point, Vector& slope) {
    for (std::size_t k = 0; k < machines_; ++k) {
      for (std::size_t row = 0; row < count_; ++row) {
        const bool is_own = machines_ == 1 ? places_[row] == 1 : places_[row] == k;
        room_[k * count_ + row] = cost_ * (probabilities_[k * count_ + row] - (is_own ? 1 : 0));
      }
    }
    gather(point, slope);
  }

  /// The matrix of second derivatives times a direction.
  void curve(const Vector& direction, Vector& product) {
    decide(direction, room_);
    for (std::size_t row = 0; row < count_; ++row) {
      double mean = 0;
      for (std::size_t k = 0; k < machines_; ++k)
        mean += probabilities_[k * count_ + row] * room_[k * count_ + row];
      for (std::size_t k = 0; k < machines_; ++k)
        room_[k * count_ + row] =
            cost_ * probabilities_[k * count_ + row] * (room_[k * count_ + row] - mean);
    }
    gather(direction, product);
  }

  /// The diagonal of that matrix.
  Vector curvatures() const {
    Vector sums(size());
    for (std::size_t k = 0; k < machines_; ++k) {
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
  /// decisions[machine * count + row]
  void decide(const Vector& point, Vector& decisions) const {
    multiply(Input::row_major(point.data(), machines_, width()),
             Input::row_major(rows_.data(), count_, width()).transposed(),
             Output::row_major(decisions.data(), machines_, count_));
  }
  /// out = room * rows + penalised part of `from`
  void gather(const Vector& from, Vector& out) const {
    multiply(Input::row_major(room_.data(), machines_, count_),
             Input::row_major(rows_.data(), count_, width()),
             Output::row_major(out.data(), machines_, width()));
    for (std::size_t k = 0; k < machines_; ++k) {
      for (std::size_t j = 0; j < columns_; ++j)
        out[k * width() + j] += from[k * width() + j];
    }
  }

  std::size_t count_;
  std::size_t columns_;
  std::size_t machines_;
  double cost_;
  Vector means_;
  Vector rows_;                        // centred, with a one at the end
  std::vector<std::uint32_t> places_;  // of each row's class among those that occur
  Vector probabilities_;               // [machine][row]; of one machine: of the second class
  Vector room_;                        // [machine][row]
};

/// Newton's method; its equations are solved by conjugate gradients as far as it pays.
class Newton {
 public:
  Newton(Objective& objective, double tolerance, const Context& context)
      : objective_(objective),
        context_(context),
        point_(objective.size()),
        slope_(objective.size()),
        value_(objective.value_at(point_)) {
    objective_.slope_at(point_, slope_);
    const double first = largest(slope_);
    constexpr int most_steps = 200;
    for (int step = 0; step < most_steps && largest(slope_) > tolerance * first; ++step) {
      if (!move(direction(std::min(0.1, std::sqrt(largest(slope_) / first))))) break;
      objective_.slope_at(point_, slope_);
    }
  }
  const Vector& point() const { return point_; }

 private:
  /// Solves H d = -slope until the residual is `share` of the slope, scaled by the diagonal of H.
  Vector direction(double share) {
    const Vector scale = objective_.curvatures();
    Vector found(slope_.size());
    Vector residual = slope_;
    Vector scaled(slope_.size());
    Vector along(slope_.size());
    Vector product(slope_.size());
    for (double& value : residual)
      value = -value;
    const auto rescale = [&] {
      for (std::size_t i = 0; i < scaled.size(); ++i)
        scaled[i] = residual[i] / scale[i];
      return dot(residual, scaled);
    };
    double square = rescale();
    const double enough = share * share * square;
    along = scaled;
    for (std::size_t step = 0; step < 2 * slope_.size() + 10 && square > enough; ++step) {
      context_.check_cancelled();
      objective_.curve(along, product);
      const double bend = dot(along, product);
      if (!(bend > 0)) break;
      const double length = square / bend;
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

  /// Goes along a direction, half as far until the value falls; false where it does not.
  bool move(const Vector& direction) {
    context_.check_cancelled();
    const double fall = dot(slope_, direction);
    if (!(fall < 0)) return false;
    Vector next(point_.size());
    constexpr int most_halvings = 33;
    double length = 1;
    for (int halving = 0; halving <= most_halvings; ++halving, length /= 2) {
      for (std::size_t i = 0; i < next.size(); ++i)
        next[i] = point_[i] + length * direction[i];
      const double value = objective_.value_at(next);
      // Where all that is left to gain is below rounding, the full step is as good as any.
      const double slack = 1e-14 * std::abs(value_);
      if (!(value <= value_ + 1e-4 * length * fall + slack)) continue;
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
  Vector slope_;
  double value_;
};

class Logistic : public Model {
 public:
  Logistic(const Examples& examples, const LogisticOptions& options, const Context& context)
      : columns_(examples.rows.extent(1)), class_count_(examples.class_count) {
    std::vector<std::uint32_t> places(class_count_);
    for (const std::uint32_t c : examples.classes)
      places[c] = 1;
    for (std::uint32_t c = 0; c < class_count_; ++c) {
      if (places[c] == 0) continue;
      places[c] = static_cast<std::uint32_t>(classes_.size());
      classes_.push_back(c);
    }
    Objective objective(examples, places, machines(), options.cost);
    const Vector point = Newton(objective, options.tolerance, context).point();
    for (std::size_t k = 0; k < machines(); ++k) {
      const auto own = point.begin() + static_cast<std::ptrdiff_t>(k * objective.width());
      const auto end = own + static_cast<std::ptrdiff_t>(columns_);
      weights_.insert(weights_.end(), own, end);
      intercepts_.push_back(*end - std::inner_product(own, end, objective.means().begin(), 0.0));
    }
  }

  void score(const Input& rows, const Output& scores) const override {
    Vector logs(machines());
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      const double* x = rows.data_handle() + row * rows.stride(0);
      for (std::size_t k = 0; k < machines(); ++k)
        logs[k] = std::inner_product(x, x + columns_, &weights_[k * columns_], intercepts_[k]);
      for (std::size_t c = 0; c < class_count_; ++c)
        scores(row, c) = -std::numeric_limits<double>::infinity();
      if (machines() == 1) {
        scores(row, classes_[0]) = -softplus(logs[0]);
        scores(row, classes_[1]) = -softplus(-logs[0]);
        continue;
      }
      normalise_logs(logs);
      for (std::size_t k = 0; k < machines(); ++k)
        scores(row, classes_[k]) = logs[k];
    }
  }

 private:
  std::size_t machines() const { return classes_.size() == 2 ? 1 : classes_.size(); }

  std::size_t columns_;
  std::size_t class_count_;
  std::vector<std::uint32_t> classes_;  // that occur, ascending
  Vector weights_;                      // [machine][column]
  Vector intercepts_;
};

}  // namespace

std::unique_ptr<const Model> fit_logistic(const Examples& examples, const LogisticOptions& options,
                                          const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<Logistic>(examples, options, context);
}

}  // namespace pith
