// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

std::vector<double> scores(const Source& source, const Params& params, const Context& context) {
  return target_scores(source, information, correction_of(params, source), context);
}

}  // namespace

Method mim() {
  return with_correction({
      .id = "mim",
      .title = "Mutual information maximisation",
      .family = "discrete information",
      .formula = "J(x) = I(x;y)",
      .summary = "Ranks features by their mutual information with the target, without regard to "
                 "redundancy. Also known as information gain and MaxRel.",
      .unit = "nats",
      .cost = "O(n d)",
      .parameters = {},
      .references = {{"D. D. Lewis",
                      "Feature selection and feature extraction for text categorization",
                      "Proceedings of the Workshop on Speech and Natural Language", 1992,
                      "10.3115/1075527.1075574"}},
      .traits = {.input = {.targets = SeveralTargets::combined,
                           .takes_weights = true,
                           .spreads_missing = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  });
}

}  // namespace pith::methods
