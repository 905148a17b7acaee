// SPDX-License-Identifier: Apache-2.0
// Passes beside the plain kernels of tables in memory, one thread, in the same run: exact scatter
// columns, and tables of pairs with their entropies. Fails when they differ.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "bench/clock.h"
#include "pith/stats/class_panel.h"
#include "pith/stats/passes/pass_scatter.h"
#include "tests/support/pass_runner.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr std::size_t rows = 100'000;
constexpr std::size_t features = 500;
const Context one_thread{.threads = 1};

/// The least CPU seconds of some rounds, in which all run in turn.
template <class... Work>
std::vector<double> least_seconds(Work... work) {
  std::vector<double> least(sizeof...(Work), 1e9);
  for (int round = 0; round < 5; ++round) {
    std::size_t i = 0;
    const auto time = [&](auto& each) {
      const double start = bench::cpu_seconds();
      each();
      least[i] = std::min(least[i], bench::cpu_seconds() - start);
      ++i;
    };
    (time(work), ...);
  }
  return least;
}

Table numbers(bool are_pixels) {
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  for (std::size_t j = 0; j < features; ++j) {
    const Random random(j, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      columns[j][row] =
          are_pixels ? static_cast<double>(random.below(row, 256)) : random.uniform(row);
    }
  }
  return table_of(std::move(columns), random_codes(rows, 2, 99));
}

/// Blocks that are encoded beforehand.
class BlockRunner final : public Runner {
 public:
  BlockRunner(const Table& table, const EncodedFacts& facts, std::size_t block_rows) {
    TableBlocks(fields_of_table(table), block_rows)
        .read(
            facts.encoding.fields(),
            [&](const RowBlock& block) { blocks_.emplace_back(block, facts.encoding, Context{}); },
            {});
  }
  void run(const Pass&, PassState& state, const Context& context) override {
    for (const EncodedRows& block : blocks_)
      state.update(block, context);
  }
  void encode(const Encoding&, const Context&) override {}

 private:
  std::vector<EncodedRows> blocks_;
};

void compare_scatter(bool are_pixels) {
  const Table table = numbers(are_pixels);
  const PassTable passes(table, rows);
  std::vector<Feature> all(features);
  std::iota(all.begin(), all.end(), Feature{0});
  const ClassPanel panel(table, all, Storage::float64, {});
  for (const std::size_t block_rows : {std::size_t{8192}, rows}) {
    BlockRunner runner(table, passes.facts, block_rows);
    const PassScatter scatter(runner, passes.facts);
    for (const std::size_t count : {1U, 8U, 32U}) {
      const auto pivots = std::span(all).first(count);
      ScatterColumns plain;
      ScatterColumns exact;
      const auto seconds = least_seconds([&] { plain = panel.columns(pivots, one_thread); },
                                         [&] { exact = scatter.columns(pivots, one_thread); });
      for (std::size_t j = 0; j < features; ++j) {
        if (std::abs(plain.at(0, 1)[j] - exact.at(0, 1)[j]) > 1e-6 * rows) std::abort();
      }
      fmt::print(
          "scatter of {:2} {}, blocks of {:6} rows: plain {:.4f} s, exact {:.4f} s, {:.2f}x\n",
          count, are_pixels ? "pixels " : "numbers", block_rows, seconds[0], seconds[1],
          seconds[1] / seconds[0]);
    }
  }
}

void compare_pairs(std::size_t levels) {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < features; ++j)
    columns.push_back(codes_column(random_codes(rows, levels, j)));
  const Table table = table_of(std::move(columns), random_codes(rows, 2, 99));
  const PassTable passes(table, rows);
  const PairRequest request{.with_target = true};
  const auto plain_pairs = TableSource(table).pairs(request, one_thread);
  std::vector<FeaturePair> asked;
  for (Feature s = 0; s < 8; ++s) {
    for (Feature x = 0; x < features; ++x)
      asked.push_back({.x = x, .s = s});
  }
  for (const std::size_t block_rows : {std::size_t{8192}, rows}) {
    BlockRunner runner(table, passes.facts, block_rows);
    const PassSource source(runner, passes.facts);
    std::vector<PairEntropies> plain(asked.size());
    std::vector<PairEntropies> passed(asked.size());
    const auto seconds = least_seconds(
        [&] { plain_pairs->entropies(asked, plain, one_thread); },
        [&] { source.pairs(request, one_thread)->entropies(asked, passed, one_thread); });
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (plain[i].xsy != passed[i].xsy) std::abort();
    }
    fmt::print(
        "pairs of {:3} levels, 8 pivots, blocks of {:6} rows: plain {:.4f} s, pass {:.4f} s, {:.2f}x\n",
        levels, block_rows, seconds[0], seconds[1], seconds[1] / seconds[0]);
  }
}

}  // namespace
}  // namespace pith

int main() {
  fmt::print("{} rows, {} features, 2 classes; least CPU seconds of 5\n", pith::rows,
             pith::features);
  pith::compare_scatter(false);
  pith::compare_scatter(true);
  for (const std::size_t levels : {3U, 5U, 10U, 20U})
    pith::compare_pairs(levels);
}
