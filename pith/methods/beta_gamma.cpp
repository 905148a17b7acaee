// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct BetaGamma {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.redundancy = true, .conditional_redundancy = true};

  explicit BetaGamma(const Params& params)
      : beta(params.real("beta")), gamma(params.real("gamma")) {}

  void absorb(const Terms& last) {
    redundancy += last.redundancy;
    conditional += last.conditional_redundancy;
  }
  double score(double relevance) const {
    // Less redundancy than expected by chance, which a correction makes negative, is none.
    return relevance - beta * std::max(0.0, redundancy) + gamma * conditional;
  }

  double beta;
  double gamma;
  double redundancy = 0;
  double conditional = 0;
};

}  // namespace

Method beta_gamma() {
  return with_correction({
      .id = "beta-gamma",
      .class_name = "BetaGamma",
      .title = "Weighted redundancy and conditional redundancy",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) - beta * sum[s in S] I(x;s) + gamma * sum[s in S] I(x;s|y)",
      .summary =
          "Selects relevant features, with a penalty of weight beta for redundancy and a reward "
          "of weight gamma for redundancy within the classes. Special cases are mifs (gamma = 0), "
          "condred (0, 1) and cife (1, 1). The weights are not divided by the number of selected "
          "features.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {Parameter::real("beta", 1.0, 0.0, 1000.0, "weight of the redundancy penalty"),
                     Parameter::real("gamma", 1.0, 0.0, 1000.0,
                                     "weight of the reward for redundancy within the classes")},
      .references = {{"G. Brown and A. Pocock and M.-J. Zhao and M. Lujan",
                      "Conditional likelihood maximisation: a unifying framework for information "
                      "theoretic feature selection",
                      "Journal of Machine Learning Research", 2012, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<BetaGamma>,
  });
}

}  // namespace pith::methods
