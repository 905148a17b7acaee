// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/class_neighbours.h"

#include <gtest/gtest.h>

#include <numeric>

#include "pith/base/error.h"
#include "tests/support/relief_twin.h"

namespace pith {
inline namespace families {
namespace {

/// The neighbours of rows of the table, as rows of the table.
std::vector<std::vector<std::size_t>> found_by(const Table& table,
                                               const std::vector<std::uint32_t>& places,
                                               std::size_t count, NearTies ties, unsigned threads) {
  const Context context{.threads = threads};
  const ClassRows rows(table);
  const Differences differences(table, rows.order, {});
  const ClassNeighbourSearch search(differences, rows, context);
  Work work(context, "select", places.size());
  const ClassNeighbours near = search.find(places, count, ties, work, context);
  std::vector<std::vector<std::size_t>> lists;
  for (std::size_t x = 0; x < places.size(); ++x) {
    for (std::size_t c = 0; c < rows.classes(); ++c) {
      lists.emplace_back();
      for (const Neighbour& neighbour : near.of(x, c))
        lists.back().push_back(rows.order[neighbour.row]);
    }
  }
  return lists;
}

TEST(ClassRows, keep_the_order_of_the_table_inside_a_class) {
  const ClassRows rows(table_of({{0, 0, 0, 0, 0}}, {1, 0, 1, 2, 0}));
  EXPECT_EQ(rows.order, (std::vector<std::uint32_t>{1, 4, 0, 2, 3}));
  EXPECT_EQ(rows.begins, (std::vector<std::size_t>{0, 2, 4, 5}));
  EXPECT_EQ(rows.class_of(1), 0U);
  EXPECT_EQ(rows.class_of(2), 1U);
  EXPECT_EQ(rows.class_of(4), 2U);
}

TEST(ClassNeighbours, are_the_nearest_with_ties_to_the_first) {
  for (const std::size_t rows : {5U, 40U, 90U}) {
    for (const bool has_gaps : {false, true}) {
      const Table table = relief_twin::mixed_table(rows, 3, has_gaps, rows);
      const ClassRows classes(table);
      std::vector<std::uint32_t> places;  // not all of them
      for (std::uint32_t place = 0; place < rows; place += 2)
        places.push_back(place);
      for (const std::size_t count : {1U, 10U, 1000U}) {
        const auto found = found_by(table, places, count, NearTies::first, 1);
        for (std::size_t x = 0; x < places.size(); ++x) {
          for (std::size_t c = 0; c < 3; ++c) {
            EXPECT_EQ(found[x * 3 + c],
                      relief_twin::nearest(table, classes.order[places[x]], c, count));
          }
        }
        EXPECT_EQ(found, found_by(table, places, count, NearTies::first, 3));
      }
    }
  }
}

TEST(ClassNeighbours, single_precision_never_decides) {
  // Rows 1 and 2 have the same values in other features, so that only rounding tells their
  // distances to row 0 apart, until a little is added to one of them.
  constexpr std::size_t size = 300;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const std::size_t farther : {1U, 2U}) {
      std::vector<std::vector<double>> features;
      for (std::size_t f = 0; f < size; ++f) {
        features.push_back(
            {0, Random(seed, 0).uniform(f) * 0.9, Random(seed, 0).uniform(size - 1 - f) * 0.9, 1});
      }
      features[7][farther] += 1e-7;
      const Table table = table_of(features, {1, 0, 0, 1});
      EXPECT_EQ(found_by(table, {2}, 1, NearTies::first, 1)[0],
                (std::vector<std::size_t>{3 - farther}));
    }
  }
}

TEST(ClassNeighbours, are_the_first_rows_among_many_ties) {
  // Two values: half of 3,000 rows are equally near, many more than are worth keeping in mind.
  constexpr std::size_t rows = 3000;
  std::vector<double> values(rows);
  for (std::size_t row = 0; row < rows; ++row)
    values[row] = row % 4 < 2 ? 0 : 1;
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    classes[row] = row % 2;
  const auto found = found_by(table_of({values}, classes), {0, 1, 2, 3}, 3, NearTies::first, 1);
  // Places 0, 1, 2, 3 are rows 0, 2, 4, 6 of class 0, with values 0, 1, 0, 1.
  EXPECT_EQ(found[0], (std::vector<std::size_t>{4, 8, 12}));
  EXPECT_EQ(found[1], (std::vector<std::size_t>{1, 5, 9}));
  EXPECT_EQ(found[2], (std::vector<std::size_t>{6, 10, 14}));
  EXPECT_EQ(found[3], (std::vector<std::size_t>{3, 7, 11}));
  std::vector<std::uint32_t> all(rows / 2);
  std::iota(all.begin(), all.end(), 0U);
  const auto of_all = found_by(table_of({values}, classes), all, 3, NearTies::first, 2);
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(of_all[i], found[i]);
}

TEST(ClassNeighbours, weka_replaces_the_first_of_the_farthest) {
  // Distances of row 0 to the others: .5, .5, .25, .5. Two are kept: .5 .5, then .25 takes the
  // place of the first, and the last .5 is no closer.
  const Table table = table_of({{0, 2, 2, 1, 2, 4}}, {1, 0, 0, 0, 0, 1});
  EXPECT_EQ(found_by(table, {4}, 2, NearTies::replaced, 1)[0], (std::vector<std::size_t>{3, 2}));
  EXPECT_EQ(found_by(table, {4}, 2, NearTies::first, 1)[0], (std::vector<std::size_t>{3, 1}));
}

TEST(ClassNeighbours, keep_to_the_memory_limit) {
  const Table table = relief_twin::mixed_table(400, 2, false, 1);
  const ClassRows rows(table);
  const Differences differences(table, rows.order, {});
  const Context little{.memory = 4 * 9 * 400 - 1};
  EXPECT_THROW(ClassNeighbourSearch(differences, rows, little), Error);
  const Context enough{.memory = 2 * 4 * 9 * 400};
  EXPECT_NO_THROW(ClassNeighbourSearch(differences, rows, enough));
}

}  // namespace
}  // namespace families
}  // namespace pith
