// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/correlation.h"

#include <cmath>

#include "pith/data/widened.h"
#include "pith/measure/distance_correlation.h"
#include "pith/measure/pearson.h"
#include "pith/search/target_correlations.h"
#include "pith/select/recipes.h"
#include "pith/stats/ranks.h"

namespace pith::methods {
namespace {

/// Scores every feature by itself; `score` gets its numbers.
template <class Score>
std::vector<double> scores_of(const Table& table, std::uint64_t bytes, const Context& context,
                              Score score) {
  std::vector<double> scores(table.features());
  for_each_widened(table.parts().features, bytes, context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     for (std::size_t i = 0; i < columns.size(); ++i)
                       scores[first + i] = score(columns[i].numbers());
                   });
  return scores;
}

std::vector<double> ranks_of(std::span<const double> numbers, std::span<const double> weights) {
  std::vector<double> ranks(numbers.size());
  Ranker().rank(numbers, weights, ranks);
  return ranks;
}

double class_score(std::span<const double> numbers, const Table& table) {
  ClassMoments moments(table.classes());
  moments.update(numbers, table.target(), table.weights());
  return class_correlation(moments);
}

std::vector<double> spearman(const Table& table, const Context& context) {
  const std::span<const double> weights = table.weights();
  const std::uint64_t bytes = (ranker_bytes + sizeof(double)) * table.rows();
  if (table.has_classes()) {
    return scores_of(table, bytes + ClassMoments::bytes(table.classes()), context,
                     [&](std::span<const double> numbers) {
                       return class_score(ranks_of(numbers, weights), table);
                     });
  }
  const PearsonTarget target(ranks_of(table.target().numbers(), weights), weights);
  return scores_of(table, bytes, context, [&](std::span<const double> numbers) {
    return std::abs(target.correlation(ranks_of(numbers, weights)));
  });
}

std::vector<double> distance(const Table& table, const Context& context) {
  const Reservation held =
      context.reserve(DistanceTarget::bytes * table.rows(), "the distances of the target");
  const DistanceTarget target(table.target(), table.weights());
  return scores_of(table, DistanceTarget::bytes * table.rows(), context,
                   [&](std::span<const double> numbers) { return target.correlation(numbers); });
}

std::vector<double> scores(const Source& source, const Params& params, const Context& context) {
  const Table& table = rows_of(source, "correlation");
  const std::string& kind = params.choice("kind");
  if (kind == "distance") return distance(table, context);
  return kind == "spearman" ? spearman(table, context) : target_correlations(source, context);
}

}  // namespace

Method correlation() {
  return {
      .id = "correlation",
      .title = "Correlation with the target",
      .family = "one feature at a time",
      .formula = "J(x) = |cor(x,y)|; classes: sum[c] p_c |cor(x,[y = c])|   or   J(x) = dCor(x,y)",
      .summary =
          "Ranks numeric features by the absolute value of their correlation with a numeric "
          "target. Pearson finds linear relations, Spearman monotone ones, and the distance "
          "correlation is 0 only for independent variables. Two classes count as 0 and 1.",
      .unit = "correlation",
      .cost = "O(n d)",
      .parameters = {Parameter::choice(
          "kind", {"pearson", "spearman", "distance"},
          "correlation of the values, of their ranks, or of the distances between rows "
          "(O(n log n) for each feature)")},
      .references = {{"C. Spearman", "The proof and measurement of association between two things",
                      "American Journal of Psychology", 1904, "10.2307/1412159"},
                     {"G. J. Szekely and M. L. Rizzo and N. K. Bakirov",
                      "Measuring and testing dependence by correlation of distances",
                      "Annals of Statistics", 2007, "10.1214/009053607000000505"},
                     {"X. Huo and G. J. Szekely", "Fast computing for distance covariance",
                      "Technometrics", 2016, "10.1080/00401706.2015.1054435"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .targets = SeveralTargets::combined,
                           .needs_rows = true,
                           .takes_weights = true},
                 .output = {.ranks_all = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
