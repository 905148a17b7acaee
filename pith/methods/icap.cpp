// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Icap {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.redundancy = true, .conditional_redundancy = true};

  explicit Icap(const Params&) {}

  void absorb(const Terms& last) {
    penalty += std::max(0.0, last.redundancy - last.conditional_redundancy);
  }
  double score(double relevance) const { return relevance - penalty; }

  double penalty = 0;
};

}  // namespace

Method icap() {
  return with_correction({
      .id = "icap",
      .title = "Interaction capping",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) - sum[s in S] max(0, I(x;s) - I(x;s|y))",
      .summary =
          "Selects relevant features with a penalty for redundancy, but without a reward for "
          "interactions.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"A. Jakulin", "Machine learning based on attribute interactions",
                      "PhD thesis, University of Ljubljana", 2005, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Icap>,
  });
}

}  // namespace pith::methods
