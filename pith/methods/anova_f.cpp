// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/anova.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

std::vector<double> scores(const Source& source, const Params&, const Context& context) {
  return moment_scores(source, pith::anova_f, context);
}

}  // namespace

Method anova_f() {
  return {
      .id = "anova-f",
      .class_name = "AnovaF",
      .title = "ANOVA F statistic",
      .family = "one feature at a time",
      .formula = "J(x) = (sum[c] n_c (m_c - m)^2 / (C - 1)) / (sum[c] n_c v_c / (n - C))",
      .summary =
          "Ranks numeric features by the F statistic of a one-way analysis of variance: the "
          "variance of the class means relative to the variance within the classes. The order is "
          "that of the Fisher score.",
      .unit = "F statistic",
      .cost = "O(n d)",
      .parameters = {},
      .references = {{"R. A. Fisher", "Statistical methods for research workers", "Oliver and Boyd",
                      1925, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .targets = SeveralTargets::combined,
                           .takes_weights = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
