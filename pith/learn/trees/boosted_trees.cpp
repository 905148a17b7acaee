// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/boosted_trees.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/elementary.h"
#include "pith/base/parallel.h"

namespace pith {
namespace {

/// Fewer values are not worth a second thread.
constexpr std::size_t min_parallel_values = std::size_t{1} << 17U;

/// Rows of positive weight, with the numbers of their classes among those that have such rows, or
/// with their numeric targets in units of the standard deviation, about the mean.
struct Labelled {
  TreeRows rows;
  std::vector<std::uint32_t> classes;
  std::size_t class_count = 0;
  std::vector<double> numbers;

  /// How many trees a round has, one for each score of a row; 0: there is nothing to learn.
  std::size_t outputs() const {
    if (!numbers.empty() || class_count == 2) return 1;
    return class_count > 2 ? class_count : 0;
  }
};

/// Differences from the first number are used, relative to the largest of them, so that a large
/// mean loses no precision, and squares neither overflow nor vanish.
std::vector<double> standardised(std::vector<double> numbers, std::span<const double> weights) {
  const double origin = numbers[0];
  double largest = 0;
  for (const double number : numbers)
    largest = std::max(largest, std::abs(number - origin));
  if (!(largest > 0)) return {};
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1 : weights[i]; };
  double total = 0;
  double sum = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = (numbers[i] - origin) / largest;
    total += weight(i);
    sum += weight(i) * numbers[i];
  }
  double squares = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] -= sum / total;
    squares += weight(i) * numbers[i] * numbers[i];
  }
  for (double& number : numbers)
    number /= std::sqrt(squares / total);
  return numbers;
}

Labelled numbered_rows(const Table& table) {
  Labelled labelled;
  std::vector<double> numbers;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.has_weights() && !(table.weights()[row] > 0)) continue;
    labelled.rows.rows.push_back(static_cast<std::uint32_t>(row));
    if (table.has_weights()) labelled.rows.weights.push_back(table.weights()[row]);
    numbers.push_back(table.target().number(row));
  }
  labelled.numbers = standardised(std::move(numbers), labelled.rows.weights);
  return labelled;
}

Labelled labelled_rows(const Table& table) {
  if (table.has_numeric_target()) return numbered_rows(table);
  Labelled labelled;
  std::vector<std::uint32_t> codes;
  std::vector<std::uint32_t> numbers(table.classes());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.has_weights() && !(table.weights()[row] > 0)) continue;
    labelled.rows.rows.push_back(static_cast<std::uint32_t>(row));
    if (table.has_weights()) labelled.rows.weights.push_back(table.weights()[row]);
    codes.push_back(table.target().code(row));
    numbers[codes.back()] = 1;
  }
  for (std::uint32_t& number : numbers) {
    const bool has_rows = number > 0;
    number = static_cast<std::uint32_t>(labelled.class_count);
    labelled.class_count += has_rows ? 1 : 0;
  }
  for (const std::uint32_t code : codes)
    labelled.classes.push_back(numbers[code]);
  return labelled;
}

/// The rounds of a boosting, which share trees, scores and the features used so far.
class Booster {
 public:
  Booster(const Table& table, Labelled labelled, const BoostingOptions& options,
          const Context& context)
      : options_(options),
        outputs_(labelled.outputs()),
        classes_(std::move(labelled.classes)),
        class_count_(labelled.class_count),
        numbers_(std::move(labelled.numbers)),
        is_used_(table.features()),
        is_seen_(table.features()),
        trees_(table, std::move(labelled.rows), options.tree, context),
        scores_(rows() * outputs_),
        shares_(scores_.size()),
        residuals_(rows()) {
    for (const Feature feature : options.free)
      is_used_[feature] = 1;
  }

  void run_round(std::size_t round, const Context& context) {
    if (!numbers_.empty()) {
      for (std::size_t row = 0; row < rows(); ++row)
        residuals_[row] = numbers_[row] - scores_[row];
      add_tree(round, 0, context);
      return;
    }
    if (class_count_ == 2) {
      for (std::size_t row = 0; row < classes_.size(); ++row) {
        const double sign = classes_[row] == 1 ? 1 : -1;
        residuals_[row] = sign / (1 + portable::exp(sign * scores_[row]));
      }
      add_tree(round, 0, context);
      return;
    }
    update_shares();
    for (std::size_t c = 0; c < class_count_; ++c) {
      for (std::size_t row = 0; row < classes_.size(); ++row)
        residuals_[row] = (classes_[row] == c ? 1.0 : 0.0) - shares_[row * class_count_ + c];
      add_tree(round, c, context);
    }
  }

