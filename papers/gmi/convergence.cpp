// SPDX-License-Identifier: Apache-2.0
// Diagnostic 1 of Yasaei Sekeh and Hero (2018): the mean squared error of the estimated bound on
// the conditional geometric information of two features, and the same with dependence within
// classes.
//   gmi_convergence [FOLDER] [RUNS]    here, 1000 runs beside the 50 of the paper
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "papers/normal.h"
#include "papers/svg.h"
#include "pith/base/random.h"
#include "pith/measure/geometric_information.h"

namespace pith::papers {
namespace {

constexpr double variance = 0.1;
constexpr std::size_t published_runs = 50;
const std::vector<std::size_t> class_counts{2, 5, 10};
const std::vector<std::size_t> row_counts{100, 200, 400, 800, 1600};
const std::vector<std::string> colors{"#1b6ca8", "#c8553d", "#3a7d44"};

/// Rows of classes of the same size, as integers on a fine grid.
struct Sample {
  std::vector<std::int32_t> x;
  std::vector<std::int32_t> y;
  std::vector<std::uint32_t> classes;
  std::size_t class_count = 0;

  ClassSpan span() const { return {classes, class_count}; }
  IntegerColumns columns() const { return {x, y}; }
};

/// A setting of the experiment. The means of the classes go along the rows of the smallest square
/// grid that has room for all.
struct World {
  std::size_t classes = 0;
  std::size_t rows = 0;
  double correlation = 0;  ///< within each class
  double spacing = 0.5;    ///< of the grid

  std::size_t side() const {
    std::size_t found = 1;
    while (found * found < classes)
      ++found;
    return found;
  }
  std::pair<double, double> mean(std::size_t c) const {
    return {spacing * static_cast<double>(c % side()), spacing * static_cast<double>(c / side())};
  }
};

Sample draw(const World& world, std::uint64_t run) {
  constexpr double unit = 1 << 24U;
  const Random random(run, world.classes);
  const double own = std::sqrt(1 - world.correlation * world.correlation);
  Sample sample;
  sample.class_count = world.classes;
  for (std::size_t row = 0; row < world.rows; ++row) {
    const std::size_t c = row % world.classes;
    const auto [x, y] = world.mean(c);
    const double first = normal(random, 2 * row);
    const double second = world.correlation * first + own * normal(random, 2 * row + 1);
    sample.x.push_back(
        static_cast<std::int32_t>(std::lround(unit * (x + std::sqrt(variance) * first))));
    sample.y.push_back(
        static_cast<std::int32_t>(std::lround(unit * (y + std::sqrt(variance) * second))));
    sample.classes.push_back(static_cast<std::uint32_t>(c));
  }
  return sample;
}

Sample ranked(const Sample& sample) {
  Sample ranks = sample;
  ranks.x = doubled_ranks(std::vector<double>(sample.x.begin(), sample.x.end()));
  ranks.y = doubled_ranks(std::vector<double>(sample.y.begin(), sample.y.end()));
  return ranks;
}

/// Halves that are drawn without regard to the classes, torn apart within them.
RowSplit loose_split(const Sample& sample, const Random& random) {
  std::vector<std::size_t> order = random.permutation(sample.x.size());
  RowSplit split;
  const std::size_t half = order.size() / 2;
  split.first.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half));
  split.second.assign(order.begin() + static_cast<std::ptrdiff_t>(half), order.end());
  split.partner.resize(split.second.size());
  std::uint64_t index = order.size();
  for (std::uint32_t c = 0; c < sample.class_count; ++c) {
    std::vector<std::uint32_t> places;
    for (std::uint32_t k = 0; k < split.second.size(); ++k) {
      if (sample.classes[split.second[k]] == c) places.push_back(k);
    }
    std::vector<std::uint32_t> partners = places;
    for (std::size_t k = partners.size(); k > 1; --k)
      std::swap(partners[k - 1], partners[random.below(index++, k)]);
    for (std::size_t k = 0; k < places.size(); ++k)
      split.partner[places[k]] = partners[k];
  }
  return split;
}

enum class Tree { global, by_class, loose };

struct Estimator {
  std::string name;
  Tree tree = Tree::global;
  std::size_t repetitions = 1;
  bool has_ranks = false;
};

