// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

std::vector<double> scores(const Source& source, const Params& params, const Context& context) {
  return target_scores(source, pith::gain_ratio, correction_of(params, source), context);
}

}  // namespace

Method gain_ratio() {
  return with_correction({
      .id = "gain-ratio",
      .class_name = "GainRatio",
      .title = "Gain ratio",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) / H(x)",
      .summary =
          "Ranks features by the information gain divided by the entropy of the feature, so that "
          "identifiers and other features with many levels are not favoured.",
      .unit = "ratio from 0 to 1",
      .cost = "O(n d)",
      .parameters = {},
      .references = {{"J. R. Quinlan", "Induction of decision trees", "Machine Learning", 1986,
                      "10.1007/BF00116251"}},
      .traits = {.input = {.targets = SeveralTargets::combined,
                           .takes_weights = true,
                           .spreads_missing = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  });
}

}  // namespace pith::methods
