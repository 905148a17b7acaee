// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Mifs {
  static constexpr bool needs_target = false;

  explicit Mifs(const Params& params) : beta(params.real("beta")) {}

  void absorb(const Terms& last) { redundancy += last.redundancy; }
  /// Less redundancy than expected by chance, which a correction makes negative, is none.
  double score(double relevance) const { return relevance - beta * std::max(0.0, redundancy); }

  double beta;
  double redundancy = 0;
};

}  // namespace

Method mifs() {
  return with_correction({
      .id = "mifs",
      .title = "Mutual information feature selection",
      .family = "discrete information",
      .formula = "J(x) = I(x;y) - beta * sum[s in S] I(x;s)",
      .summary = "Selects relevant features, with a penalty for the redundancy with each selected "
                 "feature.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = {Parameter::real("beta", 1.0, 0.0, 1000.0, "weight of the redundancy penalty")},
      .references =
          {{"R. Battiti",
            "Using mutual information for selecting features in supervised neural net learning",
            "IEEE Transactions on Neural Networks", 1994, "10.1109/72.298224"}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Mifs>,
  });
}

}  // namespace pith::methods
