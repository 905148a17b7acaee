// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/log_sum.h"
#include "pith/learn/model/model.h"

namespace pith::learn {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The logarithm of a class's density at x is
///   constant + sum[j] weights_j x_j - sum[j] (x_j - means_j)^2 precisions_j;
/// weights are 0 for numeric columns, and precisions, 1 / (2 variance), are 0 for the indicators of
/// categories.
struct ClassDensity {
  double constant = -infinity;  ///< remains so for a class that does not occur
  std::vector<double> means;
  std::vector<double> precisions;
  std::vector<double> weights;

  double log_at(const double* x) const {
    // The score of a class that occurs is finite, however far the row is.
    constexpr double max_term = 1e290;
    if (means.empty()) return constant;
    double sum = constant;
    for (std::size_t j = 0; j < means.size(); ++j) {
      const double deviation = x[j] - means[j];
      sum += weights[j] * x[j] - std::min(deviation * deviation * precisions[j], max_term);
    }
    return sum;
  }
};

/// Means and variances (sums divided by n) of each column over some rows.
struct ColumnMoments {
  ColumnMoments(const MatrixView<const double>& rows, const std::vector<std::size_t>& taken)
      : means(rows.extent(1)), variances(rows.extent(1)) {
    const auto count = static_cast<double>(taken.size());
    // Relative to the first row, so that the variance of constant columns is exactly 0.
    const double* first = rows.data_handle() + taken.front() * rows.stride(0);
    for (const std::size_t row : taken) {
      const double* x = rows.data_handle() + row * rows.stride(0);
      for (std::size_t j = 0; j < means.size(); ++j)
        means[j] += x[j] - first[j];
    }
    for (std::size_t j = 0; j < means.size(); ++j)
      means[j] = first[j] + means[j] / count;
    for (const std::size_t row : taken) {
      const double* x = rows.data_handle() + row * rows.stride(0);
      for (std::size_t j = 0; j < means.size(); ++j)
        variances[j] += (x[j] - means[j]) * (x[j] - means[j]) / count;
    }
  }
  std::vector<double> means;
  std::vector<double> variances;
};

/// Numeric columns are normal within a class, with a mean and a variance of their own. Categories
/// have P(level) = (count + 1) / (rows + levels); a level that has no column does not change the
/// score. Priors are the class frequencies.
class NaiveBayes : public Model {
 public:
  NaiveBayes(const Examples& examples, double smoothing, const Context& context)
      : densities_(examples.class_count) {
    std::vector<std::vector<std::size_t>> rows_of(examples.class_count);
    std::vector<std::size_t> all;
    for (std::size_t row = 0; row < examples.classes.size(); ++row) {
      rows_of[examples.classes[row]].push_back(row);
      all.push_back(row);
    }
    std::vector<double> variances = ColumnMoments(examples.rows, all).variances;
    for (const Indicators& category : examples.categories)
      std::fill_n(variances.begin() + category.begin, category.end - category.begin, 0);
    const double largest =
        variances.empty() ? 0 : *std::max_element(variances.begin(), variances.end());
    for (std::size_t c = 0; c < densities_.size(); ++c) {
      context.check_cancelled();
      if (rows_of[c].empty()) continue;
      densities_[c].constant = portable::log(static_cast<double>(rows_of[c].size()) /
                                             static_cast<double>(examples.classes.size()));
      learn(examples, rows_of[c], smoothing * largest, densities_[c]);
    }
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      double* own = scores.data_handle() + row * scores.stride(0);
      for (std::size_t c = 0; c < densities_.size(); ++c)
        own[c] = densities_[c].log_at(rows.data_handle() + row * rows.stride(0));
      normalise_logs({own, densities_.size()});
    }
  }

 private:
  static void learn(const Examples& examples, const std::vector<std::size_t>& taken, double added,
                    ClassDensity& density) {
    ColumnMoments moments(examples.rows, taken);
    const auto count = static_cast<double>(taken.size());
    density.means = std::move(moments.means);
    density.precisions.assign(density.means.size(), 0);
    density.weights.assign(density.means.size(), 0);
    std::vector<char> is_numeric(density.means.size(), 1);
    for (const Indicators& category : examples.categories) {
      const auto levels = static_cast<double>(category.end - category.begin);
      for (std::size_t j = category.begin; j < category.end; ++j) {
        is_numeric[j] = 0;
        // The mean of an indicator is the frequency of its level.
        density.weights[j] = portable::log((density.means[j] * count + 1) / (count + levels));
      }
    }
    for (std::size_t j = 0; j < density.means.size(); ++j) {
      if (is_numeric[j] == 0) continue;
      double variance = moments.variances[j] + added;
      // Where no numeric column varies, any variance gives the same scores.
      if (!(variance >= std::numeric_limits<double>::min())) variance = 1;
      density.precisions[j] = 0.5 / variance;
      density.constant -= 0.5 * portable::log(variance);
    }
  }

  std::vector<ClassDensity> densities_;
};

/// The rows of each class, and the densities of the classes.
std::uint64_t bytes(const FitSize& size, const Params& /*params*/) {
  constexpr double number = sizeof(double);
  constexpr double row_numbers = 6;  // lists that grow
  const double columns = static_cast<double>(size.columns) + 4;
  const auto classes = static_cast<double>(size.classes);
  return whole_bytes(
      number * (row_numbers * static_cast<double>(size.rows) + (3 * size.found() + 4) * columns) +
      classes * (sizeof(ClassDensity) + sizeof(std::vector<std::size_t>)));
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<NaiveBayes>(examples, params.real("smoothing"), context);
}

}  // namespace

Learner naive_bayes() {
  return {
      .id = "naive-bayes",
      .title = "Naive Bayes",
      .summary =
          "Assumes that features are independent within a class: numeric features are normal, "
          "categorical ones follow their frequencies with Laplace smoothing.",
      .formula = "P(c|x) ~ P(c) prod[j] P(x_j|c)",
      .parameters = {Parameter::real(
          "smoothing", 1e-9, 1e-15, 1,
          "share of the largest variance that is added to all variances")},
      .references = {{"P. Domingos and M. Pazzani",
                      "On the optimality of the simple Bayesian classifier under zero-one loss",
                      "Machine Learning", 1997, "10.1023/A:1007413511361"}},
      .gives_probabilities = true,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
