// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Disr {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.conditional_relevance = true};

  explicit Disr(const Params&) {}

  void absorb(const Terms& last) { sum += last.symmetrical_relevance; }
  double score(double) const { return sum; }

  double sum = 0;
};

}  // namespace

Method disr() {
  return with_correction({
      .id = "disr",
      .title = "Double input symmetrical relevance",
      .family = "discrete information",
      .formula = "J(x) = sum[s in S] I(x,s;y) / H(x,s,y)",
      .summary =
          "As jmi, but normalised by the joint entropy, so that features with many levels are not "
          "favoured.",
      .unit = "sum of ratios",
      .cost = "O(n d k)",
      .parameters = {},
      .references =
          {{"P. E. Meyer and G. Bontempi",
            "On the use of variable complementarity for feature selection in cancer classification",
            "Applications of Evolutionary Computing", 2006, "10.1007/11732242_9"}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Disr>,
  });
}

}  // namespace pith::methods
