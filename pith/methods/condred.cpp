// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Condred {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.conditional_redundancy = true};

  explicit Condred(const Params&) {}

  void absorb(const Terms& last) { sum += last.conditional_redundancy; }
  double score(double relevance) const { return relevance + sum; }

  double sum = 0;
};

}  // namespace

Method condred() {
  return with_correction({
      .id = "condred",
      .class_name = "CondRed",
      .title = "Conditional redundancy",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) + sum[s in S] I(x;s|y)",
      .summary =
          "Selects relevant features that depend on the selected ones within the classes, without "
          "a penalty for redundancy.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"G. Brown and A. Pocock and M.-J. Zhao and M. Lujan",
                      "Conditional likelihood maximisation: a unifying framework for information "
                      "theoretic feature selection",
                      "Journal of Machine Learning Research", 2012, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Condred>,
  });
}

}  // namespace pith::methods
