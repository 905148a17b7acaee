// SPDX-License-Identifier: Apache-2.0
// Table 2 of Roffo, Melzi and Cristani (2015): seconds on uniform numbers in 20 classes.
//   inf_fs_timing [ROWS] [FEATURES] [REPETITIONS] [WAY...]    10,000, 1,000 and 3 unless given
// Each number is the least of the repetitions. A way is the name at the start of a line; those that
// take long run only if they are named, on one thread. Without a way, the others run.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "papers/inf-fs/graph.h"
#include "papers/inf-fs/sets.h"
#include "pith/base/random.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

Table generated(std::size_t rows, std::size_t features) {
  constexpr std::uint32_t classes = 20;
  constexpr double range = 1000;
  std::vector<std::uint32_t> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = static_cast<std::uint32_t>(Random(1, features).below(row, classes));
  std::vector<std::string> levels;
  for (std::uint32_t level = 0; level < classes; ++level)
    levels.push_back(std::to_string(level));
  TableParts parts;
  for (std::size_t j = 0; j < features; ++j) {
    std::vector<double> values(rows);
    for (std::size_t row = 0; row < rows; ++row)
      values[row] = range * Random(1, j).uniform(row);
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  parts.target = Column::from_codes(target, levels);
  parts.target_name = "class";
  return Table(std::move(parts));
}

/// Seconds on the clock and of the processors.
struct Seconds {
  double wall = std::numeric_limits<double>::infinity();
  double cpu = std::numeric_limits<double>::infinity();
};

template <class Work>
Seconds least_of(std::size_t repetitions, Work work) {
  Seconds least;
  for (std::size_t i = 0; i < repetitions; ++i) {
    const double wall = bench::wall_seconds();
    const double cpu = bench::cpu_seconds();
    work();
    least.wall = std::min(least.wall, bench::wall_seconds() - wall);
    least.cpu = std::min(least.cpu, bench::cpu_seconds() - cpu);
  }
  return least;
}

void print(const char* name, const Seconds& seconds) {
  std::printf("  %-34s  %8.3f  %8.3f\n", name, seconds.wall, seconds.cpu);
  std::fflush(stdout);
}

struct Way {
  std::string name;
  std::string method;
  Settings params = {};
  bool is_slow = false;  ///< runs only if it is named
};

/// The ways of these names, or else all that are not slow.
std::vector<Way> chosen_ways(const std::vector<std::string>& names) {
  std::vector<Way> ways{
      {"inf-fs", "inf-fs"},     {"inf-fs --precision single", "inf-fs", {{"precision", "single"}}},
      {"fisher", "fisher"},     {"mim, with its three bins", "mim"},
      {"relieff", "relieff"},   {"inf-fs-s", "inf-fs-s"},
      {"fsv", "fsv", {}, true}, {"fsv --scale standard", "fsv", {{"scale", "standard"}}, true}};
  std::erase_if(ways, [&](const Way& way) {
    return names.empty() ? way.is_slow
                         : std::find(names.begin(), names.end(), way.name) == names.end();
  });
  return ways;
}

void time_methods(const std::vector<Way>& ways, const Table& table, std::size_t repetitions,
                  const Context& context) {
  for (const Way& way : ways) {
    print(way.name.c_str(), least_of(repetitions, [&] {
            (void)select(table, way.method, table.features(), way.params, context);
          }));
  }
}

/// Where the time of inf-fs goes.
void time_parts(const Table& table, std::size_t repetitions, const Context& context) {
  const TableSource source(table);
  Nodes nodes;
  print("parts: deviations", least_of(repetitions, [&] { nodes = nodes_of(source, context); }));
  SimilarityRequest request{.kind = SimilarityKind::ranks, .features = nodes.features};
  print("ranks", least_of(repetitions, [&] { (void)source.similarity(request, context); }));
  request.is_kept = true;
  print("ranks and correlations",
        least_of(repetitions, [&] { (void)source.similarity(request, context); }));
  const auto similarity = source.similarity(request, context);
  const PathGraph graph{*similarity, nodes.dispersions};
  for (const std::vector<double>& alphas : {std::vector{0.2}, tenths()}) {
    const std::string name = "Lanczos, alphas: " + std::to_string(alphas.size());
    print(name.c_str(),
          least_of(repetitions, [&] { (void)path_energies(graph, alphas, 0.9, context); }));
  }
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  const std::size_t rows = count > 1 ? std::strtoull(words[1], nullptr, 10) : 10000;
  const std::size_t features = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1000;
  const std::size_t repetitions = count > 3 ? std::strtoull(words[3], nullptr, 10) : 3;
  const std::vector<std::string> names(words + std::min(count, 4), words + count);
  const std::vector<Way> ways = chosen_ways(names);
  const pith::Table table = generated(rows, features);
  std::printf("%zu rows, %zu features, seconds, the least of %zu\n", rows, features, repetitions);
  for (const unsigned threads : {1U, 2U}) {
    if (threads > 1 && !names.empty()) break;
    std::printf("threads: %-27u  %8s  %8s\n", threads, "wall", "CPU");
    const pith::Context context{.threads = threads};
    time_methods(ways, table, repetitions, context);
    if (names.empty()) time_parts(table, repetitions, context);
  }
  return EXIT_SUCCESS;
}
