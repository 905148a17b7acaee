// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

std::vector<double> scores(const Source& source, const Params& params, const Context& context) {
  return target_scores(source, pith::symmetric_uncertainty, correction_of(params, source), context);
}

}  // namespace

Method symmetric_uncertainty() {
  return with_correction({
      .id = "symmetric-uncertainty",
      .title = "Symmetric uncertainty",
      .family = "discrete information",
      .formula = "J(x) = 2 I(x;y) / (H(x) + H(y))",
      .summary =
          "Ranks features by the mutual information with the target, normalised to the range from "
          "0 to 1 by the entropies of both.",
      .unit = "ratio from 0 to 1",
      .cost = "O(n d)",
      .parameters = {},
      .references =
          {{"L. Yu and H. Liu",
            "Feature selection for high-dimensional data: a fast correlation-based filter solution",
            "Proceedings of the International Conference on Machine Learning", 2003, ""},
           {"W. H. Press and B. P. Flannery and S. A. Teukolsky and W. T. Vetterling",
            "Numerical recipes in C", "Cambridge University Press", 1988, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined,
                           .takes_weights = true,
                           .spreads_missing = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  });
}

}  // namespace pith::methods
