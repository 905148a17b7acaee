// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/gaussian/search.h"

#include <gtest/gtest.h>

#include "pith/methods/gaussian/compromise_search.h"
#include "pith/methods/gaussian/divergence.h"
#include "pith/search/forward.h"
#include "tests/support/gaussian_twin.h"

namespace pith {
inline namespace families {
namespace {

struct Found {
  Selection selection;
  std::size_t passes = 0;
};

Found compromise(const Table& table, std::size_t k, const Prefetch& prefetch,
                 const Context& context) {
  const TableSource source(table);
  auto scatter = source.scatter(Storage::float64, context);
  GaussianCompromise state(GaussianModel(scatter->moments(), {}),
                           GaussianCompromise::Criterion::information);
  const Task task{.k = k, .keep = {}};
  CompromiseSearch search(std::move(scatter), std::move(state), task, prefetch, context);
  Selection selection = forward(search, table.features(), task, context);
  return {std::move(selection), search.passes()};
}

Found divergence(const Table& table, std::size_t k, const Prefetch& prefetch,
                 const Context& context) {
  const TableSource source(table);
  auto scatter = source.scatter(Storage::float64, context);
  GaussianDivergence state(GaussianModel(scatter->moments(), {}),
                           GaussianDivergence::Criterion::entropy);
  const Task task{.k = k, .keep = {}};
  GaussianSearch<GaussianDivergence> search(std::move(scatter), std::move(state), task, prefetch,
                                            context);
  Selection selection = forward(search, table.features(), task, context);
  return {std::move(selection), search.passes()};
}

void expect_same_bits(const Selection& a, const Selection& b) {
  ASSERT_EQ(a.features(), b.features());
  for (std::size_t step = 0; step < a.selected.size(); ++step)
    EXPECT_EQ(a.selected[step].score, b.selected[step].score);
}

TEST(GaussianSearch, gives_the_same_bits_for_any_prefetch_and_any_number_of_threads) {
  const Table table = gaussian_table(150, 600, 3, 1);
  for (const auto search : {compromise, divergence}) {
    const Found alone = search(table, 20, {.columns = 1, .pool = 2}, {.threads = 1});
    EXPECT_EQ(alone.passes, 19U);  // the last feature needs no column
    for (const Prefetch prefetch : {Prefetch{2, 5}, Prefetch{8, 72}, Prefetch{30, 300}}) {
      for (const unsigned threads : {1U, 3U}) {
        const Found found = search(table, 20, prefetch, {.threads = threads});
        expect_same_bits(found.selection, alone.selection);
        EXPECT_LT(found.passes, alone.passes);
      }
    }
  }
}

TEST(GaussianSearch, gives_the_same_bits_from_the_whole_matrix) {
  const Table table = gaussian_table(100, 200, 2, 2);
  for (const auto search : {compromise, divergence}) {
    const Found some = search(table, 60, {.whole = 2}, {.threads = 2});
    const Found all = search(table, 60, {.whole = 0}, {.threads = 2});
    expect_same_bits(some.selection, all.selection);
  }
}

TEST(GaussianSearch, reads_little_more_than_it_needs_when_it_looks_ahead) {
  const Table table = gaussian_table(300, 500, 3, 3);
  const Found found = compromise(table, 33, {.columns = 8, .pool = 72}, {});
  EXPECT_LE(found.passes, 8U);  // four would be perfect
}

}  // namespace
}  // namespace families
}  // namespace pith