const std::vector<Estimator> estimators{
    {"global, one split", Tree::global},
    {"global, loose halves, known shares", Tree::loose},
    {"global, ten splits", Tree::global, 10},
    {"global, ten splits, ranks", Tree::global, 10, true},
    {"by class, one split", Tree::by_class},
    {"by class, ten splits", Tree::by_class, 10},
    {"by class, ten splits, ranks", Tree::by_class, 10, true},
};

double estimate(const Sample& sample, const Estimator& estimator, std::uint64_t run,
                GeometricInformation& information) {
  const RowSplitter splitter(sample.span());
  RowSplit split;
  double sum = 0;
  for (std::size_t repetition = 0; repetition < estimator.repetitions; ++repetition) {
    const Random random(run, 1000 + sample.class_count);
    if (estimator.tree == Tree::loose) {
      const std::vector<double> shares(sample.class_count,
                                       1 / static_cast<double>(sample.class_count));
      sum += information.crossings(sample.columns(), loose_split(sample, random), sample.span())
                 .bound(shares);
      continue;
    }
    splitter.draw(random, repetition, split);
    sum += estimator.tree == Tree::by_class
               ? information.class_wise(sample.columns(), split, sample.span())
               : information.global(sample.columns(), split);
  }
  return sum / static_cast<double>(estimator.repetitions);
}

/// Estimates over runs.
struct Outcome {
  double mean = 0;
  double deviation = 0;
  double square = 0;  ///< mean of the squares about the truth
};

Outcome outcome_of(std::span<const double> values, double truth) {
  const auto count = static_cast<double>(values.size());
  Outcome outcome;
  for (const double value : values) {
    outcome.mean += value / count;
    outcome.square += (value - truth) * (value - truth) / count;
  }
  double squares = 0;
  for (const double value : values)
    squares += (value - outcome.mean) * (value - outcome.mean);
  outcome.deviation = std::sqrt(squares / (count - 1));
  return outcome;
}

std::vector<double> estimates(const World& world, const Estimator& estimator, std::size_t runs) {
  GeometricInformation information;
  std::vector<double> values;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const Sample sample = draw(world, run);
    values.push_back(
        estimate(estimator.has_ranks ? ranked(sample) : sample, estimator, run, information));
  }
  return values;
}

/// A density of the plane: a mixture of the classes, dependent or not within them.
double density(double x, double y, const World& world, bool is_torn, std::size_t only) {
  const double rho = is_torn ? 0 : world.correlation;
  const double spread = 1 - rho * rho;
  double sum = 0;
  for (std::size_t c = 0; c < world.classes; ++c) {
    if (only < world.classes && c != only) continue;
    const auto [mean_x, mean_y] = world.mean(c);
    const double a = x - mean_x;
    const double b = y - mean_y;
    sum += std::exp(-(a * a - 2 * rho * a * b + b * b) / (2 * variance * spread));
  }
  const double count = only < world.classes ? 1 : static_cast<double>(world.classes);
  return sum / (count * 2 * std::numbers::pi * variance * std::sqrt(spread));
}

/// 1 - 2 integral of f g / (f + g) by a sum over a fine grid; of one class, or of all (`only` is
/// then the number of classes).
double divergence(const World& world, std::size_t only) {
  constexpr double step = 0.01;
  constexpr int margin = 220;  // steps, some seven deviations
  const int extent =
      static_cast<int>(std::lround(world.spacing / step * static_cast<double>(world.side() - 1)));
  double sum = 0;
  for (int i = -margin; i <= extent + margin; ++i) {
    for (int j = -margin; j <= extent + margin; ++j) {
      const double f = density(step * i, step * j, world, false, only);
      const double g = density(step * i, step * j, world, true, only);
      if (f + g > 0) sum += f * g / (f + g);
    }
  }
  return 1 - 2 * sum * step * step;
}

Plot null_plot() {
  return {.title = "Mean squared error, features independent given the class",
          .x_label = "rows N",
          .y_label = "mean squared error",
          .has_log_y = true,
          .series = {}};
}

