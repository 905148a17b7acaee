// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Icap {
  static constexpr bool needs_target = true;

  explicit Icap(const Params&) {}

  void absorb(const Terms& last) {
    charge += std::max(0.0, last.redundancy - last.conditional_redundancy);
  }
  double score(double relevance) const { return relevance - charge; }

  double charge = 0;
};

}  // namespace

Method icap() {
  return {
      .id = "icap",
      .title = "Interaction capping",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) - sum[s in S] max(0, I(x;s) - I(x;s|y))",
      .summary =
          "Charges for redundancy but never rewards interaction: each selected feature can only "
          "lower a "
          "candidate.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"A. Jakulin", "Machine learning based on attribute interactions",
                      "PhD thesis, University of Ljubljana", 2005, ""}},
      .traits = {.input = {.takes_weights = true}},
      .run = greedy<Icap>,
  };
}

}  // namespace pith::methods
