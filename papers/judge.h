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
#include "pith/learn/folds.h"
#include "pith/learn/linear_svm.h"

namespace pith::papers {

/// How rows that were held out fared.
struct Judgement {
  double error = 0;  ///< share of rows that are predicted wrongly, over all folds
  double auc = 0;    ///< two classes: mean over the folds of the area under the ROC curve
};

/// A ranking of the features of a table of training rows: best first, as many as are needed.
using Ranker = std::function<std::vector<Feature>(const Table&)>;

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

/// One judgement per size. Folds run in parallel; the result does not depend on threads.
inline std::vector<Judgement> judge(const Table& table, const Ranker& ranker, const Trial& trial,
                                    const Context& context) {
  const auto fold_of = stratified_folds(table.target(), trial.folds, trial.seed);
  std::vector<std::vector<Judgement>> all(trial.folds, std::vector<Judgement>(trial.sizes.size()));
  parallel_blocks(context, trial.folds, 1, [&](std::size_t fold, std::size_t) {
    std::vector<std::size_t> train;
    std::vector<std::size_t> test;
    for (std::size_t row = 0; row < table.rows(); ++row)
      (fold_of[row] == fold ? test : train).push_back(row);
    const Table training = table.take(train);
    const std::vector<Feature> ranking = ranker(training);
    std::vector<std::uint32_t> classes;
    for (const std::size_t row : train)
      classes.push_back(table.target().code(row));
    for (std::size_t s = 0; s < trial.sizes.size(); ++s) {
      const std::size_t size = std::min(trial.sizes[s], ranking.size());
      const auto features = std::span(ranking).first(size);
      const std::vector<double> seen = scaled_rows(training, training, features);
      const std::vector<double> judged = scaled_rows(table, training, features);
      const LinearSvm svm(MatrixView<const double>::row_major(seen.data(), train.size(), size),
                          classes, table.classes(), trial.cost);
      std::vector<double> scores[2];
      for (const std::size_t row : test) {
        const auto numbers = std::span(judged).subspan(row * size, size);
        const std::uint32_t truth = table.target().code(row);
        all[fold][s].error += svm.predict(numbers) == truth ? 0 : 1;
        if (table.classes() == 2) scores[truth].push_back(svm.scores(numbers)[1]);
      }
      all[fold][s].auc = auc_of(scores[0], scores[1]);
    }
  });
  std::vector<Judgement> mean(trial.sizes.size());
  for (std::size_t s = 0; s < mean.size(); ++s) {
    double used = 0;
    for (const auto& judgements : all) {
      mean[s].error += judgements[s].error / static_cast<double>(table.rows());
      if (std::isnan(judgements[s].auc)) continue;
      mean[s].auc += judgements[s].auc;
      ++used;
    }
    mean[s].auc = used > 0 ? mean[s].auc / used : std::nan("");
  }
  return mean;
}

}  // namespace pith::papers
