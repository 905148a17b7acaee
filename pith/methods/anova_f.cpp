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
      .title = "F of the analysis of variance",
      .family = "one feature at a time",
      .formula = "J(x) = (sum[c] n_c (m_c - m)^2 / (C - 1)) / (sum[c] n_c v_c / (n - C))",
      .summary =
          "Prefers numbers whose class means differ by more than the spread inside the classes "
          "explains; gives the order of the Fisher score.",
      .unit = "F",
      .cost = "O(n d)",
      .parameters = {},
      .references = {{"R. A. Fisher", "Statistical methods for research workers", "Oliver and Boyd",
                      1925, ""}},
      .traits = {.input = {.takes = Takes::numbers, .takes_weights = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
