// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/gaussian.h"

namespace pith::methods {
namespace {

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = compromise_parameters();
  all.push_back(Parameter::flag("cap", true,
                                "limit the information of each class to -log p(y); false: the "
                                "fitted Gaussians only"));
  return all;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const auto criterion = task.params.flag("cap") ? GaussianCompromise::Criterion::information
                                                 : GaussianCompromise::Criterion::fitted;
  return run_on_scores(source, task, context, [&](const Source& own) {
    return run_compromise(own, task, criterion, context);
  });
}

}  // namespace

Method gc_mi() {
  return {
      .id = "gc-mi",
      .title = "Gaussian compromise mutual information",
      .family = "gaussian information",
      .formula = "J(x) = sum[y] p(y) min( H*(S,x) - H(S,x|y), -log p(y) )",
      .summary =
          "Selects the set with the most information about the target, assuming that the features "
          "are jointly Gaussian in each class: H(S,x|y) is the entropy of class y, and H* that of "
          "a single Gaussian for all rows. Duplicates and linear combinations add nothing.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = parameters(),
      .references = gaussian_references(),
      .traits = gaussian_traits(),
      .run = run,
      .traits_with = compromise_traits_with,
      .presets = gaussian_presets({.has_fill = true}),
  };
}

}  // namespace pith::methods
