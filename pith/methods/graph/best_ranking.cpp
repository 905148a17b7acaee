// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/best_ranking.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pith/base/parallel.h"
#include "pith/learn/model/folds.h"
#include "pith/learn/svm/liblinear.h"

namespace pith {
inline namespace families {
namespace {

constexpr std::array<std::size_t, 5> sizes{10, 50, 100, 150, 200};
constexpr std::array costs{0.1, 1.0, 10.0};

/// Training and test rows, standardised with the statistics of the training rows.
class Split {
 public:
  Split(const Table& table, std::span<const Feature> features,
        const std::vector<std::uint32_t>& folds, std::uint32_t fold)
      : features_(features.size()) {
    std::vector<std::size_t> train_rows;
    std::vector<std::size_t> test_rows;
    for (std::size_t row = 0; row < table.rows(); ++row)
      (folds[row] == fold ? test_rows : train_rows).push_back(row);
    train_.resize(train_rows.size() * features_);
    test_.resize(test_rows.size() * features_);
    for (std::size_t i = 0; i < features_; ++i) {
      const auto numbers = table.feature(features[i]).numbers();
      double mean = 0;
      for (const std::size_t row : train_rows)
        mean += numbers[row] / static_cast<double>(train_rows.size());
      double square = 0;
      for (const std::size_t row : train_rows)
        square += (numbers[row] - mean) * (numbers[row] - mean);
      const double deviation = std::sqrt(square / static_cast<double>(train_rows.size()));
      const auto scaled = [&](std::size_t row) {
        return deviation > 0 ? (numbers[row] - mean) / deviation : 0;
      };
      for (std::size_t r = 0; r < train_rows.size(); ++r)
        train_[r * features_ + i] = scaled(train_rows[r]);
      for (std::size_t r = 0; r < test_rows.size(); ++r)
        test_[r * features_ + i] = scaled(test_rows[r]);
    }
    for (const std::size_t row : train_rows)
      train_classes_.push_back(table.target().code(row));
    for (const std::size_t row : test_rows)
      test_classes_.push_back(table.target().code(row));
  }

  /// Whether there are test rows, and at least two classes to train on.
  bool is_useful() const {
    return !test_classes_.empty() &&
           std::any_of(train_classes_.begin(), train_classes_.end(),
                       [&](std::uint32_t c) { return c != train_classes_.front(); });
  }
  /// The test accuracy of an SVM on the first `count` features.
  double accuracy(std::size_t count, double cost, std::size_t classes) const {
    const MatrixView<const double> rows(train_.data(), train_classes_.size(), count, features_, 1);
    // A coarse solution is enough to compare rankings.
    const LinearSvm svm(rows, train_classes_, classes, {.cost = cost, .tolerance = 0.03});
    double right = 0;
    for (std::size_t r = 0; r < test_classes_.size(); ++r) {
      const auto row = std::span(test_).subspan(r * features_, count);
      right += svm.predict(row) == test_classes_[r] ? 1 : 0;
    }
    return right / static_cast<double>(test_classes_.size());
  }

 private:
  std::size_t features_;
  std::vector<double> train_;
  std::vector<double> test_;
  std::vector<std::uint32_t> train_classes_;
  std::vector<std::uint32_t> test_classes_;
};

/// The sizes 10, 50, ... up to the number of features, and that number if it is below the largest.
std::vector<std::size_t> sizes_up_to(std::size_t features) {
  std::vector<std::size_t> wanted;
  for (const std::size_t size : sizes) {
    wanted.push_back(std::min(size, features));
    if (size >= features) break;
  }
  return wanted;
}

}  // namespace

BestRanking best_ranking(const Table& table, const std::vector<std::vector<Feature>>& rankings,
                         const std::vector<std::size_t>& preference, const Context& context) {
  const std::vector<std::size_t> wanted = sizes_up_to(rankings.front().size());
  const std::size_t fold_count = std::min<std::size_t>(5, table.rows());
  const auto folds = stratified_folds(table.target(), fold_count, context.seed);
  const std::size_t cells = wanted.size() * costs.size();
  // accuracies[(ranking * folds + fold) * cells + size * costs + cost]
  std::vector<double> accuracies(rankings.size() * fold_count * cells);
  std::vector<char> is_used(fold_count);
  parallel_blocks(context, rankings.size() * fold_count, 1, [&](std::size_t i, std::size_t) {
    const auto features = std::span(rankings[i / fold_count]).first(wanted.back());
    const auto fold = static_cast<std::uint32_t>(i % fold_count);
    const Split split(table, features, folds, fold);
    if (i < fold_count) is_used[fold] = split.is_useful() ? 1 : 0;
    if (!split.is_useful()) return;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      context.check_cancelled();
      accuracies[i * cells + cell] =
          split.accuracy(wanted[cell / costs.size()], costs[cell % costs.size()], table.classes());
    }
  });
  const auto used = static_cast<double>(std::count(is_used.begin(), is_used.end(), 1));
  BestRanking best{
      .ranking = preference.front(), .features = wanted.front(), .cost = costs.front()};
  double highest = -1;
  for (std::size_t size = 0; size < wanted.size(); ++size) {
    for (const std::size_t ranking : preference) {
      for (std::size_t cost = 0; cost < costs.size(); ++cost) {
        double sum = 0;
        for (std::size_t fold = 0; fold < fold_count; ++fold) {
          sum += accuracies[(ranking * fold_count + fold) * cells + size * costs.size() + cost];
        }
        if (used == 0 || sum / used <= highest + 1e-12) continue;
        highest = sum / used;
        best = {ranking, wanted[size], costs[cost], highest};
      }
    }
  }
  return best;
}

}  // namespace families
}  // namespace pith
