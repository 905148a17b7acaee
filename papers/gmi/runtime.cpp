// SPDX-License-Identifier: Apache-2.0
// Diagnostic 2 of Yasaei Sekeh and Hero (2018): how long trees of all pairs of classes take beside
// one tree of all rows, in the plane (n log n) and in a space of ten features (all distances).
//   gmi_runtime [FOLDER]
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/normal.h"
#include "papers/svg.h"
#include "pith/base/random.h"
#include "pith/data/column.h"
#include "pith/geometry/plane_tree.h"
#include "pith/stats/class_trees.h"

namespace pith::papers {
namespace {

constexpr std::size_t dimensions = 10;
const std::vector<std::size_t> class_counts{2, 5, 10, 20, 50};
const std::vector<std::size_t> plane_rows{1000, 2000, 5000, 10000, 20000, 50000};
const std::vector<std::size_t> dense_rows{500, 1000, 2000, 4000, 8000};
const std::vector<std::string> colors{"#1b6ca8", "#c8553d", "#3a7d44", "#8e5aa8", "#b8860b"};

/// CPU seconds of each work, the least of some rounds in which they take turns.
std::vector<double> least(const std::vector<std::function<void()>>& works) {
  constexpr double enough = 1;
  constexpr int most = 60;
  std::vector<double> found(works.size(), std::numeric_limits<double>::infinity());
  double all = 0;
  for (int round = 0; round < most && (round < 5 || all < enough); ++round) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      const double start = bench::cpu_seconds();
      works[i]();
      const double seconds = bench::cpu_seconds() - start;
      found[i] = std::min(found[i], seconds);
      all += seconds;
    }
  }
  return found;
}

/// Normal numbers about a mean of their class, of which there are as many of each.
double number_of(std::size_t row, std::size_t axis, std::size_t classes) {
  const double mean = 2 * normal(Random(1, axis), row % classes);
  return mean + normal(Random(2, axis), row);
}

std::vector<std::uint32_t> classes_of(std::size_t rows, std::size_t classes) {
  std::vector<std::uint32_t> of(rows);
  for (std::size_t row = 0; row < rows; ++row)
    of[row] = static_cast<std::uint32_t>(row % classes);
  return of;
}

struct Times {
  double global = 0;
  double pairwise = 0;
  double by_class = 0;  ///< the plane only
};

Times time_plane(std::size_t rows, std::size_t classes) {
  constexpr double unit = 1 << 24U;
  std::vector<PlanePoint> all;
  std::vector<std::vector<PlanePoint>> of_class(classes);
  for (std::size_t row = 0; row < rows; ++row) {
    const PlanePoint point{
        static_cast<std::int32_t>(std::lround(unit * number_of(row, 0, classes))),
        static_cast<std::int32_t>(std::lround(unit * number_of(row, 1, classes)))};
    all.push_back(point);
    of_class[row % classes].push_back(point);
  }
  PlaneTree tree;
  std::vector<PlanePoint> both;
  const auto global = [&] { tree.span(all, Numbering::by_coordinates); };
  const auto pairwise = [&] {
    for (std::size_t i = 0; i < classes; ++i) {
      for (std::size_t j = i + 1; j < classes; ++j) {
        both = of_class[i];
        both.insert(both.end(), of_class[j].begin(), of_class[j].end());
        tree.span(both, Numbering::by_coordinates);
      }
    }
  };
  const auto by_class = [&] {
    for (const auto& points : of_class)
      tree.span(points, Numbering::by_coordinates);
  };
  const std::vector<double> seconds = least({global, pairwise, by_class});
  return {seconds[0], seconds[1], seconds[2]};
}

Times time_dense(std::size_t rows, std::size_t classes) {
  constexpr double unit = 1 << 16U;
  std::vector<std::string> levels;
  for (std::size_t c = 0; c < classes; ++c)
    levels.push_back(std::to_string(c));
  const Column target = Column::from_codes(classes_of(rows, classes), levels);
  ClassTrees one(target, TreeOf::all_classes, TieRule::exchangeable);
  ClassTrees pairs(target, TreeOf::pairs_of_classes, TieRule::exchangeable);
  std::vector<double> axis(rows);
  for (std::size_t a = 0; a < dimensions; ++a) {
    for (std::size_t row = 0; row < rows; ++row)
      axis[row] = std::round(unit * number_of(row, a, classes));
    one.add(axis);
    pairs.add(axis);
  }
  const Context context{.threads = 1};
  const std::vector<double> seconds =
      least({[&] { (void)one.crossings(context); }, [&] { (void)pairs.crossings(context); }});
  return {seconds[0], seconds[1]};
}

template <class Timer>
void show(const std::string& what, const std::vector<std::size_t>& row_counts, Timer timer,
          const std::string& path) {
  Plot plot{.title = "Time of all pairs of classes over that of one tree, " + what,
            .x_label = "rows N",
            .y_label = "pairwise / global",
            .has_log_y = true,
            .series = {},
            .has_log_x = true};
  std::printf("%s: CPU ms of one tree; in its units, all pairs of classes (one tree per class)\n",
              what.c_str());
  for (std::size_t i = 0; i < class_counts.size(); ++i) {
    Series series{"m = " + std::to_string(class_counts[i]), colors[i], {}, {}};
    std::printf("| %zu |", class_counts[i]);
    for (const std::size_t rows : row_counts) {
      const Times times = timer(rows, class_counts[i]);
      std::printf(" %.2f: %.1f", 1e3 * times.global, times.pairwise / times.global);
      if (times.by_class > 0) std::printf(" (%.2f)", times.by_class / times.global);
      std::printf(" |");
      std::fflush(stdout);
      series.x.push_back(static_cast<double>(rows));
      series.y.push_back(times.pairwise / times.global);
    }
    std::printf("\n");
    plot.series.push_back(series);
  }
  write_svg(plot, path);
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  try {
    const std::string folder = count > 1 ? words[1] : ".";
    show("plane", plane_rows, time_plane, folder + "/figure2_plane.svg");
    show("ten dimensions", dense_rows, time_dense, folder + "/figure2_dense.svg");
    std::printf("%.0f CPU s in all\n", pith::bench::cpu_seconds());
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
