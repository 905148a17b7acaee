// SPDX-License-Identifier: Apache-2.0
// Diagnostic 3 of Lefakis and Fleuret (2016): of how many candidates the bounds of section 4 spare
// the conditional variances, in tasks of two classes. Fails when the bounds change what is
// selected.
//   gc_gkl_pruning [FOLDER] [STEPS] [SEED] [FILE...]    here, 50 steps, seed 1, generated data
// The last column of a file is its target; more than two classes are split into two at random.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "papers/normal.h"
#include "papers/svg.h"
#include "pith/data/read.h"
#include "pith/methods/gaussian/pruned_compromise.h"
#include "pith/search/forward.h"
#include "pith/select/select.h"
#include "pith/stats/source.h"

namespace pith::papers {
namespace {

/// Conditional variances of a candidate: of all rows and of the two classes.
constexpr std::size_t models = 3;

struct Task {
  std::string name;
  Table table;
};

/// 2,000 rows, 500 features, two classes with other means and deviations. Every feature is noise
/// and `share` of one of ten factors.
Task generated(const char* name, double share, std::uint64_t seed) {
  constexpr std::size_t rows = 2000;
  constexpr std::size_t features = 500;
  constexpr std::size_t factors = 10;
  std::vector<std::uint32_t> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = row % 2 == 0 ? 0 : 1;
  TableParts parts;
  for (std::size_t j = 0; j < features; ++j) {
    const Random factor(seed, 1 + j % factors);
    const Random noise(seed, 1 + factors + j);
    const double mean = 0.3 * normal(Random(seed, 0), 2 * j);
    const double spread = std::exp(0.2 * normal(Random(seed, 0), 2 * j + 1));
    std::vector<double> values(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      values[row] = share * normal(factor, row) + std::sqrt(1 - share * share) * normal(noise, row);
      if (target[row] == 1) values[row] = mean + spread * values[row];
    }
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  parts.target = Column::from_codes(target, {"0", "1"});
  parts.target_name = "y";
  return {name, Table(std::move(parts))};
}

/// The same table with half of its classes, drawn at random, against the others.
Table halved(const Table& table, std::uint64_t seed) {
  if (table.classes() == 2) return table;
  const std::vector<std::size_t> order = Random(seed, 0).permutation(table.classes());
  std::vector<std::uint32_t> half(table.classes());
  for (std::size_t i = 0; i < order.size() / 2; ++i)
    half[order[i]] = 1;
  std::vector<std::uint32_t> target(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    target[row] = half[table.target().code(row)];
  TableParts parts = table.parts();
  parts.target = Column::from_codes(target, {"the others", "one half"});
  return Table(std::move(parts));
}

Task read_task(const std::string& path, std::uint64_t seed) {
  const std::string file = path.substr(path.find_last_of('/') + 1);
  return {file.substr(0, file.find('.')), halved(read(path), seed)};
}

/// Sums of products of features that all have variance 1. The bounds depend on the units of the
/// features, and what the method has for units are powers of two near the ranges.
class StandardScatter final : public Scatter {
 public:
  explicit StandardScatter(std::unique_ptr<const Scatter> inner)
      : inner_(std::move(inner)), moments_(inner_->moments()) {
    const GaussianModel model(moments_, {});
    for (Feature j = 0; j < moments_.features; ++j)
      scales_.push_back(model.is_constant(j) ? 1 : 1 / std::sqrt(model.total_variance(j)));
    for (std::size_t place = 0; place < moments_.means.size(); ++place) {
      const double scale = scales_[place % moments_.features];
      moments_.means[place] *= scale;
      moments_.deviations[place] *= scale * scale;
    }
  }

  const PanelMoments& moments() const override { return moments_; }
  std::uint64_t column_bytes(std::size_t pivots) const override {
    return inner_->column_bytes(pivots);
  }
  std::uint64_t matrix_bytes() const override { return inner_->matrix_bytes(); }
  bool has_exact_matrix() const override { return inner_->has_exact_matrix(); }
  ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const override {
    return scaled(inner_->columns(pivots, context), pivots, scales_);
  }
  ScatterColumns among(std::span<const Feature> some, const Context& context) const override {
    std::vector<double> scales;
    for (const Feature j : some)
      scales.push_back(scales_[j]);
    return scaled(inner_->among(some, context), some, scales);
  }
  ScatterColumns matrix(const Context& context) const override {
    std::vector<Feature> all(moments_.features);
    std::iota(all.begin(), all.end(), Feature{0});
    return scaled(inner_->matrix(context), all, scales_);
  }

 private:
  ScatterColumns scaled(ScatterColumns columns, std::span<const Feature> pivots,
                        const std::vector<double>& scales) const {
    for (std::size_t row = 0; row < pivots.size() * columns.classes; ++row) {
      const double pivot = scales_[pivots[row / columns.classes]];
      for (std::size_t j = 0; j < scales.size(); ++j)
        columns.sums[row * columns.stride + j] *= pivot * scales[j];
    }
    return columns;
  }

  std::unique_ptr<const Scatter> inner_;
  PanelMoments moments_;
  std::vector<double> scales_;
};

using Shares = std::array<double, models + 1>;

/// How it went with one choice of parameters.
struct Run {
  double shrinkage = 0;
  bool has_cap = false;
  bool is_standardized = false;     ///< else in the units of the method
  std::vector<Shares> shares = {};  ///< [step][variances computed]
  double without = 0;               ///< CPU seconds without bounds
  double seconds = 0;               ///< CPU

  /// The mean from the third step on: before it the bounds are the variances themselves.
  Shares mean() const {
    constexpr std::size_t first = 2;
    Shares sums{};
    for (std::size_t step = first; step < shares.size(); ++step) {
      for (std::size_t m = 0; m <= models; ++m)
        sums[m] += shares[step][m] / static_cast<double>(shares.size() - first);
    }
    return sums;
  }
};

Selection select_standardized(const Table& table, std::size_t steps, const Run& run,
                              const Context& context) {
  auto scatter =
      std::make_unique<StandardScatter>(TableSource(table).scatter(Storage::float64, context));
  GaussianModel model(scatter->moments(), {.shrinkage = run.shrinkage});
  const pith::Task wanted{.k = steps};
  PrunedCompromise search(
      std::move(scatter), std::move(model),
      run.has_cap ? PrunedCompromise::Criterion::information : PrunedCompromise::Criterion::fitted,
      wanted, true);
  Selection selection = forward(search, table.features(), wanted, context);
  for (std::size_t step = 0; step < selection.selected.size(); ++step)
    selection.selected[step].evaluated = search.evaluated()[step];
  return selection;
}

Selection select_by_method(const Table& table, std::size_t steps, const Run& run,
                           const char* bounds, const Context& context) {
  return select(table, "gc-mi", steps,
                {{"shrinkage", run.shrinkage > 0 ? "0.5" : "0"},
                 {"cap", run.has_cap ? "true" : "false"},
                 {"bounds", bounds}},
                context);
}

void prune(const Table& table, std::size_t steps, Run& run) {
  const Context one{.threads = 1};
  const double start = bench::cpu_seconds();
  const Selection pruned = run.is_standardized ? select_standardized(table, steps, run, one)
                                               : select_by_method(table, steps, run, "true", one);
  run.seconds = bench::cpu_seconds() - start;
  const Selection eager = select_by_method(table, steps, run, "false", one);
  run.without = bench::cpu_seconds() - start - run.seconds;
  if (pruned.features() != eager.features())
    throw std::runtime_error("the bounds change what is selected");
  for (const Selected& step : pruned.selected) {
    double total = 0;
    for (const std::size_t count : step.evaluated)
      total += static_cast<double>(count);
    Shares& shares = run.shares.emplace_back();
    for (std::size_t m = 0; m <= models; ++m)
      shares[m] = static_cast<double>(step.evaluated[m]) / total;
  }
}

void print(const Run& run) {
  constexpr std::array<std::size_t, 9> steps{1, 2, 3, 4, 5, 10, 20, 50, 100};
  const Shares mean = run.mean();
  const auto print_row = [&](const char* name, auto value) {
    std::printf("    %-10s", name);
    for (const std::size_t step : steps) {
      if (step <= run.shares.size()) std::printf("  %5.3f", value(run.shares[step - 1]));
    }
    std::printf("  %5.3f\n", value(mean));
  };
  std::printf("  shrinkage %.1f, %s, units of the %s; CPU s: %.2f, without bounds %.2f\n",
              run.shrinkage, run.has_cap ? "capped" : "not capped",
              run.is_standardized ? "deviations" : "ranges, as the method has them", run.seconds,
              run.without);
  std::printf("    %-10s", "step");
  for (const std::size_t step : steps) {
    if (step <= run.shares.size()) std::printf("  %5zu", step);
  }
  std::printf("  mean from step 3 on\n");
  print_row("everything", [](const Shares& s) { return s[0]; });
  print_row("something", [](const Shares& s) { return s[1] + s[2]; });
  print_row("nothing", [](const Shares& s) { return s[3]; });
  print_row("computed", [](const Shares& s) { return (s[1] + 2 * s[2] + 3 * s[3]) / 3; });
}

/// Lines on top of one another: ub_1, ub_1 or ub_2, any of the three.
void draw(const std::string& name, const std::vector<Run>& runs, const std::string& path) {
  constexpr std::array<const char*, models> names{"ub1", "ub1 or ub2", "ub1 to ub3"};
  constexpr std::array<const char*, models> colors{"#1f5fbf", "#2a9d3a", "#d62828"};
  Plot plot{"Candidates that are spared variances: " + name,
            "step",
            "share of the candidates, cumulated",
            false,
            {}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (std::size_t m = models; m-- > 0;) {
      const char* shrinkage = runs[i].shrinkage > 0 ? ", shrinkage .5" : ", shrinkage 0";
      Series series{std::string(names[m]) + shrinkage, colors[m], {}, {}};
      series.is_dashed = i > 0;
      series.width = i > 0 ? 1.8 : 2.4;
      for (std::size_t step = 1; step < runs[i].shares.size(); ++step) {
        double sum = 0;
        for (std::size_t upto = 0; upto <= m; ++upto)
          sum += runs[i].shares[step][upto];
        series.x.push_back(static_cast<double>(step + 1));
        series.y.push_back(sum);
      }
      plot.series.push_back(std::move(series));
    }
  }
  write_svg(plot, path);
}

void report(const Task& task, std::size_t steps, const std::string& folder) {
  std::printf("%s: %zu rows, %zu features\n", task.name.c_str(), task.table.rows(),
              task.table.features());
  std::vector<Run> drawn;
  for (const bool is_standardized : {true, false}) {
    for (const bool has_cap : {false, true}) {
      for (const double shrinkage : {0.0, 0.5}) {
        Run run{shrinkage, has_cap, is_standardized};
        prune(task.table, steps, run);
        print(run);
        if (is_standardized && !has_cap) drawn.push_back(std::move(run));
      }
    }
  }
  draw(task.name, drawn, folder + "/figure3_" + task.name + ".svg");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  const std::string folder = count > 1 ? words[1] : ".";
  const std::size_t steps = count > 2 ? std::strtoull(words[2], nullptr, 10) : 50;
  const std::uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
  try {
    std::printf("share of the candidates for which the bounds spare\n");
    for (int i = 4; i < count; ++i)
      report(read_task(words[i], seed), steps, folder);
    if (count <= 4) {
      report(generated("independent", 0, seed), steps, folder);
      report(generated("correlated", 0.7, seed), steps, folder);
    }
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
