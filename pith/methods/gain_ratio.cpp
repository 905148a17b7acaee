// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/information.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

std::vector<double> scores(const Source& source, const Params&, const Context& context) {
  return count_scores(
      source, [](const Counts& counts) { return pith::gain_ratio(entropies(counts)); }, context);
}

}  // namespace

Method gain_ratio() {
  return {
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
      .traits = {.input = {.takes_weights = true, .spreads_missing = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
