// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/gaussian.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  return run_on_scores(source, task, context, [&](const Source& own) {
    return run_compromise(own, task, GaussianCompromise::Criterion::entropy, context);
  });
}

Traits traits() {
  Traits all = gaussian_traits();
  all.guarantees.favours_entropy = true;
  return all;
}

}  // namespace

Method gc_e() {
  return {
      .id = "gc-e",
      .title = "Gaussian compromise entropy",
      .family = "gaussian information",
      .formula = "J(x) = sum[y] p(y) min( H*(S,x), H(S,x|y) - log p(y) )",
      .summary =
          "Selects the set with the largest entropy under Gaussian class models, where the "
          "entropy of each class is limited to that of a single Gaussian for all rows. Favours "
          "high variance and low redundancy over relevance.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = compromise_parameters(),
      .references = gaussian_references(),
      .traits = traits(),
      .run = run,
      .traits_with = compromise_traits_with,
      .presets = gaussian_presets({.has_fill = true, .is_entropy = true}),
  };
}

}  // namespace pith::methods
