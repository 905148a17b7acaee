// SPDX-License-Identifier: Apache-2.0
// What well-known tools of the Relief family get wrong or leave open, each under the name of the
// behaviour that we promise instead. Method by method: the conformance battery.
#include <gtest/gtest.h>

#include <cmath>

#include "pith/select/select.h"
#include "tests/support/relief_twin.h"

namespace pith {
namespace {

std::vector<double> scores_of(const Table& table, const std::string& method,
                              const Settings& settings = {}, unsigned threads = 1) {
  std::vector<double> scores(table.features());
  for (const Ranked& entry : select(table, method, 1, settings, {.threads = threads}).ranking)
    scores[entry.feature] = entry.score;
  return scores;
}

/// 40 rows of one class, 12 of another, 3 of a third: numbers in whole units of a tenth.
Table unbalanced() {
  std::vector<std::vector<double>> features(4, std::vector<double>(55));
  std::vector<std::uint32_t> classes(55);
  for (std::size_t row = 0; row < 55; ++row) {
    classes[row] = row < 40 ? 0 : row < 52 ? 1 : 2;
    for (std::size_t f = 0; f < 4; ++f) {
      const double noise = static_cast<double>(Random(6, f).below(row, 12));
      features[f][row] = (noise + static_cast<double>(f * classes[row])) / 10;
    }
  }
  return table_of(features, classes);
}

TEST(NeighbourPitfalls, misses_are_multiplied_by_the_share_of_their_class) {
  const std::vector<double> expected = relief_twin::relief(unbalanced(), 10);
  const std::vector<double> found = scores_of(unbalanced(), "relieff");
  for (std::size_t f = 0; f < 4; ++f)
    EXPECT_NEAR(found[f], expected[f], 1e-12);
}

TEST(NeighbourPitfalls, units_do_not_matter) {
  std::vector<Column> columns;
  const Table table = unbalanced();
  for (Feature feature = 0; feature < table.features(); ++feature) {
    std::vector<double> numbers;
    for (const double number : table.feature(feature).numbers())
      numbers.push_back(number * std::pow(-7.3, feature) + 1000 * feature);
    columns.push_back(Column::from_numbers(std::move(numbers)));
  }
  const Table other = table.with_features(columns);
  for (const std::string method : {"relieff", "multisurf"}) {
    const std::vector<double> before = scores_of(table, method);
    const std::vector<double> after = scores_of(other, method);
    for (std::size_t f = 0; f < 4; ++f)
      EXPECT_NEAR(before[f], after[f], 1e-9) << method;
  }
  const Settings range{{"scale", "range"}};
  EXPECT_NEAR(scores_of(table, "sw-relieff", range)[3], scores_of(other, "sw-relieff", range)[3],
              1e-9);
}

TEST(NeighbourPitfalls, a_row_is_never_its_own_neighbour) {
  // The only row of its class has no hits, and the copy of a row is one.
  const Table alone = table_of({{0, 1, 1, 1}}, {0, 1, 1, 1});
  EXPECT_DOUBLE_EQ(scores_of(alone, "relieff")[0], 1);
  const Table two = table_of({{0, 4, 1, 3}}, {0, 0, 1, 1});  // hits differ by 1 and by .5
  EXPECT_DOUBLE_EQ(scores_of(two, "relieff", {{"neighbours", "1"}})[0],
                   (0.25 + 0.25 + 0.25 + 0.25 - 1 - 1 - 0.5 - 0.5) / 4);
}

TEST(NeighbourPitfalls, fifty_neighbours_are_fifty_on_any_number_of_threads) {
  const Table table = relief_twin::mixed_table(110, 2, false, 12);
  const Settings fifty{{"neighbours", "50"}};
  const std::vector<double> expected = relief_twin::relief(table, 50);
  const std::vector<double> found = scores_of(table, "relieff", fifty);
  for (std::size_t f = 0; f < found.size(); ++f)
    EXPECT_NEAR(found[f], expected[f], 1e-12);
  EXPECT_EQ(found, scores_of(table, "relieff", fifty, 4));
}

TEST(NeighbourPitfalls, constants_have_score_0) {
  const Table table = table_of({{5, 5, 5, 5}, {0, 1, 2, 3}}, {0, 0, 1, 1});
  for (const std::string method : {"relieff", "sw-relieff", "multisurf"})
    EXPECT_EQ(scores_of(table, method)[0], 0) << method;
}

TEST(NeighbourPitfalls, eleven_integers_are_eleven_classes) {
  std::vector<std::vector<double>> features(2, std::vector<double>(44));
  std::vector<std::uint32_t> classes(44);
  for (std::size_t row = 0; row < 44; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 11);
    features[0][row] = static_cast<double>(row * 5 % 11);  // a renaming: no order, no regression
    features[1][row] = Random(3, 0).uniform(row);
  }
  const std::vector<double> found = scores_of(table_of(features, classes), "relieff");
  EXPECT_GT(found[0], 0.3);
  EXPECT_LT(found[1], 0.1);
}

}  // namespace
}  // namespace pith
