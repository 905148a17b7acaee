// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Jmim {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.conditional_relevance = true};
  static constexpr bool only_decreases = true;

  explicit Jmim(const Params&) {}

  void absorb(const Terms& last) { lowest = std::min(lowest, last.joint_relevance); }
  double score(double) const { return lowest; }

  double lowest = std::numeric_limits<double>::infinity();
};

}  // namespace

Method jmim() {
  return with_correction({
      .id = "jmim",
      .title = "Joint mutual information maximisation",
      .family = "discrete information",
      .formula = "J(x) = min[s in S] I(x,s;y)",
      .summary =
          "Selects the feature whose least informative pair with a selected feature has the most "
          "information about the target.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"M. Bennasar and Y. Hicks and R. Setchi",
                      "Feature selection using joint mutual information maximisation",
                      "Expert Systems with Applications", 2015, "10.1016/j.eswa.2015.07.007"}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Jmim>,
  });
}

}  // namespace pith::methods
