// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/cv_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/error.h"
#include "pith/evaluate/evaluation.h"

namespace pith {
namespace {

std::vector<std::size_t> grid(std::size_t max_features) {
  constexpr std::size_t every = 20;
  std::vector<std::size_t> counts;
  for (std::size_t count = 1; count < max_features; count += count < every ? 1 : count / 10)
    counts.push_back(count);
  counts.push_back(max_features);
  return counts;
}

CvPoint point_of(const Evaluation& evaluation, std::size_t count) {
  const Metric metric = evaluation.primary();
  const std::vector<double> errors = evaluation.values({}, count, metric);
  const auto n = static_cast<double>(errors.size());
  CvPoint point{.features = evaluation.plan().counts[count],
                .error = evaluation.mean({}, count, metric)};
  // With rows tested one by one, the RMSE is not the mean of theirs.
  const double centre = is_mean_of_rows(metric)
                            ? point.error
                            : std::accumulate(errors.begin(), errors.end(), 0.0) / n;
  double squares = 0;
  for (const double error : errors)
    squares += (error - centre) * (error - centre);
  point.standard_error = n > 1 ? std::sqrt(squares / (n - 1) / n) : 0;
  return point;
}

}  // namespace

CvChoice choose_by_cv(const Table& table, const Request& request, const CvTest& test,
                      const Context& context) {
  if (!request.keep.empty()) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format(
            "cross-validation cannot choose k when features are kept ({}); give {} a number",
            option("keep"), option("k")));
  }
  Splitting splitting;
  splitting.folds = std::min(splitting.folds, table.rows());
  if (test.splitting) splitting = *test.splitting;
  const Plan plan{
      .methods = {{.id = request.method, .settings = request.params, .label = request.method}},
      .learners = {test.learner},
      .counts = grid(std::min(test.max_features, table.features())),
      .splitting = splitting,
      .scaling = test.scaling,
      .bins = request.bins,
      .missing = request.missing,
      .combine = request.combine,
      .allows_ids = request.allows_ids,
      .has_baseline = false};
  const Evaluation evaluation = evaluate(table, plan, context);
  CvChoice choice{.chance = evaluation.baseline_error()};
  for (std::size_t count = 0; count < evaluation.plan().counts.size(); ++count) {
    choice.points.push_back(point_of(evaluation, count));
    if (choice.points[count].error < choice.points[choice.best].error) choice.best = count;
  }
  const CvPoint& best = choice.points[choice.best];
  const auto good = std::find_if(choice.points.begin(), choice.points.end(), [&](const CvPoint& p) {
    return p.error <= best.error + best.standard_error;
  });
  choice.k = good->features;
  return choice;
}

}  // namespace pith
