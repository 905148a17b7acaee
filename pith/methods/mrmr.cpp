// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/elementary.h"
#include "pith/methods/discrete/greedy.h"

namespace pith::methods {
namespace {

struct Mrmr {
  static constexpr bool needs_target = false;

  explicit Mrmr(const Params& params)
      : is_quotient(params.choice("form") == "quotient"), epsilon(params.real("epsilon")) {}

  void absorb(const Terms& last) {
    redundancy += last.redundancy;
    ++selected;
  }
  double score(double relevance) const {
    // Less redundancy than expected by chance, which a correction makes negative, is none.
    const double mean = std::max(0.0, redundancy / selected);
    if (!is_quotient) return relevance - mean;
    // 0 / 0 is 0; a positive relevance over 0 is infinite. A negative one is not divided.
    if (relevance <= 0) return relevance;
    const double divisor = mean + epsilon;
    return divisor > 0 ? relevance / divisor : std::numeric_limits<double>::infinity();
  }

  bool is_quotient;
  double epsilon;
  double redundancy = 0;
  double selected = 0;
};

}  // namespace

Method mrmr() {
  return with_correction({
      .id = "mrmr",
      .title = "Minimum redundancy, maximum relevance",
      .family = "discrete information",
      .formula =
          "J(x) = I(x;y) - mean[s in S] I(x;s)   or   I(x;y) / (mean[s in S] I(x;s) + epsilon)",
      .summary =
          "Selects features that are relevant to the target and have low mean redundancy with the "
          "selected features.",
      .unit = "nats (difference) or ratio (quotient)",
      .cost = "O(n d k)",
      .parameters = {Parameter::choice("form", {"difference", "quotient"},
                                       "how relevance and redundancy are combined"),
                     // 1e-4 bit, as in the authors' program.
                     Parameter::real("epsilon", 1e-4 * portable::log(2.0), 0, 1,
                                     "added to the redundancy in the quotient, in nats")},
      .references = {{"H. Peng and F. Long and C. Ding",
                      "Feature selection based on mutual information: criteria of max-dependency, "
                      "max-relevance, and min-redundancy",
                      "IEEE Transactions on Pattern Analysis and Machine Intelligence", 2005,
                      "10.1109/TPAMI.2005.159"}},
      .traits = {.input = {.targets = SeveralTargets::combined, .takes_weights = true}},
      .run = greedy<Mrmr>,
  });
}

}  // namespace pith::methods
