// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Cmim {
  static constexpr bool needs_target = true;
  static constexpr bool only_falls = true;

  explicit Cmim(const Params& params) : is_capped(params.flag("cap")) {}

  void absorb(const Terms& last) { least = std::min(least, last.conditional_relevance); }
  double score(double relevance) const { return is_capped ? std::min(relevance, least) : least; }

  bool is_capped;
  double least = std::numeric_limits<double>::infinity();
};

}  // namespace

Method cmim() {
  return {
      .id = "cmim",
      .title = "Conditional mutual information maximisation",
      .family = "discrete information",
      .formula = "J(x) = min( I(x;y), min[s in S] I(x;y|s) )",
      .summary =
          "Prefers features that still say something about the target whichever selected feature "
          "is "
          "known already.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {Parameter::flag(
          "cap", true,
          "whether the score is at most I(x;y), as published; false: the minimum over S alone")},
      .references = {{"F. Fleuret",
                      "Fast binary feature selection with conditional mutual information",
                      "Journal of Machine Learning Research", 2004, ""}},
      .traits = {.input = {.takes_weights = true}},
      .run = greedy<Cmim>,
  };
}

}  // namespace pith::methods