  BoostedTrees finish() {
    double loss = 0;
    double sum = 0;
    if (class_count_ > 2) update_shares();
    for (std::size_t row = 0; row < rows(); ++row) {
      const double weight = trees_.weights().empty() ? 1 : trees_.weights()[row];
      loss += weight * row_loss(row);
      sum += weight;
    }
    if (numbers_.empty()) {
      found_.log_loss = loss / sum;
    } else {
      found_.r2 = 1 - loss / sum;  // of a variance of 1
    }
    return std::move(found_);
  }

 private:
  std::size_t rows() const { return std::max(classes_.size(), numbers_.size()); }

  /// Softmax of the scores of each row.
  void update_shares() {
    for (std::size_t row = 0; row < classes_.size(); ++row) {
      const double* const scores = &scores_[row * class_count_];
      double* const shares = &shares_[row * class_count_];
      const double largest = *std::max_element(scores, scores + class_count_);
      double sum = 0;
      for (std::size_t c = 0; c < class_count_; ++c)
        sum += shares[c] = portable::exp(scores[c] - largest);
      for (std::size_t c = 0; c < class_count_; ++c)
        shares[c] /= sum;
    }
  }

  double row_loss(std::size_t row) const {
    if (!numbers_.empty()) return (numbers_[row] - scores_[row]) * (numbers_[row] - scores_[row]);
    if (class_count_ > 2) return -portable::log(shares_[row * class_count_ + classes_[row]]);
    const double score = classes_[row] == 1 ? scores_[row] : -scores_[row];
    return std::max(0.0, -score) + portable::log1p(portable::exp(-std::abs(score)));
  }

  /// Fits a tree to the residuals and adds it to the scores of class c.
  void add_tree(std::size_t round, std::size_t c, const Context& context) {
    std::vector<RegressionNode> nodes = trees_.grow(residuals_, is_used_, context);
    for (const RegressionNode& node : nodes) {
      if (!node.is_split) continue;
      ++found_.splits;
      if (is_seen_[node.feature] != 0) continue;
      is_seen_[node.feature] = 1;
      found_.introduced.push_back({node.feature, round, node.gain});
    }
    for (std::size_t row = 0; row < rows(); ++row)
      scores_[row * outputs_ + c] += options_.rate * trees_.leaf_means()[row];
    if (found_.first_tree.empty()) found_.first_tree = std::move(nodes);
  }

  const BoostingOptions& options_;
  std::size_t outputs_;
  std::vector<std::uint32_t> classes_;  // or numbers_
  std::size_t class_count_;
  std::vector<double> numbers_;
  std::vector<char> is_used_;
  std::vector<char> is_seen_;
  RegressionTrees trees_;
  std::vector<double> scores_;  // rows x classes, or rows
  std::vector<double> shares_;
  std::vector<double> residuals_;
  BoostedTrees found_;
};

}  // namespace

BoostedTrees boost_trees(const Table& table, const BoostingOptions& options, Work& work,
                         const Context& context) {
  Labelled labelled = labelled_rows(table);
  if (labelled.outputs() == 0) {
    work.add(options.rounds);
    return {};
  }
  const std::uint64_t numbers_per_row = 2 * labelled.outputs() + 2;
  const std::size_t rows = labelled.rows.rows.size();
  const Reservation held =
      context.reserve(sizeof(double) * rows * numbers_per_row, "the scores of every row and class",
                      "select from fewer rows");
  const bool is_small = rows * table.features() < min_parallel_values;
  const Context own = is_small ? context.serial() : context;
  Booster booster(table, std::move(labelled), options, context);
  for (std::size_t round = 0; round < options.rounds; ++round) {
    context.check_cancelled();
    booster.run_round(round, own);
    work.add(1);
  }
  return booster.finish();
}

}  // namespace pith
