// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/chi2.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

bool is_sums(const Params& params) {
  return params.choice("form") == "sums";
}

std::vector<double> sum_scores(const Source& source, const Context& context) {
  std::vector<double> scores(source.features());
  std::vector<double> lowest(source.features());
  source.class_moments(
      [&](Feature feature, const ClassMoments& moments) {
        lowest[feature] = moments.smallest();
        if (lowest[feature] >= 0) scores[feature] = chi2_of_sums(moments);
      },
      context);
  for (std::size_t feature = 0; feature < scores.size(); ++feature) {
    const double smallest = lowest[feature];
    if (smallest < 0) {
      throw Error(
          ErrorKind::bad_data,
          fmt::format(
              "feature {} has a negative value ({}), but chi2 of sums requires non-negative "
              "values; use the contingency table instead ({})",
              quoted(source.name(static_cast<Feature>(feature))), number_text(smallest),
              option("form", "counts")));
    }
  }
  return scores;
}

/// The statistic has a chi-squared distribution for counts only; fractions are accepted with a
/// note.
void note_fractions(const Source& source, Selection& selection, const Context& context) {
  const std::size_t count = source.fractional_features(context);
  if (count == 0) return;
  selection.notes.push_back(
      fmt::format("chi2 of sums is meant for counts, but {} {} fractional values, so the scores "
                  "depend on the unit of measurement",
                  counted(count, "feature"), agree(count, "has", "have")));
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const bool has_sums = is_sums(task.params);
  const TargetScores scores = scores_by_target(source, task, [&](const Source& one) {
    return has_sums ? sum_scores(one, context) : count_scores(one, pith::chi2, context);
  });
  const std::size_t features = scores.combined.size();
  context.report({.phase = "select", .done = features, .total = features});
  Selection selection = rank(scores.combined, task);
  scores.add_serves(selection);
  if (has_sums) note_fractions(source, selection, context);
  return selection;
}

}  // namespace

Method chi2() {
  return {
      .id = "chi2",
      .class_name = "Chi2",
      .title = "Chi-squared statistic",
      .family = "one feature at a time",
      .formula =
          "J(x) = sum[cells] (O - E)^2 / E;  counts: O = rows with x and y, E = rows with x * rows "
          "with y / n;  sums: O = sum of x over class y, E = sum of x * rows with y / n",
      .summary =
          "Ranks features by the chi-squared statistic of independence from the class, computed "
          "from the contingency table (counts) or, for word counts and other non-negative "
          "amounts, from the sums over each class (sums).",
      .unit = "chi-squared statistic",
      .cost = "O(n d)",
      .parameters = {Parameter::choice("form", {"counts", "sums"},
                                       "contingency table of levels and classes, with numeric "
                                       "features discretised; or sums of non-negative values over "
                                       "each class")},
      .references = {{"K. Pearson",
                      "On the criterion that a given system of deviations from the probable in the "
                      "case of a correlated system of variables is such that it can be reasonably "
                      "supposed to have arisen from random sampling",
                      "Philosophical Magazine", 1900, "10.1080/14786440009463897"},
                     {"H. Liu and R. Setiono",
                      "Chi2: feature selection and discretization of numeric attributes",
                      "Proceedings of the IEEE International Conference on Tools with Artificial "
                      "Intelligence",
                      1995, "10.1109/TAI.1995.479783"}},
      .traits = {.input = {.targets = SeveralTargets::combined,
                           .takes_weights = true,
                           .spreads_missing = true},
                 .output = {.ranks_all = true}},
      .run = run,
      .traits_with =
          [](Traits traits, const Params& params) {
            traits.input.takes = is_sums(params) ? Takes::numbers : Takes::codes;
            return traits;
          },
  };
}

}  // namespace pith::methods
