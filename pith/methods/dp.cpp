// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/measure/bayes_error.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"
#include "pith/stats/class_trees.h"
#include "pith/stats/grid_columns.h"
#include "pith/stats/ranks.h"

namespace pith::methods {
namespace {

/// Whether the one is the other, shifted or mirrored: then distances along both are the same.
bool is_copy(std::span<const double> x, std::span<const double> y) {
  const auto is_alike = [&](double sign) {
    for (std::size_t row = 0; row < x.size(); ++row) {
      if (x[row] - x[0] != sign * (y[row] - y[0])) return false;
    }
    return true;
  };
  return is_alike(1) || is_alike(-1);
}

/// Features as axes of a space: a candidate is worth how well classes are apart in the space that
/// it makes with the selected ones. A constant is no axis, and a copy of a selected feature only
/// stretches one: such features are idle. They leave the set as it is, and are taken when nothing
/// else is left. So are features that are too narrow for the grid, once there is another axis;
/// alone, every feature counts by the order of its numbers.
class ClassSeparation {
 public:
  static constexpr bool is_joint = true;

  ClassSeparation(const Table& table, GridColumns grid, ClassTrees trees, const Context& context)
      : table_(table),
        grid_(std::move(grid)),
        trees_(std::move(trees)),
        of_set_(trees_.crossings(context)),
        crossings_(table.features()),
        is_idle_(table.features()) {
    for (Feature feature = 0; feature < table.features(); ++feature)
      is_idle_[feature] = is_constant(table.feature(feature)) ? 1 : 0;
  }

  void absorb(Feature last, std::span<const Feature> candidates, const Context& context) {
    of_set_ = crossings_[last];
    if (is_idle(last) || !grid_.varies(last)) return;
    const std::span<const double> axis = grid_.column(last);
    trees_.add(axis);
    has_axes_ = true;
    parallel_blocks(context, candidates.size(), 64, [&](std::size_t begin, std::size_t end) {
      for (const Feature feature : candidates.subspan(begin, end - begin)) {
        if (!is_idle(feature) && is_copy(axis, grid_.column(feature))) is_idle_[feature] = 1;
      }
    });
  }

  std::vector<Feature> contenders(std::span<const Feature> candidates, const Context& context) {
    std::vector<Feature> all;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(all),
                 [&](Feature feature) { return !is_idle(feature); });
    if (all.empty()) all.assign(candidates.begin(), candidates.end());
    parallel_blocks(context, all.size(), 1,
                    [&](std::size_t begin, std::size_t) { update(all[begin], context); });
    return all;
  }
  void update(Feature feature, const Context& context) {
    if (is_idle(feature)) {
      crossings_[feature] = of_set_;
    } else if (has_axes_) {
      crossings_[feature] = trees_.crossings(grid_.column(feature), context.serial());
    } else {
      crossings_[feature] = trees_.crossings(order_along(feature), context.serial());
    }
  }

  double score(Feature feature) const { return henze_penrose(crossings_[feature]); }
  /// As they were when the feature was looked at last.
  std::span<const Crossings> crossings(Feature feature) const { return crossings_[feature]; }

 private:
  bool is_idle(Feature feature) const {
    return is_idle_[feature] != 0 || (has_axes_ && !grid_.varies(feature));
  }
  /// Ranks, doubled to be whole numbers: the tree along one axis knows no more than the order.
  std::vector<double> order_along(Feature feature) const {
    const Numbers numbers = table_.feature(feature).numbers();
    std::vector<double> ranks(numbers.size());
    Ranker().rank(numbers, {}, ranks);
    for (double& rank : ranks)
      rank *= 2;
    return ranks;
  }

