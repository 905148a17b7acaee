// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "pith/measure/anova.h"
#include "pith/measure/pearson.h"
#include "pith/search/target_correlations.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// F of the regression of the target on each feature alone.
std::vector<double> regression_scores(const Table& table, std::vector<double> correlations) {
  double rows = static_cast<double>(table.rows());
  if (table.has_weights())
    rows = std::accumulate(table.weights().begin(), table.weights().end(), 0.0);
  for (double& correlation : correlations)
    correlation = regression_f(correlation, rows);
  return correlations;
}

std::vector<double> scores(const Source& source, const Params&, const Context& context) {
  if (source.classes() == 0)
    return regression_scores(rows_of(source, "anova-f"), target_correlations(source, context));
  return moment_scores(source, pith::anova_f, context);
}

}  // namespace

Method anova_f() {
  return {
      .id = "anova-f",
      .class_name = "AnovaF",
      .title = "ANOVA F statistic",
      .family = "one feature at a time",
      .formula =
          "J(x) = (sum[c] n_c (m_c - m)^2 / (C - 1)) / (sum[c] n_c v_c / (n - C)); numeric y: J(x) "
          "= r^2 / (1 - r^2) (n - 2), r = cor(x,y)",
      .summary =
          "Ranks numeric features by the F statistic of a one-way analysis of variance: the "
          "variance of the class means relative to the variance within the classes. The order is "
          "that of the Fisher score. For a numeric target, F is that of the simple regression.",
      .unit = "F statistic",
      .cost = "O(n d)",
      .parameters = {},
      .references = {{"R. A. Fisher", "Statistical methods for research workers", "Oliver and Boyd",
                      1925, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .targets = SeveralTargets::combined,
                           .takes_weights = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
