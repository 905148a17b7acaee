// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "pith/linalg/lanczos.h"
#include "pith/methods/discrete/correction.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// The leading eigenvector: the non-negative weights that maximise w'Qw subject to |w| = 1.
Selection run(const Source& source, const Task& task, const Context& context) {
  std::vector<Feature> all(source.features());
  std::iota(all.begin(), all.end(), Feature{0});
  const auto similarity = source.similarity({.kind = SimilarityKind::complements,
                                             .features = all,
                                             .correction = correction_of(task.params, source),
                                             .is_kept = true},
                                            context);
  const EigenPair leading = leading_pair(*similarity, context);
  // A feature without information, alone or given any other, has a row of zeros and weight 0.
  Selection selection = rank(leading.vector, task);
  selection.diagnostics = {{"eigenvalue", leading.value},
                           {"eigenvalue_error", leading.error},
                           {"passes", static_cast<double>(leading.passes)}};
  return selection;
}

}  // namespace

Method spec_cmi() {
  return with_correction({
      .id = "spec-cmi",
      .class_name = "SpecCMI",
      .title = "Spectral conditional mutual information",
      .family = "graph, quadratic and spectral",
      .formula = "J(x_i) = w_i of the maximum of w'Qw, w >= 0, |w| = 1;  q_ii = I(x_i;y), q_ij = "
                 "(I(x_i;y|x_j) + I(x_j;y|x_i)) / 2",
      .summary =
          "Ranks features by the leading eigenvector of a matrix of relevance and of conditional "
          "relevance given each other feature. With many levels and few rows, the conditional "
          "terms are mostly bias.",
      .unit = "weight",
      .cost = "O(n d^2)",
      .parameters = {},
      .references = {{"X. V. Nguyen and J. Chan and S. Romano and J. Bailey",
                      "Effective global approaches for mutual information based feature selection",
                      "ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
                      2014, "10.1145/2623330.2623611"}},
      .traits = {.input = {.takes_weights = true, .needs_variation = true, .min_rows = 3},
                 .output = {.ranks_all = true, .has_relative_scores = true},
                 .growth = {.features = 2}},
      .run = run,
      .bins = DefaultBinning{.bins = {.rule = Bins::Rule::ranks, .count = 5}, .max_distinct = 5},
  });
}

}  // namespace pith::methods
