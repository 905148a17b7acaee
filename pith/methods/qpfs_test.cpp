// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Values = std::vector<std::vector<double>>;

/// Two groups of three noisy copies; x0..x2 tell class 1 from the rest, x3..x5 class 2; x6 is noise
/// and x7 constant.
Table some_table() {
  const auto classes = random_codes(90, 3, 2);
  Values features(8);
  for (std::size_t row = 0; row < 90; ++row) {
    for (std::size_t f = 0; f < 6; ++f) {
      const double group = classes[row] == (f < 3 ? 1U : 2U) ? 1 : 0;
      features[f].push_back(group + 0.2 * Random(3, f < 3 ? 50 : 51).uniform(row) +
                            0.05 * Random(3, f).uniform(row));
    }
    features[6].push_back(Random(3, 6).uniform(row));
    features[7].push_back(4);
  }
  return table_of(std::move(features), classes);
}

double diagnostic(const Selection& found, const std::string& name) {
  for (const Diagnostic& known : found.diagnostics) {
    if (known.name == name) return known.value;
  }
  return std::nan("");
}

TEST(Qpfs, takes_one_of_each_group_before_a_second_of_any) {
  for (const char* similarity : {"correlation", "mi"}) {
    const auto order = select(some_table(), "qpfs", 8, {{"similarity", similarity}}).features();
    const bool has_first = std::min(order[0], order[1]) < 3;
    const bool has_second = std::max(order[0], order[1]) >= 3 && std::max(order[0], order[1]) < 6;
    EXPECT_TRUE(has_first && has_second) << similarity;
    EXPECT_EQ(order.back(), 7U);
  }
}

TEST(Qpfs, gives_weights_that_sum_to_1_and_a_certificate) {
  for (const char* repair : {"none", "shift", "clip"}) {
    const Selection found = select(some_table(), "qpfs", 8, {{"repair", repair}});
    double sum = 0;
    for (const Ranked& entry : found.ranking)
      sum += entry.score;
    EXPECT_NEAR(sum, 1, 1e-13);
    EXPECT_LE(diagnostic(found, "gap"), 1e-12) << repair;
    EXPECT_NEAR(diagnostic(found, "alpha"),
                diagnostic(found, "mean_similarity") /
                    (diagnostic(found, "mean_similarity") + diagnostic(found, "mean_relevance")),
                1e-15);
  }
}

TEST(Qpfs, with_alpha_1_ranks_by_relevance) {
  const Table table = some_table();
  const auto by_relevance = select(table, "mim", 7).features();
  Request request{.method = "qpfs", .k = 7, .params = {{"alpha", "1"}}};
  request.bins = parse_bins("sigma");  // as mim has them
  EXPECT_EQ(select(table, request).features(), by_relevance);
  for (const char* repair : {"shift", "clip", "subspace"}) {
    request.params = {{"alpha", "1"}, {"repair", repair}};
    EXPECT_EQ(select(table, request).features(), by_relevance) << repair;
  }
}

TEST(Qpfs, adds_a_note_if_other_minima_may_exist) {
  // Absolute cosines of six vectors in a plane, 30 degrees apart, are not semidefinite.
  Values features(6);
  for (std::size_t row = 0; row < 30; ++row) {
    const double a = Random(4, 0).uniform(row) - 0.5;
    const double b = Random(4, 1).uniform(row) - 0.5;
    for (std::size_t f = 0; f < 6; ++f) {
      const double angle = M_PI * static_cast<double>(f) / 6;
      features[f].push_back(std::cos(angle) * a + std::sin(angle) * b);
    }
  }
  const Table table = table_of(std::move(features), random_codes(30, 2, 1));
  const Settings settings{{"similarity", "correlation"}};
  const Selection found = select(table, "qpfs", 3, settings);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_NE(found.notes[0].find("not positive semidefinite"), std::string::npos);
  const Selection shifted = select(table, "qpfs", 3, {settings[0], {"repair", "shift"}});
  EXPECT_TRUE(shifted.notes.empty());
  EXPECT_LT(diagnostic(shifted, "least_eigenvalue"), 0);
}

TEST(Qpfs, bins_only_if_a_feature_has_many_distinct_values) {
  const auto classes = random_codes(40, 2, 1);
  Values few(2);
  for (std::size_t row = 0; row < 40; ++row) {
    few[0].push_back(static_cast<double>(row % 3) * 2 - 2);
    few[1].push_back(static_cast<double>(row % 2));
  }
  const auto has_note = [](const Selection& found, const std::string& text) {
    return std::any_of(found.notes.begin(), found.notes.end(), [&](const std::string& note) {
      return note.find(text) != std::string::npos;
    });
  };
  EXPECT_TRUE(
      has_note(select(table_of(few, classes), "qpfs", 2), "with at most 3 distinct values"));
  for (std::size_t row = 0; row < 40; ++row)
    few[1][row] = static_cast<double>(row % 5);
  EXPECT_TRUE(has_note(select(table_of(few, classes), "qpfs", 2), "by sigma:n"));
}

TEST(Qpfs, approximates_from_few_features_and_adds_a_note) {
  const Selection found = select(some_table(), "qpfs", 4, {{"nystrom", "0.5"}});
  ASSERT_FALSE(found.notes.empty());
  EXPECT_NE(found.notes.back().find("Nystroem"), std::string::npos);
  EXPECT_GE(diagnostic(found, "rank"), 1);
}

TEST(Qpfs, rejects_a_full_matrix_that_exceeds_the_memory_limit) {
  Values features(60);
  for (std::size_t f = 0; f < 60; ++f) {
    for (std::size_t row = 0; row < 5; ++row)
      features[f].push_back(Random(1, f).uniform(row));
  }
  const Table table = table_of(std::move(features), {0, 1, 0, 1, 0});
  const Settings settings{{"similarity", "correlation"}, {"repair", "clip"}};
  EXPECT_NO_THROW((void)select(table, "qpfs", 2, settings));
  try {
    (void)select(table, "qpfs", 2, settings, {.memory = 50'000});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_NE(std::string(error.what()).find("repair=none or shift"), std::string::npos);
  }
}

}  // namespace
}  // namespace pith
