// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/class_factors.h"
#include "pith/methods/variational/vmi.h"
#include "pith/select/recipes.h"

namespace pith::methods {

Method vmi_naive() {
  return {
      .id = "vmi-naive",
      .title = "Variational information, naive Bayes",
      .family = "variational",
      .formula =
          "J(x) = mean over the rows of log( q(y|S,x) / p(y) ), "
          "q(y|S,x) ~ p(y) p(x|y) prod[s in S] p(s|y)",
      .summary =
          "Prefers the feature with which a naive Bayes model of the whole set explains the target "
          "best: a lower bound on the joint information, and on trees whose root is the target the "
          "exact one. Numbers have kernel densities, at the cost of the square of the rows.",
      .unit = "nats",
      .cost = "O(n d k c)",
      .parameters = vmi_parameters(),
      .references = vmi_references(),
      .traits = {.input = {.takes = Takes::any, .needs_rows = true, .takes_weights = true},
                 .output = {.is_joint = true},
                 .guarantees = {.rewards_duplicates = true}},
      .run = variational<ClassFactors>,
  };
}

}  // namespace pith::methods
