// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/gaussian/gaussian.h"
#include "pith/methods/gaussian/response_search.h"

namespace pith::methods {
namespace {

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = compromise_parameters();
  const auto shrinkage = std::find_if(all.begin(), all.end(), [](const Parameter& parameter) {
    return parameter.name == "shrinkage";
  });
  shrinkage->text +=
      "; with a numeric target: share of the diagonal in the covariance of features and target, 0 "
      "unless given";
  all.push_back(Parameter::flag("cap", true,
                                "limit the information of each class to -log p(y); false: the "
                                "fitted Gaussians only"));
  return all;
}

Traits traits() {
  Traits traits = gaussian_traits();
  traits.input.target = TakesTarget::both;
  traits.input.targets = SeveralTargets::numbers_together;
  return traits;
}

Traits traits_with(Traits traits, const Params& params) {
  traits = compromise_traits_with(traits, params);
  traits.input.target = has_response(params) ? TakesTarget::both : TakesTarget::classes;
  // An estimated share of the diagonal makes duplicates differ, where the target is numeric.
  traits.guarantees.rewards_duplicates |= params.is_word("shrinkage");
  return traits;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  if (source.classes() == 0)
    return run_response(rows_of(source, "a numeric target"), task, context);
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
      .formula =
          "J(x) = sum[y] p(y) min( H*(S,x) - H(S,x|y), -log p(y) ); numeric y: J(x) = I(S,x;y) = "
          "-1/2 log(1 - R2)",
      .summary =
          "Selects the set with the most information about the target, assuming that the features "
          "are jointly Gaussian in each class: H(S,x|y) is the entropy of class y, and H* that of "
          "a single Gaussian for all rows. With numeric targets, one Gaussian is fitted to features "
          "and targets. Duplicates and linear combinations add nothing.",
      .unit = "nats",
      .cost = "O(n d k)",
      .parameters = parameters(),
      .references = gaussian_references(),
      .traits = traits(),
      .run = run,
      .traits_with = traits_with,
      .presets = gaussian_presets({.has_fill = true}),
      .numeric_defaults = {{"shrinkage", "0"}},
  };
}

}  // namespace pith::methods
