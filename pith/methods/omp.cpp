// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <vector>

#include "pith/methods/regression/regression.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// The squared correlation of the candidate with the residuals.
struct Pursuit {
  void absorb(Feature taken, std::span<const Feature>, const Context& context) {
    regression.add(taken, 0, context);
    explained.push_back(regression.fit().explained());
  }
  double score(Feature candidate) const {
    if (!regression.is_admissible(candidate)) return -std::numeric_limits<double>::infinity();
    return regression.fit().squared_correlation(*regression.column(candidate));
  }

  ClassRegression regression;
  std::vector<double> explained = {};  ///< R2 after each feature but the last
};

/// The search compares correlations; what it reports is R2 of the set, as the other methods do.
void report_explained(const Pursuit& pursuit, Selection& selection) {
  double before = 0;
  for (std::size_t i = 0; i < selection.selected.size(); ++i) {
    Selected& step = selection.selected[i];
    step.score = i < pursuit.explained.size()
                     ? pursuit.explained[i]
                     : pursuit.regression.fit().explained() + pursuit.regression.gain(step.feature);
    step.gain = step.score - before;
    before = step.score;
  }
}

Selection run(const Source& source, const Task& task, const Context& context) {
  Pursuit pursuit{.regression = ClassRegression(rows_of(source, "omp"), context)};
  Selection selection = forward(pursuit, source.features(), task, context);
  report_explained(pursuit, selection);
  selection.combinations = pursuit.regression.combinations(selection);
  return selection;
}

}  // namespace

Method omp() {
  return {
      .id = "omp",
      .class_name = "OMP",
      .title = "Orthogonal matching pursuit",
      .family = "regression",
      .formula =
          "next x = argmax sum[c] (x . r_c)^2 / |x|^2, r_c = residual of [y = c] after the "
          "least-squares fit by S; score = R2 of the set",
      .summary =
          "Adds the numeric feature that correlates most with what the selected ones leave of the "
          "classes, and fits again. Linear combinations of selected features are skipped.",
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
                           .needs_rows = true,
                           .takes_weights = true,
                           .needs_variation = true},
                 .output = {.is_joint = true, .may_skip_features = true}},
      .run = run,
  };
}

}  // namespace pith::methods
