// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pith/base/assert.h"
#include "pith/learn/log_sum.h"

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The logarithm of a class's density at x is
///   constant + sum[j] weights_j x_j - sum[j] (x_j - means_j)^2 precisions_j;
/// weights are those of categories, precisions (1 / (2 variance)) those of numbers.
struct ClassDensity {
  double constant = -infinity;  ///< stays so for a class that does not occur
  std::vector<double> means;
  std::vector<double> precisions;
  std::vector<double> weights;

  double log_at(const double* x) const {
    // However far a row is, a class that occurs keeps a score.
    constexpr double farthest = 1e290;
    if (means.empty()) return constant;
    double sum = constant;
    for (std::size_t j = 0; j < means.size(); ++j) {
      const double deviation = x[j] - means[j];
      sum += weights[j] * x[j] - std::min(deviation * deviation * precisions[j], farthest);
    }
    return sum;
  }
};

/// Means and variances (with n below) of each column over some rows.
struct ColumnMoments {
  ColumnMoments(const MatrixView<const double>& rows, const std::vector<std::size_t>& taken)
      : means(rows.extent(1)), variances(rows.extent(1)) {
    const auto count = static_cast<double>(taken.size());
    // Relative to the first row, so that constant columns have no variance at all.
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

class NaiveBayes : public Model {
 public:
  NaiveBayes(const Examples& examples, const NaiveBayesOptions& options, const Context& context)
      : densities_(examples.class_count) {
    std::vector<std::vector<std::size_t>> rows_of(examples.class_count);
    std::vector<std::size_t> all;
    for (std::size_t row = 0; row < examples.classes.size(); ++row) {
      rows_of[examples.classes[row]].push_back(row);
      all.push_back(row);
    }
    std::vector<double> most = ColumnMoments(examples.rows, all).variances;
    for (const Indicators& category : examples.categories)
      std::fill_n(most.begin() + category.begin, category.end - category.begin, 0);
    const double largest = most.empty() ? 0 : *std::max_element(most.begin(), most.end());
    for (std::size_t c = 0; c < densities_.size(); ++c) {
      context.check_cancelled();
      if (rows_of[c].empty()) continue;
      densities_[c].constant = std::log(static_cast<double>(rows_of[c].size()) /
                                        static_cast<double>(examples.classes.size()));
      learn(examples, rows_of[c], options.smoothing * largest, densities_[c]);
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
    std::vector<char> is_number(density.means.size(), 1);
    for (const Indicators& category : examples.categories) {
      const auto levels = static_cast<double>(category.end - category.begin);
      for (std::size_t j = category.begin; j < category.end; ++j) {
        is_number[j] = 0;
        // The mean of an indicator is the share of its level.
        density.weights[j] = std::log((density.means[j] * count + 1) / (count + levels));
      }
    }
    for (std::size_t j = 0; j < density.means.size(); ++j) {
      if (is_number[j] == 0) continue;
      double variance = moments.variances[j] + added;
      // Only where no number varies, or nothing is added: any variance will do.
      if (!(variance >= std::numeric_limits<double>::min())) variance = 1;
      density.precisions[j] = 0.5 / variance;
      density.constant -= 0.5 * std::log(variance);
    }
  }

  std::vector<ClassDensity> densities_;
};

}  // namespace

std::unique_ptr<const Model> fit_naive_bayes(const Examples& examples,
                                             const NaiveBayesOptions& options,
                                             const Context& context) {
  PITH_ASSERT(examples.rows.extent(0) == examples.classes.size());
  return std::make_unique<NaiveBayes>(examples, options, context);
}

}  // namespace pith
