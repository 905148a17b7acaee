// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/gaussian.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  return run_on_scores(source, task, context, [&](const Source& own) {
    return run_divergence(own, task, GaussianDivergence::Criterion::information, context);
  });
}

}  // namespace

Method gkl_mi() {
  return {
      .id = "gkl-mi",
      .title = "Gaussian Kullback-Leibler mutual information",
      .family = "gaussian information",
      .formula = "J(x) = mean[y] p(y) KL(y||rest) + (1 - p(y)) KL(rest||y), of S,x",
      .summary =
          "Selects the set for which each class, modelled as a Gaussian, differs most from the "
          "other classes. The score is an upper bound on the mutual information up to a constant.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = gaussian_parameters(),
      .references = gaussian_references(),
      .traits = gaussian_traits(),
      .run = run,
      .traits_with = gaussian_traits_with,
      .presets = gaussian_presets({}),
  };
}

}  // namespace pith::methods
