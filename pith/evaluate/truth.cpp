// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/truth.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/evaluate/number_metrics.h"

namespace pith {

Truth::Truth(const Column& target) {
  if (target.is_numbers()) {
    const Numbers numbers = target.numbers();
    numbers_.assign(numbers.begin(), numbers.end());
    return;
  }
  class_count_ = target.levels();
  classes_.reserve(target.rows());
  for (std::size_t row = 0; row < target.rows(); ++row)
    classes_.push_back(target.code(row));
}

Truth::Truth(std::vector<std::uint32_t> classes) : classes_(std::move(classes)) {
  class_count_ = *std::max_element(classes_.begin(), classes_.end()) + std::size_t{1};
}

Truth Truth::of_numbers(std::vector<double> numbers) {
  Truth truth;
  truth.numbers_ = std::move(numbers);
  return truth;
}

Truth Truth::take(std::span<const std::size_t> rows) const {
  Truth taken;
  taken.class_count_ = class_count_;
  for (const std::size_t row : rows) {
    if (is_numeric()) {
      taken.numbers_.push_back(numbers_[row]);
    } else {
      taken.classes_.push_back(classes_[row]);
    }
  }
  return taken;
}

Metrics Truth::metrics(const MatrixView<const double>& scores, bool has_probabilities) const {
  if (!is_numeric()) return pith::metrics(classes_, scores, has_probabilities);
  std::vector<double> predicted(rows());
  for (std::size_t row = 0; row < predicted.size(); ++row)
    predicted[row] = scores(row, 0);
  return number_metrics(numbers_, predicted);
}

std::vector<double> Truth::constant_scores() const {
  std::vector<double> scores(outputs());
  const auto count = static_cast<double>(rows());
  for (const double number : numbers_)
    scores.front() += number / count;
  for (const std::uint32_t each : classes_)
    ++scores[each];
  if (is_numeric()) return scores;
  for (double& score : scores)
    score = std::log(score / count);
  return scores;
}

}  // namespace pith
