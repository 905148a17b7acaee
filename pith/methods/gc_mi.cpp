// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/gaussian.h"

namespace pith::methods {
namespace {

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = compromise_parameters();
  all.push_back(Parameter::flag("cap", true,
                                "no class counts for more than -log p(y); false: the fitted "
                                "Gaussian alone"));
  return all;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const auto criterion = task.params.flag("cap") ? GaussianCompromise::Criterion::information
                                                 : GaussianCompromise::Criterion::fitted;
  return run_compromise(source, task, criterion, context);
}

}  // namespace

Method gc_mi() {
  return {
      .id = "gc-mi",
      .title = "Gaussian compromise, information",
      .family = "gaussian information",
      .formula = "J(x) = sum[y] p(y) min( H*(S,x) - H(S,x|y), -log p(y) )",
      .summary =
          "Prefers the feature with which the whole set says most about the target, when the "
          "features of each class are jointly Gaussian: H(S,x|y) is the entropy of class y, H* "
          "that "
          "of one Gaussian for all rows. Copies and linear combinations add nothing.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = parameters(),
      .references = gaussian_references(),
      .traits = gaussian_traits(),
      .run = run,
      .traits_with = compromise_traits_with,
      .presets = gaussian_presets(true),
  };
}

}  // namespace pith::methods