  const Table& table_;
  GridColumns grid_;
  ClassTrees trees_;
  bool has_axes_ = false;
  std::vector<Crossings> of_set_;
  std::vector<std::vector<Crossings>> crossings_;  // by feature
  std::vector<char> is_idle_;
};

/// Features that distances cannot tell apart as well as they differ.
std::optional<std::string> coarse_note(const Table& table, const GridColumns& grid) {
  std::vector<std::string> names;
  for (const Feature feature : grid.coarse())
    names.push_back(quoted(table.name(feature)));
  if (names.empty()) return std::nullopt;
  constexpr std::size_t most = 3;
  const std::size_t count = names.size();
  names.resize(std::min(count, most));
  return fmt::format(
      "values of {} feature{} differ by less than distances are measured to, and coincide there: "
      "{}{}; far-off values or wide features are the cause, --scale ranks a remedy",
      count, count == 1 ? "" : "s", fmt::join(names, ", "), count > most ? ", ..." : "");
}

TreeRule rule_of(const Params& params) {
  const std::string& scale = params.choice("scale");
  return {
      .of = params.choice("tree") == "pairwise" ? TreeOf::pairs_of_classes : TreeOf::all_classes,
      .ties = params.choice("ties") == "index" ? TieRule::index : TieRule::exchangeable,
      .scale = scale == "raw"     ? Scale::raw
               : scale == "ranks" ? Scale::ranks
                                  : Scale::standard};
}

Selection run(const Source& source, const Task& task, const Context& context) {
  static_assert(JointCriterion<ClassSeparation> && LazyCriterion<ClassSeparation>);
  const Table& table = rows_of(source, "dp");
  const TreeRule rule = rule_of(task.params);
  // The same grid for any few features, so that fewer of them are the first of more.
  constexpr std::size_t few = 64;
  GridColumns grid(table, rule.scale, std::max(task.k, few), context);
  const std::optional<std::string> note = coarse_note(table, grid);
  ClassSeparation separation(table, std::move(grid), ClassTrees(table.target(), rule.of, rule.ties),
                             context);
  Selection selection = forward(separation, table.features(), task, context);
  if (note) selection.notes.push_back(*note);
  for (Selected& step : selection.selected) {
    step.bayes_error =
        bayes_error(separation.crossings(step.feature), table.rows(), table.classes());
  }
  return selection;
}

}  // namespace

Method dp() {
  return {
      .id = "dp",
      .title = "Bounds on the Bayes error from a spanning tree",
      .family = "geometric",
      .formula =
          "J(x) = 1 - R(S,x) / E(R), R = edges between classes in the minimum spanning tree of the "
          "rows, E(R) = n - sum[y] n(y)^2 / n",
      .summary =
          "Prefers the feature with which the fewest nearest neighbours, along a spanning tree of "
          "all rows, are of different classes; each step bounds the error of the best possible "
          "classifier.",
      .unit = "1 at most",
      .cost = "O(n^2 d k^2)",
      .parameters = {Parameter::choice("tree", {"global", "pairwise"},
                                       "one tree for all classes, or one for each pair of them"),
                     Parameter::choice("ties", {"exchangeable", "index"},
                                       "rows that coincide: the expected count, or that by the "
                                       "order of the rows"),
                     Parameter::choice("scale", {"standard", "raw", "ranks"},
                                       "distances between features of variance 1, in the units "
                                       "that they have, or between ranks")},
      .references = {{"V. Berisha and A. Wisler and A. O. Hero and A. Spanias",
                      "Empirically estimable classification bounds based on a nonparametric "
                      "divergence measure",
                      "IEEE Transactions on Signal Processing", 2016, "10.1109/TSP.2015.2477805"},
                     {"S. Yasaei Sekeh and B. Oselio and A. O. Hero",
                      "Learning to bound the multi-class Bayes error",
                      "IEEE Transactions on Signal Processing", 2020, "10.1109/TSP.2020.2994807"}},
      .traits = {.input = {.takes = Takes::numbers, .needs_rows = true},
                 .output = {.is_joint = true}},
      .run = run,
      .traits_with =
          [](Traits traits, const Params& params) {
            traits.guarantees.depends_on_row_order = params.choice("ties") == "index";
            return traits;
          },
  };
}

}  // namespace pith::methods
