// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Jmi {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.conditional_relevance = true};

  explicit Jmi(const Params&) {}

  void absorb(const Terms& last) { sum += last.joint_relevance; }
  double score(double) const { return sum; }

  double sum = 0;
};

}  // namespace

Method jmi() {
  return with_correction({
      .id = "jmi",
      .title = "Joint mutual information",
      .family = "discrete information",
      .formula = "J(x) = sum[s in S] I(x,s;y)",
      .summary =
          "Selects features that are informative about the target together with each selected "
          "feature, so that complementary features are found.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {},
      .references =
          {{"H. H. Yang and J. Moody",
            "Data visualization and feature selection: new algorithms for nongaussian data",
            "Advances in Neural Information Processing Systems 12", 1999, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Jmi>,
  });
}

}  // namespace pith::methods
