// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/regression/regression.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  return select_by_regression<&StepwiseFit::share>(rows_of(source, "forward-regression"), task,
                                                   context);
}

}  // namespace

Method forward_regression() {
  return {
      .id = "forward-regression",
      .title = "Forward regression",
      .family = "regression",
      .formula =
          "J(x) = R2 of the least-squares fit of y by S and x; classes: of [y = c], for all c",
      .summary =
          "Adds the numeric feature that explains most of what the selected ones leave of the "
          "target in a linear regression. Linear combinations of selected features are skipped.",
      .unit = "R2",
      .cost = "O(n d k)",
      .parameters = {},
      .references = {{"A. Das and D. Kempe",
                      "Submodular meets spectral: greedy algorithms for subset selection, sparse "
                      "approximation and dictionary selection",
                      "International Conference on Machine Learning", 2011, ""},
                     {"A. Miller", "Subset selection in regression", "Chapman and Hall/CRC", 2002,
                      "10.1201/9781420035933"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .targets = SeveralTargets::together,
                           .needs_rows = true,
                           .takes_weights = true,
                           .needs_variation = true},
                 .output = {.is_joint = true, .may_skip_features = true}},
      .run = run,
  };
}

}  // namespace pith::methods
