// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct BetaGamma {
  static constexpr bool needs_target = true;

  explicit BetaGamma(const Params& params)
      : beta(params.real("beta")), gamma(params.real("gamma")) {}

  void absorb(const Terms& last) {
    redundancy += last.redundancy;
    conditional += last.conditional_redundancy;
  }
  double score(double relevance) const {
    return relevance - beta * redundancy + gamma * conditional;
  }

  double beta;
  double gamma;
  double redundancy = 0;
  double conditional = 0;
};

}  // namespace

Method beta_gamma() {
  return {
      .id = "beta-gamma",
      .title = "Redundancies with weights of your own",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) - beta * sum[s in S] I(x;s) + gamma * sum[s in S] I(x;s|y)",
      .summary =
          "Prefers what its two weights say: (1, 1) is cife, (0, 1) condred, (beta, 0) mifs. The "
          "weights are absolute, not divided by the size of the set.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {Parameter::real("beta", 1.0, 0.0, 1000.0,
                                     "weight of the charge for redundancy"),
                     Parameter::real("gamma", 1.0, 0.0, 1000.0,
                                     "weight of the reward for redundancy within the classes")},
      .references = {{"G. Brown and A. Pocock and M.-J. Zhao and M. Lujan",
                      "Conditional likelihood maximisation: a unifying framework for information "
                      "theoretic feature selection",
                      "Journal of Machine Learning Research", 2012, ""}},
      .traits = {.input = {.takes_weights = true}},
      .run = greedy<BetaGamma>,
  };
}

}  // namespace pith::methods
