// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/splits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "pith/base/error.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Kind = Splitting::Kind;
using Counts = std::map<std::uint32_t, std::size_t>;

Counts classes_of(const Column& target, const std::vector<std::size_t>& rows) {
  Counts counts;
  for (const std::size_t row : rows)
    ++counts[target.code(row)];
  return counts;
}

/// Ascending, without a row in both parts, and every row in one.
void expect_parts_all(const Split& split, std::size_t rows) {
  std::vector<std::size_t> all;
  std::merge(split.train.begin(), split.train.end(), split.test.begin(), split.test.end(),
             std::back_inserter(all));
  ASSERT_EQ(all.size(), rows);
  for (std::size_t row = 0; row < rows; ++row)
    EXPECT_EQ(all[row], row);
  EXPECT_FALSE(split.train.empty());
  EXPECT_FALSE(split.test.empty());
}

std::vector<std::vector<std::size_t>> tests_of(const std::vector<Split>& splits) {
  std::vector<std::vector<std::size_t>> tests;
  for (const Split& split : splits)
    tests.push_back(split.test);
  return tests;
}

std::string message_of(const std::vector<std::uint32_t>& classes, const Splitting& how,
                       ErrorKind kind) {
  try {
    make_splits(codes_column(classes), how, 1);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "";
}

TEST(Splits, test_every_row_once_in_each_repeat_of_folds) {
  const Column target = codes_column(random_codes(47, 3, 5));
  const auto splits = make_splits(target, {.folds = 5, .repeats = 3}, 7);
  ASSERT_EQ(splits.size(), 15U);
  for (std::size_t repeat = 0; repeat < 3; ++repeat) {
    std::vector<int> tested(47, 0);
    for (std::size_t fold = 0; fold < 5; ++fold) {
      const Split& split = splits[5 * repeat + fold];
      expect_parts_all(split, 47);
      for (const std::size_t row : split.test)
        ++tested[row];
    }
    EXPECT_EQ(tested, std::vector<int>(47, 1));
  }
}

TEST(Splits, stratify_the_folds_by_class) {
  std::vector<std::uint32_t> classes(40, 0);
  std::fill_n(classes.begin(), 10, 1U);
  const Column target = codes_column(classes);
  for (const Split& split : make_splits(target, {.folds = 5}, 3))
    EXPECT_EQ(classes_of(target, split.test), (Counts{{0, 6}, {1, 2}}));
}

TEST(Splits, differ_between_repeats_and_between_seeds) {
  const Column target = codes_column(random_codes(40, 2, 5));
  for (const Kind kind : {Kind::folds, Kind::holdout}) {
    const Splitting how{.kind = kind, .folds = 2, .repeats = 2};
    const auto tests = tests_of(make_splits(target, how, 7));
    EXPECT_EQ(tests_of(make_splits(target, how, 7)), tests);
    EXPECT_NE(tests_of(make_splits(target, how, 8)).front(), tests.front());
    EXPECT_NE(tests.back(), tests[tests.size() / 2 - 1]);
  }
}

TEST(Splits, do_not_depend_on_the_names_of_the_classes) {
  std::vector<std::uint32_t> codes = random_codes(40, 3, 5);
  for (const Kind kind : {Kind::folds, Kind::holdout}) {
    const auto before = tests_of(make_splits(codes_column(codes), {.kind = kind}, 7));
    for (std::uint32_t& code : codes)
      code = (code + 1) % 3;
    EXPECT_EQ(tests_of(make_splits(codes_column(codes), {.kind = kind}, 7)), before);
  }
}

TEST(Splits, leave_one_row_out_at_a_time) {
  const auto splits =
      make_splits(codes_column({0, 1, 0, 1}), {.kind = Kind::leave_one_out, .repeats = 9}, 1);
  ASSERT_EQ(splits.size(), 4U);
  for (std::size_t row = 0; row < 4; ++row) {
    expect_parts_all(splits[row], 4);
    EXPECT_EQ(splits[row].test, (std::vector<std::size_t>{row}));
  }
}

TEST(Splits, hold_out_the_nearest_share_of_each_class) {
  // 10, 6, 2 and 1 rows: a quarter is 2.5, 1.5, 0.5 and 0.25.
  std::vector<std::uint32_t> classes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 3};
  const Column target = codes_column(classes);
  const auto splits = make_splits(target, {.kind = Kind::holdout, .repeats = 50}, 2);
  ASSERT_EQ(splits.size(), 50U);
  for (const Split& split : splits) {
    expect_parts_all(split, classes.size());
    EXPECT_EQ(classes_of(target, split.test), (Counts{{0, 3}, {1, 2}, {2, 1}}));
  }
}

