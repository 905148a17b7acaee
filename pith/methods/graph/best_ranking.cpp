// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/best_ranking.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/learn/model/folds.h"
#include "pith/learn/svm/liblinear.h"

namespace pith {
inline namespace families {
namespace {

constexpr std::array<std::size_t, 5> sizes{10, 50, 100, 150, 200};
constexpr std::array costs{0.1, 1.0, 10.0};

/// Training and test rows. Numbers are standardised with the statistics of the training rows, and
/// categories are indicators.
class Split {
 public:
  Split(const Table& table, std::span<const Feature> features,
        const std::vector<std::uint32_t>& folds, std::uint32_t fold, const Context& context) {
    std::vector<std::size_t> train_rows;
    std::vector<std::size_t> test_rows;
    for (std::size_t row = 0; row < table.rows(); ++row)
      (folds[row] == fold ? test_rows : train_rows).push_back(row);
    for (const Feature feature : features) {
      const Column& column = table.feature(feature);
      starts_.push_back(starts_.back() + (column.is_numbers() ? 1 : column.levels()));
    }
    held_ =
        context.reserve(std::uint64_t{table.rows()} * (starts_.back() * sizeof(double) + 24),
                        "the rows for cross-validation", "choose a number for " + option("alpha"));
    train_.resize(train_rows.size() * starts_.back());
    test_.resize(test_rows.size() * starts_.back());
    for (std::size_t i = 0; i < features.size(); ++i) {
      const Column& column = table.feature(features[i]);
      if (column.is_numbers()) {
        scale(column.numbers(), train_rows, test_rows, starts_[i]);
      } else {
        indicate(column, train_rows, starts_[i], train_);
        indicate(column, test_rows, starts_[i], test_);
      }
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
  double accuracy(std::size_t count, double cost, std::size_t classes,
                  const Context& context) const {
    const MatrixView<const double> rows(train_.data(), train_classes_.size(), starts_[count],
                                        starts_.back(), 1);
    // A coarse solution is enough to compare rankings.
    const LinearSvm svm(rows, train_classes_, classes, {.cost = cost, .tolerance = 0.03}, context);
    double right = 0;
    for (std::size_t r = 0; r < test_classes_.size(); ++r) {
      const auto row = std::span(test_).subspan(r * starts_.back(), starts_[count]);
      right += svm.predict(row) == test_classes_[r] ? 1 : 0;
    }
    return right / static_cast<double>(test_classes_.size());
  }

 private:
  using Rows = std::vector<std::size_t>;

  void scale(std::span<const double> numbers, const Rows& train_rows, const Rows& test_rows,
             std::size_t place) {
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
      train_[r * starts_.back() + place] = scaled(train_rows[r]);
    for (std::size_t r = 0; r < test_rows.size(); ++r)
      test_[r * starts_.back() + place] = scaled(test_rows[r]);
  }
  void indicate(const Column& column, const Rows& rows, std::size_t place,
                std::vector<double>& numbers) const {
    for (std::size_t r = 0; r < rows.size(); ++r)
      numbers[r * starts_.back() + place + column.code(rows[r])] = 1;
  }

  std::vector<std::size_t> starts_{0};  // first column of each feature, and the end
  Reservation held_;
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

/// `ranking_of(ranking, fold)`: every ranking is among the preferences.
template <class RankingOf>
BestRanking best_of(const Table& table, const std::vector<std::uint32_t>& folds,
                    RankingOf ranking_of, const std::vector<std::size_t>& preference,
                    const Context& context) {
  const std::vector<std::size_t> wanted = sizes_up_to(ranking_of(0, 0).size());
  const std::size_t fold_count = ranking_folds(table);
  const std::size_t cells = wanted.size() * costs.size();
  // accuracies[(ranking * folds + fold) * cells + size * costs + cost]
  std::vector<double> accuracies(preference.size() * fold_count * cells);
  std::vector<char> is_used(fold_count);
  parallel_blocks(context, preference.size() * fold_count, 1, [&](std::size_t i, std::size_t) {
    const auto fold = static_cast<std::uint32_t>(i % fold_count);
    const auto features = std::span(ranking_of(i / fold_count, fold)).first(wanted.back());
    const Split split(table, features, folds, fold, context);
    if (i < fold_count) is_used[fold] = split.is_useful() ? 1 : 0;
    if (!split.is_useful()) return;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      context.check_cancelled();
      accuracies[i * cells + cell] = split.accuracy(
          wanted[cell / costs.size()], costs[cell % costs.size()], table.classes(), context);
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

}  // namespace

std::size_t ranking_folds(const Table& table) {
  return std::min<std::size_t>(5, table.rows());
}

BestRanking best_ranking(const Table& table, const std::vector<std::vector<Feature>>& rankings,
                         const std::vector<std::size_t>& preference, const Context& context) {
  const auto folds = stratified_folds(table.target(), ranking_folds(table), context.seed);
  return best_of(
      table, folds,
      [&](std::size_t ranking, std::size_t) -> const std::vector<Feature>& {
        return rankings[ranking];
      },
      preference, context);
}

BestRanking best_ranking(const Table& table, const std::vector<std::uint32_t>& folds,
                         const std::vector<std::vector<std::vector<Feature>>>& rankings,
                         const std::vector<std::size_t>& preference, const Context& context) {
  return best_of(
      table, folds,
      [&](std::size_t ranking, std::size_t fold) -> const std::vector<Feature>& {
        return rankings[fold][ranking];
      },
      preference, context);
}

}  // namespace families
}  // namespace pith
