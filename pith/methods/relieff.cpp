// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/base/random.h"
#include "pith/methods/relief/relief.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// A random sample of `wanted` rows; empty stands for all rows.
std::vector<std::uint32_t> sample_rows(std::size_t rows, std::int64_t wanted, std::uint64_t seed) {
  std::vector<std::uint32_t> sample;
  if (wanted == 0 || static_cast<std::size_t>(wanted) >= rows) return sample;
  const std::vector<std::size_t> order = Random(seed, 0).permutation(rows);
  for (std::int64_t i = 0; i < wanted; ++i)
    sample.push_back(static_cast<std::uint32_t>(order[static_cast<std::size_t>(i)]));
  return sample;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "relieff");
  const Params& params = task.params;
  const ReliefOptions options{
      .neighbours = static_cast<std::size_t>(params.integer("neighbours")),
      .sigma = params.real("sigma"),
      .ties = params.choice("ties") == "weka" ? NearTies::replaced : NearTies::first,
      .rows = sample_rows(table.rows(), params.integer("queries"), context.seed)};
  const TargetScores scores = scores_by_target(source, task, [&](const Source& one) {
    return relief(rows_of(one, "relieff"), options, context);
  });
  Selection selection = rank_with_constants_last(table, scores.combined, task);
  scores.add_serves(selection);
  return selection;
}

}  // namespace

Method relieff() {
  return {
      .id = "relieff",
      .class_name = "ReliefF",
      .title = "ReliefF",
      .family = "neighbours",
      .formula =
          "J(x) = mean[r] ( sum[c != y_r] P(c) / (1 - P(y_r)) mean[s in M_c(r)] d(r,s) - "
          "mean[s in H(r)] d(r,s) ), d(r,s) = |x_r - x_s| / (max x - min x), or 1 for unequal "
          "categories; H(r) nearest rows of the same class, M_c(r) of class c; numeric target: "
          "sum[r,s] t d / sum t - sum[r,s] (1 - t) d / sum (1 - t), t = |y_r - y_s| / (max y - min "
          "y), s nearest rows of r",
      .summary =
          "Ranks features by how much they differ between a row and its nearest neighbours in "
          "other classes, less how much they differ within its own class. A numeric target is "
          "compared by its differences (RReliefF). Detects interactions; "
          "does not remove redundant features.",
      .unit = "from -1 to 1",
      .cost = "O(n^2 d)",
      .parameters = {Parameter::integer(
                         "neighbours", 10, 1, 1'000'000,
                         "number of nearest neighbours in each class, or of all rows if the "
                         "target is numeric"),
                     Parameter::integer("queries", 0, 0, 1'000'000'000,
                                        "number of rows, sampled with the seed, that are compared "
                                        "with their neighbours; 0: all"),
                     Parameter::real("sigma", 0, 0, 1'000'000,
                                     "weight neighbours by exp(-(rank / sigma)^2), with rank 0 for "
                                     "the nearest; 0: equal weights"),
                     Parameter::choice(
                         "ties", {"index", "weka"},
                         "among equally distant rows, choose the first, or those that "
                         "WEKA chooses (slower)")},
      .references = {{"I. Kononenko", "Estimating attributes: analysis and extensions of RELIEF",
                      "European Conference on Machine Learning", 1994, "10.1007/3-540-57868-4_57"},
                     {"M. Robnik-Sikonja and I. Kononenko",
                      "Theoretical and empirical analysis of ReliefF and RReliefF",
                      "Machine Learning", 2003, "10.1023/A:1025667309714"}},
      .traits = {.input = {.takes = Takes::any,
                           .target = TakesTarget::both,
                           .targets = SeveralTargets::combined,
                           .needs_rows = true,
                           .spreads_missing = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true},
                 .growth = {.rows = 2}},
      .run = run,
      .traits_with =
          [](Traits traits, const Params& params) {
            const bool is_sampled = params.integer("queries") > 0;
            traits.guarantees.uses_seed = traits.guarantees.depends_on_row_order = is_sampled;
            if (is_sampled) traits.growth.rows = 1;
            return traits;
          },
  };
}

}  // namespace pith::methods
