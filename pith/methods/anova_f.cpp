// SPDX-License-Identifier: Apache-2.0
#include "pith/data/widened.h"
#include "pith/measure/anova.h"
#include "pith/measure/pearson.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// F of the regression of the target on each feature alone.
std::vector<double> regression_scores(const Table& table, const Context& context) {
  const PearsonTarget target(table.target().numbers(), table.weights());
  std::vector<double> scores(table.features());
  for_each_widened(table.parts().features, 0, context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     for (std::size_t i = 0; i < columns.size(); ++i) {
                       const double correlation = target.correlation(columns[i].numbers());
                       scores[first + i] = regression_f(correlation, target.weight());
                     }
                   });
  return scores;
}

std::vector<double> scores(const Source& source, const Params&, const Context& context) {
  if (source.classes() == 0) return regression_scores(rows_of(source, "a numeric target"), context);
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
                           .takes_weights = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
