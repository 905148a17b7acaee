// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/anova.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

std::vector<double> scores(const Source& source, const Params& params, const Context& context) {
  const bool is_scatter = params.choice("form") == "scatter";
  return moment_scores(source, is_scatter ? fisher_scatter : fisher_pairwise, context);
}

}  // namespace

Method fisher() {
  return {
      .id = "fisher",
      .title = "Fisher score",
      .family = "one feature at a time",
      .formula =
          "J(x) = sum[c] n_c (m_c - m)^2 / sum[c] n_c v_c   or   "
          "mean[a < b] (m_a - m_b)^2 / (v_a + v_b)",
      .summary =
          "Ranks numeric features by the distance between the class means relative to the "
          "variance within the classes.",
      .unit = "ratio",
      .cost = "O(n d)",
      .parameters = {Parameter::choice("form", {"scatter", "pairwise"},
                                       "scatter of all class means about the overall mean, or mean "
                                       "over pairs of classes")},
      .references = {{"R. A. Fisher", "The use of multiple measurements in taxonomic problems",
                      "Annals of Eugenics", 1936, "10.1111/j.1469-1809.1936.tb02137.x"},
                     {"R. O. Duda and P. E. Hart and D. G. Stork", "Pattern classification",
                      "Wiley", 2001, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .targets = SeveralTargets::combined,
                           .takes_weights = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
