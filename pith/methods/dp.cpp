// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/measure/bayes_error.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"
#include "pith/stats/class_trees.h"
#include "pith/stats/grid_columns.h"
#include "pith/stats/ranks.h"

namespace pith::methods {
namespace {

/// Whether x and y are equal up to a shift or a reflection, so that distances along both are equal.
bool is_duplicate(std::span<const double> x, std::span<const double> y) {
  const auto is_equal = [&](double sign) {
    for (std::size_t row = 0; row < x.size(); ++row) {
      if (x[row] - x[0] != sign * (y[row] - y[0])) return false;
    }
    return true;
  };
  return is_equal(1) || is_equal(-1);
}

/// The relative time for a tree that adds a candidate to these axes: along one axis the tree is an
/// order, and among few axes it takes about equally long.
std::size_t units_with(std::size_t axes) {
  constexpr std::size_t tree = 7;
  constexpr std::size_t few = 4;
  return axes == 0 ? 1 : tree * std::max<std::size_t>(1, axes - std::min(axes, few - 1));
}

/// What a tree of points with so many coordinates takes for each of them.
std::uint64_t tree_bytes_of_row(std::size_t axes) {
  return 160 + 3 * sizeof(double) * std::uint64_t{axes};
}

/// What the trees of all classes or pairs of classes, their axes and one thread take.
Reservation reserve_trees(const Table& table, bool has_pairs, std::size_t k,
                          const Context& context) {
  const std::uint64_t axes = std::min(k, table.features());
  const std::uint64_t classes = table.classes();
  const std::uint64_t trees = has_pairs ? classes * (classes - 1) / 2 : 1;
  const std::uint64_t copies = has_pairs ? classes - 1 : 1;  // of each row
  const std::uint64_t of_row = copies * (12 + sizeof(double) * axes) + tree_bytes_of_row(axes);
  return context.reserve(
      of_row * table.rows() + trees * (192 + sizeof(Crossings) * (table.features() + 1)),
      "the spanning trees", "select fewer features (" + option("k") + ")");
}

/// Features as axes of a space: the score of a candidate is the separation of the classes in the
/// space that it spans with the selected features. A constant adds no axis, and a duplicate of a
/// selected feature only stretches one: such features are idle. They do not change the score, and
/// are selected when no other feature is left. So are features that vary too little for the grid,
/// once there is another axis; a feature alone is measured by the order of its values.
class ClassSeparation {
 public:
  static constexpr bool is_joint = true;
  static constexpr bool reports_work = true;

  ClassSeparation(const Table& table, GridColumns grid, ClassTrees trees, Work& work,
                  const Context& context)
      : table_(table),
        work_(work),
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
    ++axes_;
    parallel_blocks(context, candidates.size(), 64, [&](std::size_t begin, std::size_t end) {
      for (const Feature feature : candidates.subspan(begin, end - begin)) {
        if (!is_idle(feature) && is_duplicate(axis, grid_.column(feature))) is_idle_[feature] = 1;
      }
    });
  }

  std::vector<Feature> contenders(std::span<const Feature> candidates, const Context& context) {
    std::vector<Feature> all;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(all),
                 [&](Feature feature) { return !is_idle(feature); });
    if (all.empty()) all.assign(candidates.begin(), candidates.end());
    const ThreadMemory memory =
        reserve_for_more_threads({.tasks = all.size(), .bytes = tree_bytes(axes_ + 1)}, context);
    parallel_blocks(memory.context, all.size(), 1, [&](std::size_t begin, std::size_t) {
      update(all[begin], context);
      work_.add(units_with(axes_));
    });
    return all;
  }
  void update(Feature feature, const Context& context) {
    if (is_idle(feature)) {
      crossings_[feature] = of_set_;
    } else if (axes_ > 0) {
      crossings_[feature] = trees_.crossings(grid_.column(feature), context.serial());
    } else {
      crossings_[feature] = trees_.crossings(order_along(feature), context.serial());
    }
  }

  std::uint64_t tree_bytes(std::size_t axes) const {
    return tree_bytes_of_row(axes) * table_.rows();
  }

  double score(Feature feature) const { return henze_penrose(crossings_[feature]); }
  /// From the last evaluation of the feature.
  std::span<const Crossings> crossings(Feature feature) const { return crossings_[feature]; }

