// SPDX-License-Identifier: Apache-2.0
// Diagnostic 10 of Rodriguez-Lujan et al. (2010): how CPU time grows with features, rows and the
// share of the features that Nystroem's method samples.
//   qpfs_growth [FOLDER] [LARGEST]     here, 20,000 features
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/normal.h"
#include "papers/qpfs/sets.h"
#include "papers/svg.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

/// Four classes, and features that are noise and a share of one of forty factors; every fifth
/// factor depends on the class.
Table generated(std::size_t rows, std::size_t features) {
  constexpr std::size_t factors = 40;
  TableParts parts;
  std::vector<std::uint32_t> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = static_cast<std::uint32_t>(row % 4);
  for (std::size_t j = 0; j < features; ++j) {
    const std::size_t k = j % factors;
    const Random factor(1, k);
    const Random noise(1, factors + j);
    const double share = 0.2 + 0.6 * noise.uniform(2 * rows);
    std::vector<double> values(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const double shift = k % 5 == 0 && target[row] == k / 5 % 4 ? 1.5 : 0;
      values[row] = share * (normal(factor, row) + shift) + normal(noise, row);
    }
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  parts.target = Column::from_codes(target, {"a", "b", "c", "d"});
  parts.target_name = "class";
  return Table(std::move(parts));
}

struct Way {
  std::string name;
  std::string method;
  Settings params = {};
  std::string color = "";
  bool takes_numbers = false;
  std::size_t k = 100;
  std::size_t largest = std::numeric_limits<std::size_t>::max();  ///< features, for time's sake
};

/// CPU seconds of a selection on one thread, bins included: the least of some.
double seconds_of(const Table& table, const Way& way) {
  const Context one{.threads = 1};
  double least = std::numeric_limits<double>::infinity();
  double total = 0;
  for (int i = 0; i < 5 && total < 0.5; ++i) {
    const double start = bench::cpu_seconds();
    const Table ready = way.takes_numbers ? table : coded(table, one);
    select(ready, way.method, std::min(way.k, table.features()), way.params, one);
    const double seconds = bench::cpu_seconds() - start;
    least = std::min(least, seconds);
    total += seconds;
  }
  return least;
}

/// The exponent b of y = a x^b, by least squares of the logarithms.
double exponent(const Series& series) {
  const auto count = static_cast<double>(series.x.size());
  double x = 0;
  double y = 0;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    x += std::log(series.x[i]) / count;
    y += std::log(series.y[i]) / count;
  }
  double above = 0;
  double below = 0;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    above += (std::log(series.x[i]) - x) * (std::log(series.y[i]) - y);
    below += (std::log(series.x[i]) - x) * (std::log(series.x[i]) - x);
  }
  return above / below;
}

void report(Plot& plot, const std::string& path) {
  std::printf("%s, CPU seconds on one thread\n", plot.title.c_str());
  for (Series& series : plot.series) {
    std::printf("  %-24s", series.name.c_str());
    for (std::size_t i = 0; i < series.x.size(); ++i)
      std::printf("  %g: %.3f", series.x[i], series.y[i]);
    char text[32];
    std::snprintf(text, sizeof text, ", exponent %.2f", exponent(series));
    std::printf("%s\n", text);
    series.name += text;
  }
  std::fflush(stdout);
  write_svg(plot, path);
}

void grow_features(const std::string& folder, std::size_t largest) {
  const std::vector<Way> ways{
      {"mi", "qpfs", {}, "#1f5fbf"},
      {"correlation", "qpfs", {{"similarity", "correlation"}}, "#2a9d3a", true},
      {"mi, p .01", "qpfs", {{"nystrom", "0.01"}}, "#d62828"},
      {"mi, p .05", "qpfs", {{"nystrom", "0.05"}}, "#e08a1e"},
      {"mi, shift", "qpfs", {{"repair", "shift"}}, "#7a3fb0", false, 100, 10000},
      {"mrmr, 100 of them", "mrmr", {}, "#777"},
  };
  Plot plot{"60 rows", "features", "CPU seconds", true, {}, true};
  for (const Way& way : ways)
    plot.series.push_back({way.name, way.color, {}, {}});
  for (std::size_t features = 2500; features <= largest; features *= 2) {
    const Table table = generated(60, features);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (features > ways[i].largest) continue;
      plot.series[i].x.push_back(static_cast<double>(features));
      plot.series[i].y.push_back(seconds_of(table, ways[i]));
    }
  }
  report(plot, folder + "/figure10_features.svg");
}

void grow_rows(const std::string& folder) {
  const std::vector<Way> ways{
      {"mi", "qpfs", {}, "#1f5fbf"},
      {"correlation", "qpfs", {{"similarity", "correlation"}}, "#2a9d3a", true},
      {"mi, p .05", "qpfs", {{"nystrom", "0.05"}}, "#e08a1e"},
      {"mrmr, all of them", "mrmr", {}, "#777", false, 1000},
  };
  Plot plot{"1,000 features", "rows", "CPU seconds", true, {}, true};
  for (const Way& way : ways)
    plot.series.push_back({way.name, way.color, {}, {}});
  for (const std::size_t rows : {250, 500, 1000, 2000, 4000, 8000}) {
    const Table table = generated(rows, 1000);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      plot.series[i].x.push_back(static_cast<double>(rows));
      plot.series[i].y.push_back(seconds_of(table, ways[i]));
    }
  }
  report(plot, folder + "/figure10_rows.svg");
}

void grow_share(const std::string& folder) {
  const Table table = generated(83, 2308);
  Plot plot{"83 rows, 2,308 features", "share of the features", "CPU seconds", true, {}, true};
  for (const bool is_published : {false, true}) {
    Series series{
        is_published ? "mi, subspace" : "mi", is_published ? "#d62828" : "#1f5fbf", {}, {}};
    for (const char* share : {"0.01", "0.02", "0.05", "0.1", "0.2"}) {
      Way way{"", "qpfs", {{"nystrom", share}}};
      if (is_published) way.params.emplace_back("repair", "subspace");
      series.x.push_back(std::strtod(share, nullptr));
      series.y.push_back(seconds_of(table, way));
    }
    plot.series.push_back(series);
  }
  report(plot, folder + "/figure10_share.svg");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  try {
    const std::string folder = count > 1 ? words[1] : ".";
    grow_features(folder, count > 2 ? std::strtoull(words[2], nullptr, 10) : 20000);
    grow_rows(folder);
    grow_share(folder);
    std::printf("%.0f CPU s in all\n", pith::bench::cpu_seconds());
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
