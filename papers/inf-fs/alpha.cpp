// SPDX-License-Identifier: Apache-2.0
// Section 4.7 and figure 2 of Roffo, Melzi and Cristani (2015): how a linear SVM (cost 1) on
// features selected by inf-fs fares as alpha goes from 0 to 1.
//   inf_fs_alpha [FOLDER] [FOLDS] [REPETITIONS] [SET...]    here, 10 folds, once, colon
// A set is a path, or the name of a file in PITH_DATA. More than two classes become the most
// frequent one against the others. All alphas of a fold share the passes over its correlations.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/inf-fs/graph.h"
#include "papers/inf-fs/sets.h"
#include "papers/judge.h"
#include "papers/svg.h"

namespace pith::papers {
namespace {

constexpr std::array<std::size_t, 5> few{10, 50, 100, 150, 200};

/// One number per alpha.
using Curve = std::vector<double>;

/// What is drawn of a set, %.
struct Curves {
  std::string name;
  Curve most;   ///< right, of the rows, with 80 % of the features: the protocol of the paper
  Curve right;  ///< right, mean over few features
  Curve area;   ///< under the ROC curve, mean over few features
};

struct Protocol {
  std::size_t folds = 10;
  std::size_t repetitions = 1;
};

Curves curves_of(const Set& set, const Protocol& protocol) {
  const std::vector<double> alphas = tenths();
  const Context context;
  const std::size_t most = set.table.features() * 4 / 5;
  std::vector<std::size_t> sizes(few.begin(), few.end());
  sizes.push_back(most);
  std::sort(sizes.begin(), sizes.end());
  const auto place_of_most = static_cast<std::size_t>(
      std::distance(sizes.begin(), std::find(sizes.begin(), sizes.end(), most)));
  const Curve zeros(alphas.size());
  Curves curves{set.name, zeros, zeros, zeros};
  const Rankers rankers = [&](const Table& training) {
    return rankings_of(training, alphas, context.serial());
  };
  const double part = 100 / static_cast<double>(protocol.repetitions);
  for (std::size_t seed = 0; seed < protocol.repetitions; ++seed) {
    const auto judgements = judge_all(
        set.table, rankers, {.sizes = sizes, .folds = protocol.folds, .seed = seed}, context);
    for (std::size_t a = 0; a < alphas.size(); ++a) {
      for (std::size_t s = 0; s < sizes.size(); ++s) {
        const Judgement& judgement = judgements[a][s];
        if (s == place_of_most) {
          curves.most[a] += part * (1 - judgement.error);
        } else {
          curves.right[a] += part / few.size() * (1 - judgement.error);
          curves.area[a] += part / few.size() * judgement.auc;
        }
      }
    }
  }
  return curves;
}

void print_row(const char* name, const Curve& curve, const char* format = "  %5.1f") {
  std::printf("  %-32s", name);
  for (const double value : curve)
    std::printf(format, value);
  std::printf("\n");
}

/// Each set by its own best; then mean and deviation (divisor n - 1) over the sets.
struct Summary {
  Curve mean = Curve(tenths().size());
  Curve deviation = Curve(tenths().size());

  Summary(const std::vector<Curves>& sets, Curve Curves::*which) {
    const auto count = static_cast<double>(sets.size());
    for (std::size_t a = 0; a < mean.size(); ++a) {
      Curve values;
      for (const Curves& set : sets) {
        const Curve& curve = set.*which;
        values.push_back(curve[a] / *std::max_element(curve.begin(), curve.end()));
        mean[a] += values.back() / count;
      }
      double square = 0;
      for (const double value : values)
        square += (value - mean[a]) * (value - mean[a]);
      deviation[a] = values.size() > 1 ? std::sqrt(square / (count - 1)) : 0;
    }
  }
};

/// A line, and dashed ones 2.5 deviations apart as the paper has them.
void add_lines(Plot& plot, const Summary& summary, const std::string& name,
               const std::string& color) {
  plot.series.push_back({.name = name, .color = color, .x = tenths(), .y = summary.mean});
  for (const double side : {-2.5, 2.5}) {
    Curve edge;
    for (std::size_t a = 0; a < summary.mean.size(); ++a)
      edge.push_back(summary.mean[a] + side * summary.deviation[a]);
    plot.series.push_back({.name = side < 0 ? "- 2.5 deviations" : "+ 2.5 deviations",
                           .color = color,
                           .x = tenths(),
                           .y = edge,
                           .is_dashed = true,
                           .width = 1});
  }
}

void draw_mean(const std::vector<Curves>& sets, const std::string& folder) {
  const Summary most(sets, &Curves::most);
  const Summary right(sets, &Curves::right);
  const Summary area(sets, &Curves::area);
  std::printf("shares of the best alpha of each set, over %zu sets\n", sets.size());
  const char* const digits = "  %5.3f";
  print_row("right, 80 % of the features", most.mean, digits);
  print_row("  deviation", most.deviation, digits);
  print_row("right, 10 to 200 features", right.mean, digits);
  print_row("  deviation", right.deviation, digits);
  print_row("AUC, 10 to 200 features", area.mean, digits);
  print_row("  deviation", area.deviation, digits);
  Plot plot{.title = "Rows predicted rightly, as a share of the best alpha",
            .x_label = "alpha",
            .y_label = "mean over the sets",
            .series = {}};
  add_lines(plot, most, "80 % of the features", "#1f5fa8");
  add_lines(plot, right, "10 to 200 features", "#c0392b");
  write_svg(plot, folder + "/figure2.svg");
}

void draw_sets(const std::vector<Curves>& sets, const std::string& folder) {
  constexpr std::array colors{"#1f5fa8", "#c0392b", "#2e8b57", "#8e44ad",
                              "#d68910", "#17a2b8", "#555555"};
  Plot plot{.title = "Area under the ROC curve, mean of 10 to 200 features",
            .x_label = "alpha",
            .y_label = "%",
            .series = {}};
  for (std::size_t i = 0; i < sets.size(); ++i) {
    plot.series.push_back({.name = sets[i].name,
                           .color = colors[i % colors.size()],
                           .x = tenths(),
                           .y = sets[i].area});
  }
  write_svg(plot, folder + "/alpha_sets.svg");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  const std::string folder = count > 1 ? words[1] : ".";
  const Protocol protocol{.folds = count > 2 ? std::strtoull(words[2], nullptr, 10) : 10,
                          .repetitions = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1};
  std::vector<std::string> names(words + std::min(count, 4), words + count);
  if (names.empty()) names = {"colon"};
  std::printf("%%, %zu folds, mean of %zu repetitions\n", protocol.folds, protocol.repetitions);
  print_row("alpha", tenths());
  try {
    std::vector<Curves> sets;
    for (const std::string& name : names) {
      const double start = pith::bench::wall_seconds();
      const Set set = read_set(name);
      sets.push_back(curves_of(set, protocol));
      std::printf("%s: %zu rows, %zu features, %.1f s\n", set.name.c_str(), set.table.rows(),
                  set.table.features(), pith::bench::wall_seconds() - start);
      print_row("right, 80 % of the features", sets.back().most);
      print_row("right, 10 to 200 features", sets.back().right);
      print_row("AUC, 10 to 200 features", sets.back().area);
      std::fflush(stdout);
    }
    draw_mean(sets, folder);
    draw_sets(sets, folder);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
