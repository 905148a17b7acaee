// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/random.h"
#include "pith/methods/relief/relief.h"
#include "pith/select/select.h"
#include "tests/support/relief_twin.h"

namespace pith {
namespace {

/// y = x0 xor x1, and six features of noise: neither says anything alone.
Table parity_table(std::size_t rows) {
  std::vector<std::vector<double>> features(8, std::vector<double>(rows));
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t f = 0; f < 8; ++f)
      features[f][row] = Random(2, f).uniform(row);
    classes[row] = (features[0][row] < 0.5) != (features[1][row] < 0.5) ? 1 : 0;
  }
  return table_of(features, classes);
}

TEST(Relieff, finds_features_that_are_informative_only_together) {
  for (const char* const id : {"relieff", "multisurf", "sw-relieff"}) {
    std::vector<Feature> found = select(parity_table(400), id, 2).features();
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<Feature>{0, 1})) << id;
  }
}

TEST(Relieff, gives_the_measure_with_its_parameters) {
  const Table table = relief_twin::mixed_table(60, 3, false, 7);
  const std::vector<double> expected =
      relief(table, {.neighbours = 4, .sigma = 3, .ties = NearTies::replaced}, {});
  const Selection selection =
      select(table, "relieff", 9, {{"neighbours", "4"}, {"sigma", "3"}, {"ties", "weka"}});
  for (const Ranked& entry : selection.ranking)
    EXPECT_EQ(entry.score, expected[entry.feature]);
}

TEST(Relieff, compares_all_rows_by_default_or_a_sample) {
  const Table table = relief_twin::mixed_table(60, 3, false, 7);
  const auto scores = [&](const Settings& settings, std::uint64_t seed) {
    std::vector<double> all(table.features());
    Context context;
    context.seed = seed;
    for (const Ranked& entry : select(table, "relieff", 9, settings, context).ranking)
      all[entry.feature] = entry.score;
    return all;
  };
  EXPECT_EQ(scores({}, 1), scores({}, 2));
  EXPECT_EQ(scores({}, 1), scores({{"queries", "60"}}, 2));
  EXPECT_EQ(scores({{"queries", "20"}}, 1), scores({{"queries", "20"}}, 1));
  EXPECT_NE(scores({{"queries", "20"}}, 1), scores({{"queries", "20"}}, 2));
  // One row is one of the rows.
  const std::vector<double> one = scores({{"queries", "1"}}, 5);
  int same = 0;
  for (std::uint32_t row = 0; row < 60; ++row)
    same += relief(table, {.rows = {row}}, {}) == one ? 1 : 0;
  EXPECT_GE(same, 1);
}

TEST(Relieff, handles_missing_values_itself_if_requested) {
  const Table table = relief_twin::mixed_table(60, 2, true, 3);
  Request request{.method = "relieff", .k = 9};
  request.missing = Missing::spread;
  const Selection selection = select(table, request);
  const std::vector<double> expected = relief_twin::relief(table, 10);
  for (const Ranked& entry : selection.ranking)
    EXPECT_NEAR(entry.score, expected[entry.feature], 1e-12);
  ASSERT_FALSE(selection.notes.empty());
  EXPECT_NE(selection.notes[0].find("missing"), std::string::npos) << selection.notes[0];
}

}  // namespace
}  // namespace pith