TEST(Splits, hold_out_each_row_of_a_class_as_often_as_any_other) {
  const Column target = codes_column({0, 0, 0, 0, 1, 1, 1, 1});
  std::vector<double> share(8, 0);
  for (const Split& split : make_splits(target, {.kind = Kind::holdout, .repeats = 2000}, 2)) {
    for (const std::size_t row : split.test)
      share[row] += 1.0 / 2000;
  }
  for (const double each : share)
    EXPECT_NEAR(each, 0.25, 0.04);
}

TEST(Splits, leave_a_row_of_each_class_for_training) {
  const Column target = codes_column({0, 0, 0, 1, 1, 2});
  const auto most = make_splits(target, {.kind = Kind::holdout, .test_share = 0.99}, 1);
  EXPECT_EQ(classes_of(target, most[0].train), (Counts{{0, 1}, {1, 1}, {2, 1}}));
  const auto least = make_splits(target, {.kind = Kind::holdout, .test_share = 0.2}, 1);
  EXPECT_EQ(classes_of(target, least[0].test), (Counts{{0, 1}}));
}

TEST(Splits, allow_more_folds_than_any_class_has_rows) {
  const std::vector<std::uint32_t> classes = {0, 0, 0, 1, 1, 1, 2, 2, 3};
  for (std::size_t folds = 2; folds <= classes.size(); ++folds) {
    const auto splits = make_splits(codes_column(classes), {.folds = folds}, 5);
    ASSERT_EQ(splits.size(), folds);
    for (const Split& split : splits)
      expect_parts_all(split, classes.size());
  }
}

TEST(Splits, test_each_given_fold_in_ascending_order) {
  const Splitting how{.kind = Kind::given, .fold_of = {9, 2, 9, 4, 2, 9}};
  const auto splits = make_splits(codes_column({0, 1, 1, 0, 0, 0}), how, 1);
  const std::vector<std::vector<std::size_t>> expected = {{1, 4}, {3}, {0, 2, 5}};
  EXPECT_EQ(tests_of(splits), expected);
  for (const Split& split : splits)
    expect_parts_all(split, 6);
}

