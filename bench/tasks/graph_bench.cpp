// SPDX-License-Identifier: Apache-2.0
// Inf-FS and QPFS on tables in memory.
//   graph_bench inf-fs INPUT ALPHAS THREADS [MEMORY]   seconds by part; scores to standard output
//   graph_bench qpfs ROWS:FEATURES,... THREADS         CPU seconds as features grow
// INPUT is a file, or ROWS:FEATURES for uniform numbers. ALPHAS are 0, 1/(ALPHAS-1), ... 1. Without
// room for the matrix (MEMORY in MiB) tiles are made anew in each pass.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "pith/base/parallel.h"
#include "pith/base/random.h"
#include "pith/data/read.h"
#include "pith/methods/graph/path_energies.h"
#include "pith/select/select.h"
#include "pith/stats/source.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

struct Shape {
  std::size_t rows = 0;
  std::size_t features = 0;
};

Shape parse_shape(const std::string& text) {
  Shape shape;
  char mark = 0;
  std::stringstream(text) >> shape.rows >> mark >> shape.features;
  return shape;
}

/// Noise, and for every tenth feature a share of one of twelve hidden numbers.
Table generated(const Shape& shape, const Context& context) {
  std::vector<std::vector<double>> features(shape.features);
  parallel_blocks(context, shape.features, 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const Random own(1, f);
      const Random hidden(2, f % 12);
      for (std::size_t row = 0; row < shape.rows; ++row) {
        const double shared = f % 10 == 0 ? hidden.uniform(row) : 0;
        features[f].push_back(1000 * (own.uniform(row) + shared));
      }
    }
  });
  return table_of(std::move(features), random_codes(shape.rows, 9, 3));
}

Table table_for(const std::string& input, const Context& context) {
  if (input.find(':') != std::string::npos) return generated(parse_shape(input), context);
  Roles roles;
  return read(input, roles, {}, context);
}

std::vector<double> alphas_of(std::size_t count) {
  std::vector<double> alphas(count, 0.5);
  for (std::size_t i = 0; i < count && count > 1; ++i)
    alphas[i] = static_cast<double>(i) / static_cast<double>(count - 1);
  return alphas;
}

void run_inf_fs(const std::string& input, std::size_t alphas, const Context& context) {
  const Table table = table_for(input, context);
  const TableSource source(table);
  double start = bench::wall_seconds();
  const double cpu = bench::cpu_seconds();
  const std::vector<Spread> spreads = source.spreads(context);
  std::vector<double> dispersions;
  double most = 0;
  for (const Spread& spread : spreads)
    most = std::max(most, spread.deviation);
  for (const Spread& spread : spreads)
    dispersions.push_back(spread.deviation / most);
  const double spreading = bench::wall_seconds() - start;
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  start = bench::wall_seconds();
  (void)source.similarity({.kind = SimilarityKind::ranks, .features = all}, context);
  const double ranking = bench::wall_seconds() - start;
  start = bench::wall_seconds();
  const auto similarity =
      source.similarity({.kind = SimilarityKind::ranks, .features = all, .is_kept = true}, context);
  const double keeping = bench::wall_seconds() - start;
  start = bench::wall_seconds();
  const auto found = path_energies({*similarity, dispersions}, alphas_of(alphas), 0.9, context);
  const double walking = bench::wall_seconds() - start;
  fmt::print(stderr,
             "spreads {:.3f}  ranks {:.3f}  matrix {:.3f}  paths {:.3f}  all {:.3f} s wall "
             "({:.3f} CPU, ranks twice)  {} passes, peak {} MiB\n",
             spreading, ranking, keeping - ranking, walking, spreading + keeping + walking,
             bench::cpu_seconds() - cpu, found.front().passes, bench::peak_bytes() >> 20U);
  for (const PathEnergies& energies : found) {
    for (const double score : energies.scores)
      fmt::print("{:.17g} ", score);
    fmt::print("\n");
  }
}

void run_qpfs(const std::string& shapes, const Context& context) {
  fmt::print("{:>8}  {:>8}  {:>11}  {:>11}\n", "rows", "features", "mi CPU s", "cor CPU s");
  std::stringstream list(shapes);
  for (std::string one; std::getline(list, one, ',');) {
    const Table table = generated(parse_shape(one), context);
    double seconds[2];
    const char* similarities[] = {"mi", "correlation"};
    for (int i = 0; i < 2; ++i) {
      const double start = bench::cpu_seconds();
      const Selection found = select(table, "qpfs", 10, {{"similarity", similarities[i]}}, context);
      seconds[i] = bench::cpu_seconds() - start;
      for (const Diagnostic& figure : found.diagnostics) {
        if (figure.name == "gap" && figure.value > 1e-9)
          throw std::runtime_error(fmt::format("{} has a gap of {}", one, figure.value));
      }
    }
    fmt::print("{:>8}  {:>8}  {:>11.3f}  {:>11.3f}\n", table.rows(), table.features(), seconds[0],
               seconds[1]);
  }
}

int measure(const std::vector<std::string>& arguments) {
  if (arguments.size() >= 4 && arguments[0] == "inf-fs") {
    Context context{.threads = static_cast<unsigned>(std::stoul(arguments[3]))};
    if (arguments.size() > 4) context.memory = std::stoull(arguments[4]) << 20U;
    run_inf_fs(arguments[1], std::stoul(arguments[2]), context);
    return 0;
  }
  if (arguments.size() == 3 && arguments[0] == "qpfs") {
    run_qpfs(arguments[1], {.threads = static_cast<unsigned>(std::stoul(arguments[2]))});
    return 0;
  }
  fmt::print(stderr,
             "graph_bench inf-fs INPUT ALPHAS THREADS [MEMORY]\n"
             "graph_bench qpfs ROWS:FEATURES,... THREADS\n");
  return 2;
}

}  // namespace
}  // namespace pith

int main(int argc, char** argv) {
  try {
    return pith::measure(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "graph_bench: {}\n", error.what());
    return 1;
  }
}
