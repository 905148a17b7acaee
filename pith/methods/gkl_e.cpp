// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/gaussian.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  return run_on_scores(source, task, context, [&](const Source& own) {
    return run_divergence(own, task, GaussianDivergence::Criterion::entropy, context);
  });
}

}  // namespace

Method gkl_e() {
  return {
      .id = "gkl-e",
      .title = "Gaussian Kullback-Leibler entropy",
      .family = "gaussian information",
      .formula =
          "J(x) = mean[y] p(y) (KL(y||rest) + H(y)) + (1 - p(y)) (KL(rest||y) + H(rest)), of S,x",
      .summary =
          "Selects the set with the highest bound on its entropy: each class, modelled as a "
          "Gaussian, differs from the other classes, and the features have high variance and low "
          "redundancy.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = gaussian_parameters(),
      .references = gaussian_references(),
      .traits = gaussian_traits(),
      .run = run,
      .traits_with = gaussian_traits_with,
      .presets = gaussian_presets({.is_entropy = true}),
  };
}

}  // namespace pith::methods