TEST(Splits, test_only_fold_one_of_a_train_test_split) {
  const Splitting how{.kind = Kind::given, .fold_of = {0, 1, 0, 1, 0}, .is_train_test = true};
  const auto splits = make_splits(codes_column({0, 1, 1, 0, 0}), how, 1);
  ASSERT_EQ(splits.size(), 1U);
  EXPECT_EQ(splits[0].train, (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(splits[0].test, (std::vector<std::size_t>{1, 3}));
}

TEST(Splits, test_groups_together_once_in_each_repeat) {
  const Column target = codes_column(random_codes(60, 3, 5));
  const std::vector<std::uint32_t> group_of = random_codes(60, 14, 6);
  const auto splits = make_splits(
      target, {.kind = Kind::groups, .folds = 4, .repeats = 2, .group_of = group_of}, 7);
  ASSERT_EQ(splits.size(), 8U);
  EXPECT_NE(splits[0].test, splits[4].test);
  for (std::size_t repeat = 0; repeat < 2; ++repeat) {
    std::vector<int> tested(60, 0);
    for (std::size_t fold = 0; fold < 4; ++fold) {
      const Split& split = splits[4 * repeat + fold];
      expect_parts_all(split, 60);
      for (const std::size_t a : split.test) {
        ++tested[a];
        for (const std::size_t b : split.train)
          EXPECT_NE(group_of[a], group_of[b]);
      }
    }
    EXPECT_EQ(tested, std::vector<int>(60, 1));
  }
}

TEST(Splits, train_on_all_rows_before_the_test_rows) {
  const Column target = codes_column(random_codes(50, 2, 5));
  std::vector<double> times;
  for (const std::uint32_t code : random_codes(50, 20, 8))
    times.push_back(code * 0.5 - 3);
  const auto splits = make_splits(target, {.kind = Kind::time, .folds = 4, .times = times}, 7);
  ASSERT_EQ(splits.size(), 4U);
  std::size_t tested = 0;
  for (std::size_t s = 0; s < splits.size(); ++s) {
    const auto less = [&](std::size_t a, std::size_t b) { return times[a] < times[b]; };
    const std::size_t last =
        *std::max_element(splits[s].train.begin(), splits[s].train.end(), less);
    const std::size_t first = *std::min_element(splits[s].test.begin(), splits[s].test.end(), less);
    EXPECT_LT(times[last], times[first]);
    EXPECT_TRUE(std::is_sorted(splits[s].train.begin(), splits[s].train.end()));
    tested += splits[s].test.size();
    // The next training set is this one and its test rows.
    EXPECT_TRUE(s + 1 == splits.size() ||
                splits[s + 1].train.size() == splits[s].train.size() + splits[s].test.size());
  }
  EXPECT_EQ(tested + splits[0].train.size(), 50U);
}

TEST(Splits, use_fewer_folds_only_if_allowed) {
  const Column target = codes_column({0, 0, 0, 0, 1, 1, 1});
  EXPECT_EQ(usable_folds(target, {}), 10U);
  Splitting fewer{.allows_fewer_folds = true};
  EXPECT_EQ(usable_folds(target, fewer), 3U);
  EXPECT_EQ(usable_folds(codes_column({0, 0, 1}), fewer), 2U);
  EXPECT_EQ(usable_folds(codes_column(random_codes(10, 2, 1)), fewer), 10U);
  fewer.kind = Kind::groups;
  fewer.group_of = {5, 5, 1, 2, 1, 5, 9};
  EXPECT_EQ(usable_folds(target, fewer), 4U);
  fewer.kind = Kind::time;
  fewer.times = {5, 4, 3, 2, 1, 1, 0};
  // Of six times, the last row of the first class is the fourth.
  EXPECT_EQ(usable_folds(target, fewer), 1U);
  fewer.times = {0, 1, 2, 3, 1, 5, 4};
  EXPECT_EQ(usable_folds(target, fewer), 2U);
}

TEST(Splits, reject_groups_and_times_that_cannot_be_split) {
  const std::vector<std::uint32_t> classes = {0, 1, 0, 1};
  const auto message = [&](const Splitting& how, ErrorKind kind) {
    return message_of(classes, how, kind);
  };
  const auto argument = ErrorKind::bad_argument;
  EXPECT_EQ(message({.kind = Kind::groups, .group_of = {1, 2, 3}}, argument),
            "groups has 3 values, but the table has 4 rows; give one value for each row");
  EXPECT_EQ(message({.kind = Kind::groups, .folds = 3, .group_of = {1, 2, 2, 2}}, argument),
            "folds must be at least 2 and at most the number of groups, 2 (got 3)");
  EXPECT_EQ(message({.kind = Kind::groups, .group_of = {2, 2, 2, 2}}, ErrorKind::bad_data),
            "all rows are in one group (groups); training and test rows need at least two");
  EXPECT_EQ(
      message({.kind = Kind::groups, .folds = 2, .group_of = {1, 2, 1, 2}}, ErrorKind::bad_data),
      "a test set has all rows of class '1', so only class '0' is left for training; use "
      "other folds (folds, seed), or groups that hold both classes (groups)");
  EXPECT_EQ(message({.kind = Kind::time, .folds = 3, .times = {1, 2, 3, 3}}, argument),
            "folds must be at least 1 and less than the number of distinct times, 3 (got 3)");
  EXPECT_EQ(message({.kind = Kind::time, .times = {3, 3, 3, 3}}, ErrorKind::bad_data),
            "all rows have the same time (time), so none is later than another");
  EXPECT_EQ(message({.kind = Kind::time, .folds = 3, .times = {1, 2, 3, 4}}, ErrorKind::bad_data),
            "the first training set by time (time) has 1 row and only class '0'; use fewer folds "
            "(folds), which makes it larger");
}

TEST(Splits, reject_what_is_out_of_range) {
  const std::vector<std::uint32_t> classes = {0, 1, 0, 1};
  const auto message = [&](const Splitting& how) {
    return message_of(classes, how, ErrorKind::bad_argument);
  };
  EXPECT_EQ(message({.folds = 1}),
            "folds must be at least 2 and at most the number of rows, 4 (got 1)");
  EXPECT_EQ(message({.folds = 5}),
            "folds must be at least 2 and at most the number of rows, 4 (got 5)");
  EXPECT_EQ(message({.folds = 2, .repeats = 0}), "repeats must be at least 1 (got 0)");
  for (const double share : {0.0, 1.0, -0.5, std::nan("")}) {
    EXPECT_EQ(message({.kind = Kind::holdout, .test_share = share}),
              fmt::format("holdout must be above 0 and below 1 (got {})", share));
  }
  EXPECT_EQ(message({.kind = Kind::given, .fold_of = {1, 2, 3}}),
            "the split (split) has 3 rows, but the table has 4 rows; give one fold for each row");
  EXPECT_EQ(
      message({.kind = Kind::given, .fold_of = {3, 3, 3, 3}}),
      "the split (split) has only one fold; it needs at least two (rows dropped for missing values "
      "do not count)");
  EXPECT_EQ(message({.kind = Kind::given, .fold_of = {1, 1, 1, 1}, .is_train_test = true}),
            "the split (split) has no training rows; it needs training and test rows (rows dropped "
            "for missing values do not count)");
  EXPECT_EQ(
      message({.kind = Kind::given, .fold_of = {0, 1, 2, 1}, .is_train_test = true}),
      "row 3 has fold 2; a train/test split (split) needs fold 0 for training rows and fold 1 "
      "for test rows");
}

TEST(Splits, reject_a_split_that_leaves_one_class_for_training) {
  const std::vector<std::uint32_t> classes = {0, 1, 0, 0};
  for (const Splitting& how : {Splitting{.folds = 2}, Splitting{.kind = Kind::leave_one_out}}) {
    EXPECT_EQ(message_of(classes, how, ErrorKind::bad_data),
              "a test set has all rows of class '1', so only class '0' is left for training; add "
              "rows of this class or use a holdout (holdout), which leaves a row of every class "
              "for training");
  }
  EXPECT_EQ(
      message_of({0, 1, 1, 0, 0}, {.kind = Kind::given, .fold_of = {0, 1, 1, 0, 1}},
                 ErrorKind::bad_data),
      "a test set has all rows of class '1', so only class '0' is left for training; put both "
      "classes into more than one fold (split)");
}

TEST(Splits, reject_classes_with_too_few_rows) {
  EXPECT_EQ(message_of({}, {}, ErrorKind::bad_data),
            "the table has no rows; learners need rows of at least two classes");
  EXPECT_EQ(message_of({1, 1, 1}, {}, ErrorKind::bad_data),
            "all rows have class '1', so there is nothing to learn; name another target (target)");
  EXPECT_EQ(
      message_of({0, 0, 1, 1}, {.kind = Kind::holdout, .test_share = 0.1}, ErrorKind::bad_argument),
      "a holdout of 0.1 is less than half a row of every class; hold out a larger share "
      "(holdout)");
  EXPECT_EQ(message_of({0, 1, 2}, {.kind = Kind::holdout}, ErrorKind::bad_data),
            "each of the 3 classes has only one row, which is needed for training, so there are no "
            "test rows; add rows");
}

}  // namespace
}  // namespace pith