/// Coordinates are independent within classes, so that the bound is 0.
void show_null(const std::string& folder, std::size_t runs) {
  Plot plot = null_plot();
  for (const Estimator& estimator : estimators) {
    const std::size_t fewer = estimator.repetitions > 1 ? runs / 5 : runs;
    std::printf("independent, %s: MSE x 1e4 of %zu runs (of the first %zu)\n",
                estimator.name.c_str(), fewer, published_runs);
    for (std::size_t i = 0; i < class_counts.size(); ++i) {
      Series series{"m = " + std::to_string(class_counts[i]), colors[i], {}, {}};
      Series few{series.name + ", " + std::to_string(published_runs) + " runs", colors[i], {}, {}};
      few.is_line = false;
      std::printf("| %zu |", class_counts[i]);
      for (const std::size_t rows : row_counts) {
        const auto values = estimates({class_counts[i], rows}, estimator, fewer);
        const double all = outcome_of(values, 0).square;
        const double first =
            outcome_of(std::span(values).first(std::min(published_runs, fewer)), 0).square;
        std::printf(" %.1f (%.1f) |", 1e4 * all, 1e4 * first);
        series.x.push_back(static_cast<double>(rows));
        series.y.push_back(all);
        few.x.push_back(static_cast<double>(rows));
        few.y.push_back(first);
      }
      std::printf("\n");
      if (&estimator == &estimators.front()) {
        plot.series.push_back(series);
        plot.series.push_back(few);
      }
    }
    std::fflush(stdout);
  }
  write_svg(plot, folder + "/figure1.svg");
}

/// Correlation .8 within classes: the bound, and what it bounds.
void show_dependence(const std::string& folder, std::size_t runs) {
  Plot plot{.title = "Correlation .8 within classes: mean of the estimates",
            .x_label = "rows N",
            .y_label = "estimate",
            .series = {}};
  const double inner = divergence({class_counts.front(), 0, 0.8}, 0);
  for (std::size_t i = 0; i < class_counts.size(); ++i) {
    const std::size_t classes = class_counts[i];
    const double bound = divergence({classes, 0, 0.8}, classes);
    std::printf(
        "correlation .8, m = %zu: conditional GMI %.4f, bound %.4f; mean +- deviation, %zu "
        "runs\n",
        classes, inner, bound, runs);
    plot.series.push_back({"bound, m = " + std::to_string(classes),
                           colors[i],
                           {100, 1600},
                           {bound, bound},
                           true,
                           true,
                           1});
    for (const Estimator& estimator : estimators) {
      Series series{
          estimator.name.substr(0, estimator.name.find(',')) + ", m = " + std::to_string(classes),
          colors[i],
          {},
          {}};
      series.width = estimator.tree == Tree::by_class ? 3 : 1.4;
      std::printf("| %s |", estimator.name.c_str());
      for (const std::size_t rows : row_counts) {
        const auto values = estimates({classes, rows, 0.8}, estimator, runs);
        const Outcome outcome = outcome_of(values, 0);
        std::printf(" %.3f +- %.3f |", outcome.mean, outcome.deviation);
        series.x.push_back(static_cast<double>(rows));
        series.y.push_back(outcome.mean);
      }
      std::printf("\n");
      if (estimator.repetitions > 1 && !estimator.has_ranks) plot.series.push_back(series);
    }
    std::fflush(stdout);
  }
  plot.series.push_back({"conditional GMI", "#444", {100, 1600}, {inner, inner}, true, true, 1});
  write_svg(plot, folder + "/dependence.svg");
}

/// Features that are independent given the class: what the estimate is in the mean when classes lie
/// further apart.
void show_bias(std::size_t runs) {
  const std::vector<double> spacings{0, 0.25, 0.5, 1, 2, 4};
  std::printf(
      "independent, global, one split, ten classes: mean x 1e3 (its standard error), %zu "
      "runs\n| rows |",
      runs);
  for (const double spacing : spacings)
    std::printf(" %g |", spacing);
  for (const std::size_t rows : {std::size_t{100}, std::size_t{300}, std::size_t{500}}) {
    std::printf("\n| %zu |", rows);
    for (const double spacing : spacings) {
      const World world{.classes = 10, .rows = rows, .spacing = spacing};
      const Outcome outcome = outcome_of(estimates(world, estimators.front(), runs), 0);
      std::printf(" %.0f (%.0f) |", 1e3 * outcome.mean,
                  1e3 * outcome.deviation / std::sqrt(static_cast<double>(runs)));
    }
  }
  std::printf("\n");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  try {
    const std::string folder = count > 1 ? words[1] : ".";
    const std::size_t runs =
        std::max(250ULL, count > 2 ? std::strtoull(words[2], nullptr, 10) : 1000ULL);
    show_null(folder, runs);
    show_dependence(folder, published_runs);
    show_bias(runs);
    std::printf("%.0f CPU s in all\n", pith::bench::cpu_seconds());
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
