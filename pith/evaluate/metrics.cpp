// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/metrics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pith/base/assert.h"
#include "pith/learn/model/model.h"

namespace pith {
namespace {

constexpr double undefined = Metrics::undefined;
constexpr double min_probability = 1e-15;

/// The score of a row for a class, and whether the row belongs to it.
struct ScoredRow {
  double score = 0;
  bool is_member = false;
};

/// The share of pairs of a member and a non-member in which the member has the larger score, where
/// ties count half; NaN without such pairs. Half pairs are counted as integers, so that only the
/// division rounds. The scores of `rows` ascend.
double concordant_share(const std::vector<ScoredRow>& rows) {
  std::uint64_t halves = 0;
  std::uint64_t members = 0;
  std::uint64_t others = 0;  // so far, i.e. with smaller scores
  for (auto begin = rows.begin(); begin != rows.end();) {
    std::uint64_t tied_members = 0;
    std::uint64_t tied_others = 0;
    const auto end = std::find_if(begin + 1, rows.end(),
                                  [&](const ScoredRow& row) { return row.score != begin->score; });
    for (auto row = begin; row != end; ++row)
      ++(row->is_member ? tied_members : tied_others);
    halves += tied_members * (2 * others + tied_others);
    members += tied_members;
    others += tied_others;
    begin = end;
  }
  if (members == 0 || others == 0) return undefined;
  return static_cast<double>(halves) / (2 * static_cast<double>(members * others));
}

double difference(double a, double b) {
  return a == b ? 0 : a - b;  // also for equal infinities
}

/// The rows by their scores for class `c`, ascending. With two classes the score is a difference,
/// so that the order of the one is that of the other from behind.
void sort_rows(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores,
               std::size_t c, std::vector<ScoredRow>& rows) {
  for (std::size_t row = 0; row < truth.size(); ++row) {
    const double score =
        scores.extent(1) == 2 ? difference(scores(row, c), scores(row, 1 - c)) : scores(row, c);
    PITH_ASSERT(!std::isnan(score));
    rows[row] = {score, truth[row] == c};
  }
  std::sort(rows.begin(), rows.end(),
            [](const ScoredRow& a, const ScoredRow& b) { return a.score < b.score; });
}

/// sum[t] (R_t - R_t-1) P_t over the distinct scores, descending; NaN without members. The scores
/// of `rows` ascend.
double average_precision(const std::vector<ScoredRow>& rows) {
  const auto members = static_cast<double>(
      std::count_if(rows.begin(), rows.end(), [](const ScoredRow& row) { return row.is_member; }));
  if (members == 0) return undefined;
  double sum = 0;
  double found = 0;
  double retrieved = 0;
  for (auto begin = rows.rbegin(); begin != rows.rend();) {
    const auto end = std::find_if(begin + 1, rows.rend(),
                                  [&](const ScoredRow& row) { return row.score != begin->score; });
    const auto tied = static_cast<double>(
        std::count_if(begin, end, [](const ScoredRow& row) { return row.is_member; }));
    found += tied;
    retrieved += static_cast<double>(end - begin);
    sum += tied / members * (found / retrieved);
    begin = end;
  }
  return sum;
}

/// A mean of values that are not NaN.
class DefinedMean {
 public:
  void add(double value) {
    if (std::isnan(value)) return;
    sum_ += value;
    count_ += 1;
  }
  double value() const { return count_ > 0 ? sum_ / count_ : undefined; }

 private:
  double sum_ = 0;
  double count_ = 0;
};

/// What depends on the order of the rows by their scores, as means over the classes. Two classes
/// have the same concordant share.
struct RankedMeans {
  double auc = undefined;
  double average_precision = undefined;
};

RankedMeans ranked_means(std::span<const std::uint32_t> truth,
                         const MatrixView<const double>& scores) {
  PITH_ASSERT(truth.size() == scores.extent(0));
  std::vector<ScoredRow> rows(truth.size());
  DefinedMean auc;
  DefinedMean precision;
  for (std::size_t c = 0; c < scores.extent(1); ++c) {
    sort_rows(truth, scores, c, rows);
    auc.add(concordant_share(rows));
    precision.add(average_precision(rows));
  }
  return {.auc = auc.value(), .average_precision = precision.value()};
}

}  // namespace

double error(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> predicted) {
  PITH_ASSERT(truth.size() == predicted.size());
  if (truth.empty()) return undefined;
  std::size_t wrong = 0;
  for (std::size_t row = 0; row < truth.size(); ++row)
    wrong += truth[row] != predicted[row] ? 1 : 0;
  return static_cast<double>(wrong) / static_cast<double>(truth.size());
}

double balanced_error(std::span<const std::uint32_t> truth,
                      std::span<const std::uint32_t> predicted, std::size_t class_count) {
  PITH_ASSERT(truth.size() == predicted.size());
  std::vector<std::size_t> all(class_count, 0);
  std::vector<std::size_t> wrong(class_count, 0);
  for (std::size_t row = 0; row < truth.size(); ++row) {
    ++all[truth[row]];
    wrong[truth[row]] += truth[row] != predicted[row] ? 1 : 0;
  }
  double sum = 0;
  double classes = 0;
  for (std::size_t c = 0; c < class_count; ++c) {
    if (all[c] == 0) continue;
    sum += static_cast<double>(wrong[c]) / static_cast<double>(all[c]);
    ++classes;
  }
  return classes > 0 ? sum / classes : undefined;
}

double auc(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores) {
  return ranked_means(truth, scores).auc;
}

double mean_average_precision(std::span<const std::uint32_t> truth,
                              const MatrixView<const double>& scores) {
  return ranked_means(truth, scores).average_precision;
}

double log_loss(std::span<const std::uint32_t> truth,
                const MatrixView<const double>& log_probabilities) {
  PITH_ASSERT(truth.size() == log_probabilities.extent(0));
  if (truth.empty()) return undefined;
  const double min_log = std::log(min_probability);
  double sum = 0;
  for (std::size_t row = 0; row < truth.size(); ++row)
    sum -= std::clamp(log_probabilities(row, truth[row]), min_log, 0.0);
  return sum / static_cast<double>(truth.size());
}

Metrics metrics(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores,
                bool has_probabilities) {
  PITH_ASSERT(truth.size() == scores.extent(0));
  std::vector<double> of_row(scores.extent(1));
  std::vector<std::uint32_t> predicted(truth.size());
  for (std::size_t row = 0; row < truth.size(); ++row) {
    for (std::size_t c = 0; c < of_row.size(); ++c)
      of_row[c] = scores(row, c);
    predicted[row] = best_class(of_row);
  }
  const RankedMeans ranked = ranked_means(truth, scores);
  return {.error = error(truth, predicted),
          .balanced_error = balanced_error(truth, predicted, scores.extent(1)),
          .auc = ranked.auc,
          .log_loss = has_probabilities ? log_loss(truth, scores) : undefined,
          .mean_average_precision = ranked.average_precision};
}

}  // namespace pith
