// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/auto_k.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/base/random.h"

namespace pith {
namespace {

/// Uniform features; the class is whether the first exceeds a half, or nothing at all.
Table simple_table(bool is_noise) {
  TableParts parts;
  std::vector<std::uint32_t> classes;
  for (std::size_t j = 0; j < 5; ++j) {
    std::vector<double> values;
    for (std::size_t row = 0; row < 60; ++row)
      values.push_back(Random(3, j).uniform(row));
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  for (std::size_t row = 0; row < 60; ++row) {
    const double value = is_noise ? Random(3, 99).uniform(row) : parts.features[0].numbers()[row];
    classes.push_back(value > 0.5 ? 1 : 0);
  }
  parts.target = Column::from_codes(classes, {"no", "yes"});
  return Table(std::move(parts));
}

bool has_note(const AutoOutcome& result, const std::string& part) {
  for (const std::string& note : result.outcome.selection.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST(AutoK, knows_what_is_usual) {
  const Table table = simple_table(false);
  EXPECT_EQ(default_max_features(table), 5U);
  EXPECT_EQ(default_cv_test(table).splitting.folds, 10U);
  EXPECT_EQ(default_cv_test(table.take(std::vector<std::size_t>{0, 1, 2, 3})).splitting.folds, 4U);
  TableParts wide = table.parts();
  while (wide.features.size() < 120) {
    wide.features.push_back(wide.features.front());
    wide.names.push_back("copy" + std::to_string(wide.features.size()));
  }
  EXPECT_EQ(default_max_features(Table(std::move(wide))), 100U);
}

TEST(AutoK, by_learning_refuses_weights_and_names_the_other_way) {
  TableParts parts = simple_table(false).parts();
  parts.weights.assign(60, 2.0);
  const Table table(std::move(parts));
  try {
    (void)run_auto(table, {.method = "fisher", .k = 3}, default_cv_test(table));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("use --auto null"), std::string::npos);
  }
  EXPECT_EQ(run_auto(table, {.method = "fisher", .k = 3}, NullTest{}).outcome.k, 1U);
}

TEST(AutoK, selects_nothing_from_noise) {
  const AutoOutcome result = run_auto(simple_table(true), {.method = "gc-mi", .k = 5}, NullTest{});
  EXPECT_TRUE(result.outcome.selection.selected.empty());
  EXPECT_EQ(result.outcome.k, 0U);
  EXPECT_EQ(result.outcome.selection.stopped, Stopped::no_gain);
  ASSERT_TRUE(result.null);
  EXPECT_TRUE(has_note(result, "no feature is more than chance at 0.05: the best one, 'x"));
}

TEST(AutoK, selects_what_is_more_than_chance) {
  const AutoOutcome result = run_auto(simple_table(false), {.method = "gc-mi", .k = 5}, NullTest{});
  ASSERT_EQ(result.outcome.selection.selected.size(), 1U);
  EXPECT_EQ(result.outcome.selection.selected[0].name, "x0");
  EXPECT_EQ(result.outcome.k, 1U);
  EXPECT_TRUE(has_note(result, "1 feature is more than chance, each with p of at most 0.005"));
}

TEST(AutoK, keeps_what_must_be_kept) {
  const AutoOutcome result =
      run_auto(simple_table(true), {.method = "gc-mi", .k = 5, .keep = {"x2"}}, NullTest{});
  ASSERT_EQ(result.outcome.selection.selected.size(), 1U);
  EXPECT_EQ(result.outcome.selection.selected[0].name, "x2");
  EXPECT_EQ(result.outcome.selection.stopped, Stopped::no_gain);
  EXPECT_TRUE(has_note(result, "no other feature is more than chance at 0.05"));
  // What was kept was not tested, so the note does not count it.
  const AutoOutcome more =
      run_auto(simple_table(false), {.method = "gc-mi", .k = 5, .keep = {"x2"}}, NullTest{});
  EXPECT_EQ(more.outcome.selection.names(), (std::vector<std::string>{"x2", "x0"}));
  EXPECT_TRUE(has_note(more,
                       "1 feature is more than chance, each with p of at most 0.005; the "
                       "next one, 'x"));
}

TEST(AutoK, selects_what_a_learner_needs) {
  const AutoOutcome result = run_auto(simple_table(false), {.method = "mrmr", .k = 5}, CvTest{});
  ASSERT_EQ(result.outcome.selection.selected.size(), 1U);
  EXPECT_EQ(result.outcome.selection.selected[0].name, "x0");
  ASSERT_TRUE(result.cv);
  EXPECT_EQ(result.cv->points.size(), 5U);
  EXPECT_TRUE(has_note(result, "1 feature by cross-validation with linear-svm"));
  EXPECT_FALSE(has_note(result, "most frequent class"));
  EXPECT_TRUE(has_note(run_auto(simple_table(true), {.method = "mrmr", .k = 5}, CvTest{}),
                       "most frequent class does as well"));
}

}  // namespace
}  // namespace pith
