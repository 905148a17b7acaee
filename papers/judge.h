// SPDX-License-Identifier: Apache-2.0
// How well a linear SVM does with the first features of a ranking, by cross-validation. Ranking and
// scaling see the training rows only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parallel.h"
#include "pith/data/table.h"
#include "pith/learn/model/folds.h"
#include "pith/learn/svm/liblinear.h"

namespace pith::papers {

/// How rows that were held out fared.
struct Judgement {
  double error = 0;  ///< share of rows that are predicted wrongly, over all folds
  double auc = 0;    ///< two classes: mean over the folds of the area under the ROC curve
};

/// A ranking of the features of a table of training rows: best first, as many as are needed.
using Ranker = std::function<std::vector<Feature>(const Table&)>;
/// Several rankings of the same rows, which may share work; always as many.
using Rankers = std::function<std::vector<std::vector<Feature>>(const Table&)>;

struct Trial {
  std::vector<std::size_t> sizes;  ///< ascending: how many features are judged
  std::size_t folds = 10;
  double cost = 1;
  std::uint64_t seed = 0;
};

/// Area under the curve of scores: the share of pairs in the right order, ties half.
inline double auc_of(const std::vector<double>& of_first, const std::vector<double>& of_second) {
  double right = 0;
  for (const double second : of_second) {
    for (const double first : of_first)
      right += second > first ? 1 : second == first ? 0.5 : 0;
  }
  const double pairs = static_cast<double>(of_first.size()) * static_cast<double>(of_second.size());
  return pairs > 0 ? right / pairs : std::nan("");
}

/// The features of some rows, row-major; scaled to mean 0 and deviation 1 of the training rows.
inline std::vector<double> scaled_rows(const Table& table, const Table& training,
                                       std::span<const Feature> features) {
  std::vector<double> numbers(table.rows() * features.size());
  for (std::size_t i = 0; i < features.size(); ++i) {
    const auto seen = training.feature(features[i]).numbers();
    const auto count = static_cast<double>(seen.size());
    double mean = 0;
    for (const double value : seen)
      mean += value / count;
    double square = 0;
    for (const double value : seen)
      square += (value - mean) * (value - mean);
    const double deviation = std::sqrt(square / count);
    const auto column = table.feature(features[i]).numbers();
    for (std::size_t row = 0; row < table.rows(); ++row) {
      numbers[row * features.size() + i] = deviation > 0 ? (column[row] - mean) / deviation : 0;
    }
  }
  return numbers;
}

/// A fold: what is learnt from, and the rows that are held out.
struct Fold {
  const Table& table;
  std::vector<std::size_t> train;
  std::vector<std::size_t> test;
  Table training;

  Fold(const Table& all, const std::vector<std::uint32_t>& fold_of, std::size_t fold)
      : table(all),
        train(rows_of(fold_of, fold, false)),
        test(rows_of(fold_of, fold, true)),
        training(all.take(train)) {}

 private:
  static std::vector<std::size_t> rows_of(const std::vector<std::uint32_t>& fold_of,
                                          std::size_t fold, bool is_held_out) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < fold_of.size(); ++row)
      if ((fold_of[row] == fold) == is_held_out) rows.push_back(row);
    return rows;
  }
};

/// How the held out rows fare with some features; the error is a count of rows.
inline Judgement judge_features(const Fold& fold, std::span<const Feature> features, double cost) {
  const Table& table = fold.table;
  std::vector<std::uint32_t> classes;
  for (const std::size_t row : fold.train)
    classes.push_back(table.target().code(row));
  const std::vector<double> seen = scaled_rows(fold.training, fold.training, features);
  const std::vector<double> judged = scaled_rows(table, fold.training, features);
  const LinearSvm svm(
      MatrixView<const double>::row_major(seen.data(), fold.train.size(), features.size()), classes,
      table.classes(), {.cost = cost});
  Judgement judgement;
  std::vector<double> scores[2];
  for (const std::size_t row : fold.test) {
    const auto numbers = std::span(judged).subspan(row * features.size(), features.size());
    const std::uint32_t truth = table.target().code(row);
    judgement.error += svm.predict(numbers) == truth ? 0 : 1;
    if (table.classes() == 2) scores[truth].push_back(svm.scores(numbers)[1]);
  }
  judgement.auc = auc_of(scores[0], scores[1]);
  return judgement;
}

/// What one fold gives: judgements [ranking][size], whose errors are counts of its rows.
struct FoldJudgements {
  std::size_t rows = 0;  ///< held out
  std::vector<std::vector<Judgement>> of_ranking = {};
};

/// Folds run in parallel; the result does not depend on threads.
inline std::vector<FoldJudgements> judge_folds(const Table& table, const Rankers& rankers,
                                               const Trial& trial, const Context& context) {
  const auto fold_of = stratified_folds(table.target(), trial.folds, trial.seed);
  std::vector<FoldJudgements> all(trial.folds);
  parallel_blocks(context, trial.folds, 1, [&](std::size_t number, std::size_t) {
    const Fold fold(table, fold_of, number);
    all[number].rows = fold.test.size();
    for (const std::vector<Feature>& ranking : rankers(fold.training)) {
      std::vector<Judgement>& judgements = all[number].of_ranking.emplace_back();
      for (const std::size_t wanted : trial.sizes) {
        const auto features = std::span(ranking).first(std::min(wanted, ranking.size()));
        judgements.push_back(judge_features(fold, features, trial.cost));
      }
    }
  });
  return all;
}

/// Over all folds: judgements [ranking][size].
inline std::vector<std::vector<Judgement>> mean_of_folds(const std::vector<FoldJudgements>& folds) {
  std::vector<std::vector<Judgement>> means = folds.front().of_ranking;
  double rows = 0;
  for (const FoldJudgements& fold : folds)
    rows += static_cast<double>(fold.rows);
  for (std::size_t ranking = 0; ranking < means.size(); ++ranking) {
    for (std::size_t size = 0; size < means[ranking].size(); ++size) {
      Judgement mean;
      double used = 0;
      for (const FoldJudgements& fold : folds) {
        const Judgement& judgement = fold.of_ranking[ranking][size];
        mean.error += judgement.error / rows;
        if (std::isnan(judgement.auc)) continue;
        mean.auc += judgement.auc;
        ++used;
      }
      mean.auc = used > 0 ? mean.auc / used : std::nan("");
      means[ranking][size] = mean;
    }
  }
  return means;
}

inline std::vector<std::vector<Judgement>> judge_all(const Table& table, const Rankers& rankers,
                                                     const Trial& trial, const Context& context) {
  return mean_of_folds(judge_folds(table, rankers, trial, context));
}

/// One judgement per size.
inline std::vector<Judgement> judge(const Table& table, const Ranker& ranker, const Trial& trial,
                                    const Context& context) {
  const Rankers one = [&](const Table& training) {
    return std::vector<std::vector<Feature>>{ranker(training)};
  };
  return judge_all(table, one, trial, context).front();
}

}  // namespace pith::papers
