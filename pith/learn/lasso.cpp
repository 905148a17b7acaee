// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "pith/learn/linear/linear_model.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/linalg/lasso_model.h"
#include "pith/linalg/vector_kernels.h"

namespace pith::learn {
namespace {

/// The default penalty, as a share of the least with which all weights are 0.
constexpr double default_share = 0.01;

/// min 1/(2n) |y - Xw|^2 + alpha |w|_1 by coordinate descent. Full sweeps alternate with sweeps
/// over the weights that are not 0, until the duality gap is at most tolerance |y|^2 / n: for
/// residuals r, the dual point s r with s = min(1, n alpha / max[j] |x_j'r|) is feasible, and the
/// gap is that between the two objectives.
class Descent {
 public:
  Descent(const CentredExamples& centred, const Context& context)
      : centred_(centred),
        context_(context),
        rows_(centred.numbers.size()),
        count_(static_cast<double>(rows_)),
        residuals_(centred.numbers),
        weights_(centred.means.size()) {
    for (std::size_t j = 0; j < weights_.size(); ++j)
      squares_.push_back(dot(column(j), column(j), rows_));
  }

  /// The least alpha with which all weights are 0.
  double max_alpha() const { return max_pull() / count_; }

  std::vector<double> run(double alpha, double tolerance) {
    constexpr std::size_t max_rounds = 10'000;
    constexpr std::size_t sweeps_between = 10;
    const double enough =
        tolerance * dot(centred_.numbers.data(), centred_.numbers.data(), rows_) / count_;
    for (std::size_t round = 0; round < max_rounds; ++round) {
      context_.check_cancelled();
      sweep(alpha, false);
      if (gap(alpha) <= enough) break;
      for (std::size_t i = 0; i < sweeps_between; ++i)
        sweep(alpha, true);
    }
    return std::move(weights_);
  }

 private:
  const double* column(std::size_t j) const { return centred_.values.data() + j * rows_; }

  double max_pull() const {
    double most = 0;
    for (std::size_t j = 0; j < weights_.size(); ++j)
      most = std::max(most, std::abs(dot(column(j), residuals_.data(), rows_)));
    return most;
  }

  void sweep(double alpha, bool only_active) {
    for (std::size_t j = 0; j < weights_.size(); ++j) {
      if (!(squares_[j] > 0) || (only_active && weights_[j] == 0)) continue;
      const double slope = -dot(column(j), residuals_.data(), rows_);
      const double moved = lasso_coordinate(weights_[j], slope, squares_[j], count_ * alpha);
      if (moved == weights_[j]) continue;
      add_multiple(weights_[j] - moved, column(j), residuals_.data(), rows_);
      weights_[j] = moved;
    }
  }

  double gap(double alpha) const {
    const double squares = dot(residuals_.data(), residuals_.data(), rows_);
    const double along = dot(residuals_.data(), centred_.numbers.data(), rows_);
    const double pull = max_pull();
    const double share = pull > count_ * alpha ? count_ * alpha / pull : 1;
    double norm = 0;
    for (const double weight : weights_)
      norm += std::abs(weight);
    // 1/2 |r|^2 + n alpha |w|_1 - (s r'y - s^2 / 2 |r|^2), divided by n.
    return ((1 + share * share) / 2 * squares + count_ * alpha * norm - share * along) / count_;
  }

  const CentredExamples& centred_;
  const Context& context_;
  std::size_t rows_;
  double count_;
  std::vector<double> residuals_;
  std::vector<double> weights_;
  std::vector<double> squares_;  // of the columns
};

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  context.check_cancelled();
  const CentredExamples centred(examples, CentredExamples::Order::columns);
  Descent descent(centred, context);
  const double most = descent.max_alpha();
  const double alpha = params.is_word("alpha") ? default_share * most : params.real("alpha");
  if (alpha >= most) return centred.model(std::vector<double>(centred.means.size()));
  return centred.model(descent.run(alpha, params.real("tolerance")));
}

std::uint64_t bytes(const FitSize& size, const Params&) {
  const auto numbers = static_cast<double>(size.rows + 3 * size.columns);
  return CentredExamples::bytes(size) + whole_bytes(sizeof(double) * numbers);
}

}  // namespace

Learner lasso() {
  return {
      .id = "lasso",
      .title = "Lasso",
      .summary =
          "Predicts a number by a linear function with few weights other than 0, found by "
          "coordinate descent.",
      .formula = "min 1/(2n) sum[i] (y_i - b - w'x_i)^2 + alpha sum[j] |w_j|",
      .parameters = {Parameter::real_or(
                         "auto",
                         Parameter::real("alpha", 1, 1e-12, 1e12,
                                         "weight of the penalty; auto: a hundredth of the least "
                                         "with which all weights are 0"),
                         {"auto"}),
                     Parameter::real("tolerance", 1e-6, 1e-12, 0.1,
                                     "duality gap, as a share of the mean squared deviation of the "
                                     "target, at which the descent ends")},
      .references = {{"R. Tibshirani", "Regression shrinkage and selection via the lasso",
                      "Journal of the Royal Statistical Society, Series B", 1996,
                      "10.1111/j.2517-6161.1996.tb02080.x"},
                     {"J. Friedman and T. Hastie and R. Tibshirani",
                      "Regularization paths for generalized linear models via coordinate descent",
                      "Journal of Statistical Software", 2010, "10.18637/jss.v033.i01"}},
      .predicts = Predicts::numbers,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