 private:
  bool is_idle(Feature feature) const {
    return is_idle_[feature] != 0 || (axes_ > 0 && !grid_.varies(feature));
  }
  /// Ranks, doubled to be integers: the tree along one axis depends on the order only.
  std::vector<double> order_along(Feature feature) const {
    const Numbers numbers = table_.feature(feature).numbers();
    std::vector<double> ranks(numbers.size());
    Ranker().rank(numbers, {}, ranks);
    for (double& rank : ranks)
      rank *= 2;
    return ranks;
  }

  const Table& table_;
  Work& work_;
  GridColumns grid_;
  ClassTrees trees_;
  std::size_t axes_ = 0;
  std::vector<Crossings> of_set_;
  std::vector<std::vector<Crossings>> crossings_;  // by feature
  std::vector<char> is_idle_;
};

std::size_t work_of(std::size_t features, std::size_t k) {
  std::size_t units = 0;
  for (std::size_t step = 0; step < std::min(k, features); ++step)
    units += (features - step) * units_with(step);
  return units;
}

/// A note about features whose values coincide on the grid although they differ.
std::optional<std::string> coarse_note(const Table& table, const GridColumns& grid) {
  std::vector<std::string> names;
  for (const Feature feature : grid.coarse())
    names.push_back(quoted(table.name(feature)));
  if (names.empty()) return std::nullopt;
  constexpr std::size_t max_names = 3;
  return fmt::format(
      "{} {} values that differ by less than the resolution of distances and are treated as equal: "
      "{}; the cause is outliers or features on a much larger scale, and ranks avoid it ({})",
      counted(names.size(), "feature"), agree(names.size(), "has", "have"),
      listed(names, max_names), option("scale", "ranks"));
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
  // The same grid for every k up to 64, so that a smaller k selects a prefix of a larger one.
  constexpr std::size_t min_axes = 64;
  GridColumns grid(table, rule.scale, std::max(task.k, min_axes), context);
  const std::optional<std::string> note = coarse_note(table, grid);
  const Reservation held =
      reserve_trees(table, rule.of == TreeOf::pairs_of_classes, task.k, context);
  Work work(context, "select", work_of(table.features(), task.k));
  ClassSeparation separation(table, std::move(grid), ClassTrees(table.target(), rule.of, rule.ties),
                             work, context);
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
      .title = "Bayes error bounds from a minimum spanning tree",
      .family = "geometric",
      .formula =
          "J(x) = 1 - R(S,x) / E(R), R = edges between classes in the minimum spanning tree of the "
          "rows, E(R) = n - sum[y] n(y)^2 / n",
      .summary =
          "Selects the features that best separate the classes, measured by the edges between "
          "different classes in a minimum spanning tree of the rows. Each step comes with bounds "
          "on the Bayes error.",
      .unit = "divergence, at most 1",
      .cost = "O(n^2 d k^2)",
      .parameters = {Parameter::choice("tree", {"global", "pairwise"},
                                       "one spanning tree for all classes, or one for each pair of "
                                       "classes"),
                     Parameter::choice("ties", {"exchangeable", "index"},
                                       "rows with the same position: expected number of edges, or "
                                       "edges by row order"),
                     Parameter::choice(
                         "scale", {"standard", "raw", "ranks"},
                         "distances between standardised features, between raw values, "
                         "or between ranks")},
      .references = {{"V. Berisha and A. Wisler and A. O. Hero and A. Spanias",
                      "Empirically estimable classification bounds based on a nonparametric "
                      "divergence measure",
                      "IEEE Transactions on Signal Processing", 2016, "10.1109/TSP.2015.2477805"},
                     {"S. Yasaei Sekeh and B. Oselio and A. O. Hero",
                      "Learning to bound the multi-class Bayes error",
                      "IEEE Transactions on Signal Processing", 2020, "10.1109/TSP.2020.2994807"}},
      .traits = {.input = {.takes = Takes::numbers, .needs_rows = true},
                 .output = {.is_joint = true},
                 .growth = {.rows = 2}},
      .run = run,
      .traits_with =
          [](Traits traits, const Params& params) {
            traits.guarantees.depends_on_row_order = params.choice("ties") == "index";
            return traits;
          },
  };
}

}  // namespace pith::methods
