// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/regression/regression.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

Selection run(const Source& source, const Task& task, const Context& context) {
  return select_by_regression<&StepwiseFit::squared_correlation>(rows_of(source, "omp"), task,
                                                                 context);
}

}  // namespace

Method omp() {
  return {
      .id = "omp",
      .class_name = "OMP",
      .title = "Orthogonal matching pursuit",
      .family = "regression",
      .formula =
          "next x = argmax (x . r)^2 / |x|^2, r = residual of y after the least-squares fit by S; "
          "classes: sum[c] of that of [y = c]; score = R2 of the set",
      .summary =
          "Adds the numeric feature that correlates most with what the selected ones leave of the "
          "target, and fits again. Linear combinations of selected features are skipped.",
      .unit = "R2",
      .cost = "O(n d k)",
      .parameters = {},
      .references =
          {{"Y. C. Pati and R. Rezaiifar and P. S. Krishnaprasad",
            "Orthogonal matching pursuit: recursive function approximation with applications to "
            "wavelet decomposition",
            "Asilomar Conference on Signals, Systems and Computers", 1993,
            "10.1109/ACSSC.1993.342465"},
           {"A. Das and D. Kempe",
            "Submodular meets spectral: greedy algorithms for subset selection, sparse "
            "approximation and dictionary selection",
            "International Conference on Machine Learning", 2011, ""}},
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
