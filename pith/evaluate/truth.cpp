// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/truth.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/assert.h"
#include "pith/evaluate/label_metrics.h"
#include "pith/evaluate/number_metrics.h"
#include "pith/learn/model/model.h"

namespace pith {
namespace {

/// Some columns of the scores.
MatrixView<const double> columns_of(const MatrixView<const double>& scores, std::size_t first,
                                    std::size_t count) {
  return {scores.data_handle() + first * scores.stride(1), scores.extent(0), count,
          scores.stride(0), scores.stride(1)};
}

/// How many labels a target of classes is.
std::size_t labels_of(const Truth& target) {
  return target.class_count() == 2 ? 1 : target.class_count();
}

/// Sets the labels of a row, which begin at `labels`.
void set_labels(const Truth& target, std::uint32_t of_row, std::uint8_t* labels) {
  if (target.class_count() == 2) {
    labels[0] = static_cast<std::uint8_t>(of_row);
  } else {
    labels[of_row] = 1;
  }
}

Goal goal_of(std::size_t targets, std::size_t numeric) {
  if (targets == 1) return numeric == 1 ? Goal::numbers : Goal::classes;
  if (numeric == 0) return Goal::several_classes;
  return numeric == targets ? Goal::several_numbers : Goal::mixed;
}

}  // namespace

Goal goal_of(const Table& table) {
  std::size_t numeric = 0;
  for (std::size_t i = 0; i < table.targets(); ++i)
    numeric += table.target(i).is_numbers() ? 1 : 0;
  return goal_of(table.targets(), numeric);
}

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

Truth Truth::of_several(std::vector<Truth> targets) {
  PITH_ASSERT(targets.size() > 1);
  Truth truth;
  truth.several_ = std::move(targets);
  return truth;
}

Truth Truth::of_table(const Table& table) {
  if (table.targets() == 1) return Truth(table.target());
  std::vector<Truth> each;
  for (std::size_t i = 0; i < table.targets(); ++i)
    each.emplace_back(table.target(i));
  return of_several(std::move(each));
}

Goal Truth::goal() const {
  const auto numeric = static_cast<std::size_t>(std::count_if(
      several_.begin(), several_.end(), [](const Truth& each) { return each.is_numeric(); }));
  return several_.empty() ? goal_of(1, is_numeric() ? 1 : 0) : goal_of(several_.size(), numeric);
}

std::size_t Truth::rows() const {
  if (!several_.empty()) return several_.front().rows();
  return is_numeric() ? numbers_.size() : classes_.size();
}

std::size_t Truth::outputs() const {
  if (several_.empty()) return is_numeric() ? 1 : class_count_;
  std::size_t sum = 0;
  for (const Truth& each : several_)
    sum += each.outputs();
  return sum;
}

Truth Truth::take(std::span<const std::size_t> rows) const {
  Truth taken;
  for (const Truth& each : several_)
    taken.several_.push_back(each.take(rows));
  if (!several_.empty()) return taken;
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
  if (!several_.empty()) return metrics_of_several(scores, has_probabilities);
  if (!is_numeric()) return pith::metrics(classes_, scores, has_probabilities);
  std::vector<double> predicted(rows());
  for (std::size_t row = 0; row < predicted.size(); ++row)
    predicted[row] = scores(row, 0);
  return number_metrics(numbers_, predicted);
}

Metrics Truth::metrics_of_several(const MatrixView<const double>& scores,
                                  bool has_probabilities) const {
  Metrics sums;
  std::vector<std::size_t> counts(metric_count);
  const auto add = [&](Metric metric, double value) {
    if (std::isnan(value)) return;
    double& sum = value_of(sums, metric);
    sum = counts[static_cast<std::size_t>(metric)]++ == 0 ? value : sum + value;
  };
  std::size_t first = 0;
  for (const Truth& each : several_) {
    const Metrics found =
        each.metrics(columns_of(scores, first, each.outputs()), has_probabilities);
    for (const Metric metric : metrics_for(each.goal()))
      add(metric, value_of(found, metric));
    add(Metric::mean_loss, each.is_numeric() ? 1 - found.r2 : found.error);
    first += each.outputs();
  }
  for (const Metric metric : all_metrics()) {
    const std::size_t count = counts[static_cast<std::size_t>(metric)];
    if (count > 0) value_of(sums, metric) /= static_cast<double>(count);
  }
  if (goal() == Goal::several_classes) add_label_metrics(scores, sums);
  return sums;
}

void Truth::add_label_metrics(const MatrixView<const double>& scores, Metrics& metrics) const {
  std::size_t labels = 0;
  for (const Truth& each : several_)
    labels += labels_of(each);
  std::vector<std::uint8_t> truth(rows() * labels);
  std::vector<std::uint8_t> predicted(rows() * labels);
  std::vector<double> of_row;
  for (std::size_t row = 0; row < rows(); ++row) {
    std::size_t label = row * labels;
    std::size_t first = 0;
    for (const Truth& each : several_) {
      of_row.clear();
      for (std::size_t i = 0; i < each.outputs(); ++i)
        of_row.push_back(scores(row, first + i));
      set_labels(each, each.classes_[row], &truth[label]);
      set_labels(each, best_class(of_row), &predicted[label]);
      label += labels_of(each);
      first += each.outputs();
    }
  }
  using View = MatrixView<const std::uint8_t>;
  const LabelMetrics found = label_metrics(View::row_major(truth.data(), rows(), labels),
                                           View::row_major(predicted.data(), rows(), labels));
  metrics.macro_f1 = found.macro_f1;
  metrics.micro_f1 = found.micro_f1;
  metrics.subset_accuracy = found.subset_accuracy;
  metrics.hamming_loss = metrics.error;  // the share of wrong classes, also where they are many
}

std::vector<double> Truth::constant_scores() const {
  if (!several_.empty()) {
    std::vector<double> all;
    for (const Truth& each : several_) {
      const std::vector<double> own = each.constant_scores();
      all.insert(all.end(), own.begin(), own.end());
    }
    return all;
  }
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
