// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/null_choice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "pith/base/random.h"

namespace pith {
namespace {

double normal(const Random& random, std::uint64_t index) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform(2 * index)));
  return radius * std::cos(6.283185307179586 * random.uniform(2 * index + 1));
}

/// Normal features of which the first `informative` have means that depend on the class.
Table noisy_table(std::size_t rows, std::size_t features, std::size_t informative,
                  std::uint64_t seed) {
  TableParts parts;
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < rows; ++row)
    classes.push_back(static_cast<std::uint32_t>(row % 2));
  for (std::size_t j = 0; j < features; ++j) {
    const Random random(seed, j);
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row)
      values.push_back(normal(random, row) + (j < informative && row % 2 == 1 ? 2 : 0));
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  parts.target = Column::from_codes(classes, {"a", "b"});
  return Table(std::move(parts));
}

TEST(NullChoice, takes_nothing_from_noise_but_for_a_share_of_alpha) {
  for (const char* method : {"gc-mi", "mrmr"}) {
    const std::size_t sets = 200;
    std::size_t wrong = 0;
    for (std::size_t seed = 0; seed < sets; ++seed) {
      const Table table = noisy_table(30, 8, 0, seed);
      wrong += choose_by_null(table, {.method = method}, {.max_features = 3}, {.seed = seed}).k > 0
                   ? 1
                   : 0;
    }
    // Of 200 sets ten are expected; more than two standard errors above are too many. None at all
    // would be as odd: p would be too large.
    EXPECT_LE(wrong, 16U) << method;
    EXPECT_GE(wrong, 3U) << method;
  }
}

TEST(NullChoice, takes_what_says_something_and_no_more) {
  std::size_t right = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Table table = noisy_table(80, 10, 2, 1000 + seed);
    const NullChoice choice =
        choose_by_null(table, {.method = "gc-mi"}, {.max_features = 10}, {.seed = seed});
    right += choice.k == 2 && choice.steps[0].feature < 2 && choice.steps[1].feature < 2 ? 1 : 0;
    EXPECT_EQ(choice.steps.size(), choice.k + 1);
    EXPECT_GT(choice.steps.back().p, 0.05);
  }
  EXPECT_GE(right, 17U);
}

TEST(NullChoice, takes_no_copy_of_what_it_has) {
  Table table = noisy_table(60, 6, 1, 7);
  std::vector<Column> columns = table.parts().features;
  std::vector<double> nearly(columns[0].numbers().begin(), columns[0].numbers().end());
  for (std::size_t row = 0; row < nearly.size(); ++row)
    nearly[row] += 0.05 * normal(Random(9, 9), row);
  columns[3] = Column::from_numbers(std::move(nearly));
  const NullChoice choice =
      choose_by_null(table.with_features(columns), {.method = "gc-mi"}, {.max_features = 4});
  EXPECT_EQ(choice.k, 1U);
}

/// Noise with a column of 200 levels, which has the highest information of all by chance; the first
/// of the numeric features is informative if asked for.
Table table_with_many_levels(bool has_signal, std::uint64_t seed) {
  constexpr std::size_t rows = 300;
  const Table numeric = noisy_table(rows, 4, has_signal ? 1 : 0, seed);
  std::vector<std::uint32_t> codes(rows);
  std::vector<std::string> levels(200);
  for (std::size_t row = 0; row < rows; ++row)
    codes[row] = static_cast<std::uint32_t>(Random(seed, 99).below(row, levels.size()));
  for (std::size_t level = 0; level < levels.size(); ++level)
    levels[level] = "v" + std::to_string(level);
  TableParts parts = numeric.parts();
  parts.features.insert(parts.features.begin(), Column::from_codes(codes, levels));
  parts.names.insert(parts.names.begin(), "city");
  return Table(std::move(parts));
}

TEST(NullChoice, is_not_led_astray_by_many_levels) {
  constexpr std::size_t tables = 40;
  for (const char* method : {"jmi", "mrmr"}) {
    std::size_t wrong = 0;
    std::size_t right = 0;
    for (std::uint64_t seed = 0; seed < tables; ++seed) {
      const Request request{.method = method};
      const NullTest test{.permutations = 99, .max_features = 3};
      wrong +=
          choose_by_null(table_with_many_levels(false, seed), request, test, {.seed = seed}).k > 0;
      const NullChoice found =
          choose_by_null(table_with_many_levels(true, seed), request, test, {.seed = seed});
      right += found.k >= 1 && found.steps[0].feature == 1 ? 1 : 0;
    }
    EXPECT_LE(wrong, 5U) << method;   // two are expected
    EXPECT_GE(right, 36U) << method;  // else the other one is significant by chance, too
  }
}

