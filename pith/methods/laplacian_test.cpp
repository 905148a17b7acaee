// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "pith/base/option.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

/// Rows on a line at 0, 1, 3 and 7, and a feature that hardly moves them. With one neighbour each,
/// they are a path.
Table path() {
  return table_of({{0, 1, 3, 7}, {0, 0.125, 0, 0.125}}, {0, 0, 1, 1});
}

Settings settings(const std::string& graph, const std::string& width) {
  return {{"neighbours", "1"}, {"scale", "raw"}, {"graph", graph}, {"width", width}};
}

double score_of(const Selection& selection, Feature feature) {
  for (const Ranked& entry : selection.ranking) {
    if (entry.feature == feature) return entry.score;
  }
  return std::nan("");
}

TEST(Laplacian, of_a_path_of_four_rows) {
  // Degrees 1 2 2 1, mean 2.5; 1 - (1 + 4 + 16) / (6.25 + 4.5 + 0.5 + 20.25), and what alternates
  // along the path is as rough as can be.
  const Selection found = select(path(), "laplacian", 2, settings("binary", "0"));
  EXPECT_NEAR(score_of(found, 0), 1.0 / 3, 1e-15);
  EXPECT_NEAR(score_of(found, 1), -1, 1e-15);
  ASSERT_EQ(found.diagnostics.size(), 1U);
  EXPECT_EQ(found.diagnostics[0].name, "edges");
  EXPECT_EQ(found.diagnostics[0].value, 3);
}

TEST(Laplacian, weighs_edges_by_the_heat_kernel) {
  const Table line = table_of({{0, 1, 3, 7}}, {0, 0, 1, 1});
  const double x[] = {0, 1, 3, 7};
  for (const std::string width : {"0", "2.5", "1e-9"}) {
    const double t = width == "0" ? 7 : std::stod(width);  // (1 + 4 + 16) / 3
    // A factor of all weights changes nothing.
    const double s[] = {1, std::exp(-3 / t), std::exp(-15 / t)};
    const double degrees[] = {s[0], s[0] + s[1], s[1] + s[2], s[2]};
    double sum = 0;
    double mean = 0;
    for (int row = 0; row < 4; ++row) {
      sum += degrees[row];
      mean += degrees[row] * x[row];
    }
    mean /= sum;
    double together = 0;
    double spread = 0;
    for (int edge = 0; edge < 3; ++edge)
      together += 2 * s[edge] * (x[edge] - mean) * (x[edge + 1] - mean);
    for (int row = 0; row < 4; ++row)
      spread += degrees[row] * (x[row] - mean) * (x[row] - mean);
    const Selection found = select(line, "laplacian", 1, settings("heat", width));
    EXPECT_NEAR(score_of(found, 0), together / spread, 1e-14) << width;
    ASSERT_EQ(found.diagnostics.size(), 2U);
    EXPECT_EQ(found.diagnostics[1].name, "width");
    EXPECT_DOUBLE_EQ(found.diagnostics[1].value, t);
  }
}

TEST(Laplacian, prefers_what_tells_groups_of_rows_apart_to_noise_of_any_unit) {
  std::vector<std::vector<double>> features(4);
  std::vector<std::uint32_t> classes;
  const Random random(2, 0);
  for (std::size_t row = 0; row < 60; ++row) {
    classes.push_back(static_cast<std::uint32_t>(row % 2));
    features[0].push_back(1000 * random.uniform(3 * row));
    features[1].push_back(static_cast<double>(row % 2) + 0.1 * random.uniform(3 * row + 1));
    features[2].push_back(7);
    features[3].push_back(static_cast<double>(row % 2) + 0.1 * random.uniform(3 * row + 2));
  }
  const Table table = table_of(features, classes);
  const Selection standard = select(table, "laplacian", 4);
  EXPECT_GT(score_of(standard, 1), 0.9);
  EXPECT_GT(score_of(standard, 3), 0.9);
  EXPECT_EQ(standard.names()[2], "x0");
  EXPECT_EQ(standard.names()[3], "x2");
  EXPECT_EQ(standard.selected[3].score, -1);  // constant
  // In their own units, the noise alone decides who is near whom.
  EXPECT_EQ(select(table, "laplacian", 1, {{"scale", "raw"}}).names()[0], "x0");
}

TEST(Laplacian, adds_a_note_if_there_are_too_few_rows_and_needs_no_target) {
  TableParts parts = path().parts();
  parts.target.reset();
  const Selection found = select(Table(parts), "laplacian", 1);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(render(found.notes[0]),
            "used 3 neighbours instead of 5 (neighbours), because there are only 4 rows");
  EXPECT_EQ(found.diagnostics[0].value, 6);
  EXPECT_TRUE(select(Table(parts), "laplacian", 1, {{"neighbours", "3"}}).notes.empty());
}

TEST(Laplacian, is_accurate_if_a_feature_varies_only_at_an_isolated_row) {
  std::vector<std::vector<double>> features(2);
  for (std::size_t row = 0; row < 8; ++row) {
    features[0].push_back(row < 7 ? std::pow(1.3, static_cast<double>(row)) : 60);
    features[1].push_back(row < 7 ? 0.1 : 9);
  }
  const Table table = table_of(features, {0, 0, 0, 0, 1, 1, 1, 1});
  // The edge to the last row weighs nothing, and x1 does not vary elsewhere.
  EXPECT_EQ(score_of(select(table, "laplacian", 2, settings("heat", "1")), 1), -1);
  // It weighs 6e-55, and is all that counts for x1: 1 - w c^2 / w c^2.
  EXPECT_NEAR(score_of(select(table, "laplacian", 2, settings("heat", "25")), 1), 0, 1e-12);
}

}  // namespace
}  // namespace pith
