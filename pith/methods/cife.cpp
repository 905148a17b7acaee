// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Cife {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.redundancy = true, .conditional_redundancy = true};

  explicit Cife(const Params&) {}

  void absorb(const Terms& last) { sum += last.conditional_redundancy - last.redundancy; }
  double score(double relevance) const { return relevance + sum; }

  double sum = 0;
};

}  // namespace

Method cife() {
  return with_correction({
      .id = "cife",
      .title = "Conditional infomax feature extraction",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) - sum[s in S] I(x;s) + sum[s in S] I(x;s|y)",
      .summary =
          "Selects relevant features that add information which the selected features do not "
          "have. The redundancy terms are summed, not averaged, so that they grow with the number "
          "of selected features.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"D. Lin and X. Tang",
                      "Conditional infomax learning: an integrated framework for feature "
                      "extraction and fusion",
                      "European Conference on Computer Vision", 2006, "10.1007/11744023_6"}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Cife>,
  });
}

}  // namespace pith::methods
