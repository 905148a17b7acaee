// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/auto_k.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/select/select.h"

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

bool has_note(const Selection& result, const std::string& part) {
  for (const std::string& note : result.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST(AutoK, by_cross_validation_rejects_weights_and_names_the_other_way) {
  TableParts parts = simple_table(false).parts();
  parts.weights.assign(60, 2.0);
  const Table table(std::move(parts));
  try {
    (void)select(table, {.method = "fisher", .k = K::chosen_by(by_cross_validation())});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("use auto=null"), std::string::npos);
  }
  EXPECT_EQ(select(table, {.method = "fisher", .k = K::chosen_by(by_permutation_test())}).k, 1U);
}

TEST(AutoK, selects_nothing_from_noise) {
  const Selection result =
      select(simple_table(true), {.method = "gc-mi", .k = K::chosen_by(by_permutation_test())});
  EXPECT_TRUE(result.selected.empty());
  EXPECT_EQ(result.k, 0U);
  EXPECT_EQ(result.stopped, Stopped::no_gain);
  ASSERT_TRUE(result.null);
  EXPECT_TRUE(has_note(result, "no feature is significant at alpha = 0.05: the best one, 'x"));
}

TEST(AutoK, selects_what_is_more_than_chance) {
  const Selection result =
      select(simple_table(false), {.method = "gc-mi", .k = K::chosen_by(by_permutation_test())});
  ASSERT_EQ(result.selected.size(), 1U);
  EXPECT_EQ(result.selected[0].name, "x0");
  EXPECT_EQ(result.k, 1U);
  EXPECT_TRUE(has_note(result, "1 feature is significant by the permutation test (p <= 0.005)"));
}

TEST(AutoK, keeps_what_must_be_kept) {
  const Selection result =
      select(simple_table(true),
             {.method = "gc-mi", .k = K::chosen_by(by_permutation_test()), .keep = {"x2"}});
  ASSERT_EQ(result.selected.size(), 1U);
  EXPECT_EQ(result.selected[0].name, "x2");
  EXPECT_EQ(result.stopped, Stopped::no_gain);
  EXPECT_TRUE(has_note(result, "no other feature is significant at alpha = 0.05"));
  // What was kept was not tested, so the note does not count it.
  const Selection more =
      select(simple_table(false),
             {.method = "gc-mi", .k = K::chosen_by(by_permutation_test()), .keep = {"x2"}});
  EXPECT_EQ(more.names(), (std::vector<std::string>{"x2", "x0"}));
  EXPECT_TRUE(has_note(
      more, "1 feature is significant by the permutation test (p <= 0.005); the next one, 'x"));
}

TEST(AutoK, yields_to_a_method_that_finds_its_own_number) {
  const Table table = simple_table(false);
  const Selection own = select(table, {.method = "fcbf", .k = K::method_or(by_cross_validation())});
  EXPECT_FALSE(own.cv);
  const Selection chosen =
      select(table, {.method = "fcbf", .k = K::chosen_by(by_cross_validation())});
  EXPECT_TRUE(chosen.cv);
}

TEST(AutoK, selects_what_a_learner_needs) {
  const Selection result =
      select(simple_table(false), {.method = "mrmr", .k = K::chosen_by(by_cross_validation())});
  ASSERT_EQ(result.selected.size(), 1U);
  EXPECT_EQ(result.selected[0].name, "x0");
  ASSERT_TRUE(result.cv);
  EXPECT_EQ(result.cv->points.size(), 5U);
  EXPECT_TRUE(has_note(result, "cross-validation with linear-svm chose 1 feature: "));
  EXPECT_FALSE(has_note(result, "majority-class baseline"));
  EXPECT_TRUE(has_note(
      select(simple_table(true), {.method = "mrmr", .k = K::chosen_by(by_cross_validation())}),
      "the majority-class baseline is no worse"));
}

}  // namespace
}  // namespace pith
