// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/base/random.h"
#include "pith/methods/relief/relief.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// So many rows at random, or all of them (none are named then).
std::vector<std::uint32_t> drawn_rows(std::size_t rows, std::int64_t wanted, std::uint64_t seed) {
  std::vector<std::uint32_t> drawn;
  if (wanted == 0 || static_cast<std::size_t>(wanted) >= rows) return drawn;
  const std::vector<std::size_t> order = Random(seed, 0).permutation(rows);
  for (std::int64_t i = 0; i < wanted; ++i)
    drawn.push_back(static_cast<std::uint32_t>(order[static_cast<std::size_t>(i)]));
  return drawn;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "relieff");
  const Params& params = task.params;
  const ReliefOptions options{
      .neighbours = static_cast<std::size_t>(params.integer("neighbours")),
      .sigma = params.real("sigma"),
      .ties = params.choice("ties") == "weka" ? NearTies::replaced : NearTies::first,
      .rows = drawn_rows(table.rows(), params.integer("rows"), context.seed)};
  return rank_with_constants_last(table, relief(table, options, context), task);
}

}  // namespace

Method relieff() {
  return {
      .id = "relieff",
      .title = "ReliefF",
      .family = "neighbours",
      .formula =
          "J(x) = mean[r] ( sum[c != y_r] P(c) / (1 - P(y_r)) mean[s in M_c(r)] d(r,s) - "
          "mean[s in H(r)] d(r,s) ), d(r,s) = |x_r - x_s| / (max x - min x), or 1 for unequal "
          "categories; H(r) nearest rows of the same class, M_c(r) of class c",
      .summary =
          "Prefers features that differ between a row and its nearest rows of other classes, and "
          "agree among those of its own: interactions count, and a copy is worth as much as the "
          "original.",
      .unit = "-1 to 1",
      .cost = "O(n^2 d)",
      .parameters = {Parameter::integer("neighbours", 10, 1, 1'000'000,
                                        "nearest rows in each class"),
                     Parameter::integer(
                         "rows", 0, 0, 1'000'000'000,
                         "how many rows, drawn at random (--seed), are compared with "
                         "their neighbours; 0: all"),
                     Parameter::real("sigma", 0, 0, 1'000'000,
                                     "the nearest count for most: exp(-(rank / sigma)^2), rank 0 "
                                     "first; 0: all alike"),
                     Parameter::choice("ties", {"index", "weka"},
                                       "of equally distant rows the first ones, or those that "
                                       "WEKA keeps (slower)")},
      .references = {{"I. Kononenko", "Estimating attributes: analysis and extensions of RELIEF",
                      "European Conference on Machine Learning", 1994, "10.1007/3-540-57868-4_57"},
                     {"M. Robnik-Sikonja and I. Kononenko",
                      "Theoretical and empirical analysis of ReliefF and RReliefF",
                      "Machine Learning", 2003, "10.1023/A:1025667309714"}},
      .traits = {.input = {.takes = Takes::any,
                           .needs_rows = true,
                           .spreads_missing = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true}},
      .run = run,
      .traits_with =
          [](Traits traits, const Params& params) {
            traits.guarantees.uses_seed = traits.guarantees.depends_on_row_order =
                params.integer("rows") > 0;
            return traits;
          },
  };
}

}  // namespace pith::methods
