// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/class_factors.h"
#include "pith/methods/variational/vmi.h"
#include "pith/select/recipes.h"

namespace pith::methods {

Method vmi_naive() {
  return {
      .id = "vmi-naive",
      .class_name = "VMINaive",
      .title = "Variational information with naive Bayes",
      .family = "variational",
      .formula =
          "J(x) = mean over the rows of log( q(y|S,x) / p(y) ), "
          "q(y|S,x) ~ p(y) p(x|y) prod[s in S] p(s|y)",
      .summary =
          "Selects the set with the highest lower bound on its information about the target, "
          "under a naive Bayes model. Numeric features use kernel densities, at a cost quadratic "
          "in the number of rows.",
      .unit = "nats",
      .cost = "O(n^2 d + n d k c)",
      .parameters = vmi_parameters(),
      .references = vmi_references(),
      .traits = {.input = {.takes = Takes::any, .needs_rows = true, .takes_weights = true},
                 .output = {.is_joint = true},
                 .guarantees = {.rewards_duplicates = true},
                 .growth = {.rows = 2}},
      .run = variational<ClassFactors>,
      .presets = vmi_presets(),
  };
}

}  // namespace pith::methods
