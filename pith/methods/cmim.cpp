// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Cmim {
  static constexpr bool needs_target = true;
  static constexpr PairTerms uses{.conditional_relevance = true};
  static constexpr bool only_decreases = true;

  explicit Cmim(const Params& params) : is_capped(params.flag("cap")) {}

  void absorb(const Terms& last) { lowest = std::min(lowest, last.conditional_relevance); }
  double score(double relevance) const { return is_capped ? std::min(relevance, lowest) : lowest; }

  bool is_capped;
  double lowest = std::numeric_limits<double>::infinity();
};

}  // namespace

Method cmim() {
  return with_correction({
      .id = "cmim",
      .title = "Conditional mutual information maximisation",
      .family = "discrete information",
      .formula = "J(x) = min( I(x;y), min[s in S] I(x;y|s) )",
      .summary =
          "Selects the feature with the most information about the target that remains whichever "
          "selected feature is given.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {Parameter::flag("cap", true,
                                     "limit the score to I(x;y), as published; false: the minimum "
                                     "over S only")},
      .references = {{"F. Fleuret",
                      "Fast binary feature selection with conditional mutual information",
                      "Journal of Machine Learning Research", 2004, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Cmim>,
  });
}

}  // namespace pith::methods