TEST(NullChoice, sets_identifiers_aside_before_rows_are_permuted) {
  TableParts parts = noisy_table(60, 3, 1, 21).parts();
  std::vector<double> ids(60);
  for (std::size_t row = 0; row < ids.size(); ++row)
    ids[row] = static_cast<double>(row);
  parts.features.insert(parts.features.begin(), Column::from_numbers(ids));
  parts.names.insert(parts.names.begin(), "row");
  const NullChoice choice = choose_by_null(Table(parts), {.method = "gc-mi"}, {.max_features = 3});
  ASSERT_GE(choice.k, 1U);
  EXPECT_EQ(choice.steps[0].feature, 1U);
}

TEST(NullChoice, is_the_same_on_any_number_of_threads) {
  const Table table = noisy_table(40, 12, 1, 3);
  const Request request{.method = "jmi"};
  const NullChoice one = choose_by_null(table, request, {.max_features = 4}, {.threads = 1});
  const NullChoice many = choose_by_null(table, request, {.max_features = 4}, {.threads = 7});
  ASSERT_EQ(one.steps.size(), many.steps.size());
  for (std::size_t i = 0; i < one.steps.size(); ++i) {
    EXPECT_EQ(one.steps[i].p, many.steps[i].p);
    EXPECT_EQ(one.steps[i].value, many.steps[i].value);
  }
}

TEST(NullChoice, reports_the_progress_of_a_whole_step) {
  const Table table = noisy_table(60, 2, 2, 5);
  std::vector<std::size_t> done;
  Context context{.threads = 1};
  context.progress = [&](const Progress& now) {
    ASSERT_EQ(now.phase, "permute");
    ASSERT_EQ(now.total, 199U);
    done.push_back(now.done);
  };
  const NullChoice choice =
      choose_by_null(table, {.method = "fisher"}, {.max_features = 1}, context);
  EXPECT_EQ(choice.k, 1U);
  ASSERT_EQ(done.size(), 199U);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), 199U);
}

TEST(NullChoice, ends_where_features_end) {
  const Table table = noisy_table(60, 2, 2, 5);
  const NullChoice choice = choose_by_null(table, {.method = "fisher"}, {.max_features = 100});
  EXPECT_EQ(choice.k, 2U);
  EXPECT_EQ(choice.steps.size(), 2U);
  EXPECT_EQ(choice.steps[0].permutations, 199U);
}

TEST(NullChoice, takes_what_must_be_kept_without_a_test) {
  const Table table = noisy_table(40, 6, 0, 11);
  const NullChoice choice =
      choose_by_null(table, {.method = "mrmr", .keep = {"x4", "x1", "x4"}}, {.max_features = 5});
  EXPECT_EQ(choice.k, 2U);
  ASSERT_EQ(choice.steps.size(), 1U);
  EXPECT_NE(choice.steps[0].feature, 4U);
  EXPECT_NE(choice.steps[0].feature, 1U);
}

TEST(NullChoice, rejects_what_cannot_be_tested) {
  const Table table = noisy_table(20, 3, 1, 5);
  EXPECT_THROW(choose_by_null(table, {.method = "inf-fs"}, {}), Error);
  EXPECT_THROW(choose_by_null(table, {.method = "random"}, {}), Error);
  EXPECT_THROW(choose_by_null(table, {.method = "qpfs"}, {}), Error);
  EXPECT_THROW(choose_by_null(table, {.method = "fcbf"}, {}), Error);
  EXPECT_THROW(choose_by_null(table, {.method = "mrmr"}, {.alpha = 0}), Error);
  EXPECT_THROW(choose_by_null(table, {.method = "mrmr"}, {.alpha = 1}), Error);
  EXPECT_THROW(choose_by_null(table, {.method = "mrmr"}, {.permutations = 10}), Error);
  EXPECT_THROW(choose_by_null(table, {.method = "mrmr"}, {.alpha = 1e-9}), Error);
  EXPECT_EQ(NullTest{.alpha = 0.01}.count(), 999U);
}

}  // namespace
}  // namespace pith
