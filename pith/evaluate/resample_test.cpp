// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/resample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "pith/base/error.h"
#include "pith/evaluate/stability.h"
#include "tests/support/little_memory.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

/// Twelve rows: seven of class 0, four of class 1, one of class 2.
Table uneven_table() {
  return table_of({codes_column({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})},
                  {0, 1, 0, 0, 1, 0, 2, 0, 1, 0, 1, 0});
}

std::map<std::uint32_t, std::size_t> classes_of(const Table& table,
                                                const std::vector<std::size_t>& rows) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const std::size_t row : rows)
    ++counts[table.target().code(row)];
  return counts;
}

/// Numeric features: feature 0 is the most informative, feature 1 less so, the others are noise.
Table noisy_table(std::size_t rows, std::size_t features) {
  std::vector<std::vector<double>> columns(features);
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < rows; ++row) {
    classes.push_back(static_cast<std::uint32_t>(row % 2));
    for (std::size_t j = 0; j < features; ++j) {
      const double shift = j == 0 ? 2 : j == 1 ? 0.5 : 0;
      columns[j].push_back(Random(11, j).uniform(row) + shift * static_cast<double>(row % 2));
    }
  }
  return table_of(std::move(columns), classes);
}

std::string message_of(const Table& table, const Resampling& how) {
  try {
    resample(table, {.method = "random", .k = 1, .allows_ids = true}, how);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    return error.what();
  }
  return "";
}

TEST(Resample, decides_on_all_rows_what_is_set_aside) {
  const Table plain = noisy_table(40, 5);
  TableParts parts = plain.parts();
  std::vector<double> numbers(40);
  for (std::size_t row = 0; row < numbers.size(); ++row)
    numbers[row] = static_cast<double>(row);
  parts.features.insert(parts.features.begin(), Column::from_numbers(numbers));
  parts.names.insert(parts.names.begin(), "number");
  const Request request{.method = "mim", .k = 2};
  const Resampled with = resample(Table(parts), request, {.count = 5});
  const Resampled without = resample(plain, request, {.count = 5});
  EXPECT_EQ(with.candidates, (std::vector<Feature>{1, 2, 3, 4, 5}));
  EXPECT_EQ(without.candidates, (std::vector<Feature>{0, 1, 2, 3, 4}));
  EXPECT_EQ(with.whole.selected[0].feature, 1U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(with.selected[i][0], without.selected[i][0] + 1);
    EXPECT_EQ(with.rankings[i].order, without.rankings[i].order);
  }
  const Stability one = stability(with);
  const Stability other = stability(without);
  EXPECT_EQ(one.nogueira.value, other.nogueira.value);
  EXPECT_EQ(one.spearman, other.spearman);
}

TEST(Resample, ranks_a_feature_without_values_in_a_resample_last) {
  TableParts parts = noisy_table(40, 3).parts();
  Mask missing;  // of all rows but one
  std::vector<double> values(40, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 1; row < values.size(); ++row)
    missing.set(row);
  values[0] = 1;
  parts.features[1] = Column::from_numbers(values, missing);
  const Resampled found =
      resample(Table(parts), {.method = "mim", .k = 2, .missing = Missing::impute}, {.count = 8});
  for (const Ranking& ranking : found.rankings)
    EXPECT_EQ(ranking.order.size(), 3U);
}

TEST(Resampler, draws_the_fraction_of_each_class_and_loses_none) {
  const Table table = uneven_table();
  const Resampler resampler(table, {.count = 2, .fraction = 0.5});
  const std::map<std::uint32_t, std::size_t> expected = {{0, 4}, {1, 2}, {2, 1}};
  EXPECT_EQ(resampler.rows(), 7U);
  for (std::size_t i = 0; i < 50; ++i) {
    const std::vector<std::size_t> rows = resampler.draw(3, i);
    EXPECT_EQ(classes_of(table, rows), expected);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    EXPECT_EQ(std::set<std::size_t>(rows.begin(), rows.end()).size(), rows.size());
  }
  EXPECT_EQ(resampler.draw(3, 7), resampler.draw(3, 7));
  EXPECT_NE(resampler.draw(3, 7), resampler.draw(4, 7));
}

TEST(Resampler, keeps_two_rows_of_a_class_that_has_two) {
  const Table table =
      table_of({codes_column({0, 1, 2, 3, 4, 5, 6, 7, 8, 9})}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1});
  const Resampler resampler(table, {.count = 2, .fraction = 0.5});
  EXPECT_EQ(classes_of(table, resampler.draw(0, 0)).at(1), 2U);
}

TEST(Resampler, draws_every_row_as_often_as_any_other) {
  const Table table = uneven_table();
  const Resampler resampler(table, {.count = 2, .fraction = 0.5});
  constexpr std::size_t repeats = 4000;
  std::vector<double> counts(table.rows(), 0);
  for (std::size_t i = 0; i < repeats; ++i) {
    for (const std::size_t row : resampler.draw(1, i))
      counts[row] += 1.0 / repeats;
  }
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::uint32_t level = table.target().code(row);
    EXPECT_NEAR(counts[row], level == 0 ? 4.0 / 7 : level == 1 ? 0.5 : 1, 0.04) << row;
  }
}

TEST(Resampler, draws_rows_again_in_a_bootstrap) {
  const Table table = uneven_table();
  const Resampler resampler(table, {.count = 2, .fraction = 1, .is_bootstrap = true});
  std::size_t different = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    const std::vector<std::size_t> rows = resampler.draw(3, i);
    EXPECT_EQ(classes_of(table, rows), classes_of(table, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    different += std::set<std::size_t>(rows.begin(), rows.end()).size();
  }
  // Of n rows drawn n times, 1 - (1 - 1/n)^n are different: 4.62 + 2.73 + 1.
  EXPECT_NEAR(static_cast<double>(different) / 100, 8.35, 0.5);
}

TEST(Resampler, never_draws_rows_of_weight_zero) {
  TableParts parts = uneven_table().parts();
  parts.weights = {0, 1, 0, 1, 1, 1, 1, 2, 0, 1, 1, 1};
  const Resampler resampler(Table(parts), {.count = 2, .fraction = 1});
  EXPECT_EQ(resampler.draw(0, 0), (std::vector<std::size_t>{1, 3, 4, 5, 6, 7, 9, 10, 11}));
}

TEST(Resampler, rejects_invalid_counts_and_fractions) {
  const Table table = uneven_table();
  EXPECT_EQ(message_of(table, {.count = 1}), "resamples must be at least 2 (got 1)");
  EXPECT_EQ(message_of(table, {.fraction = 0}), "fraction must be above 0 and at most 1 (got 0)");
  EXPECT_EQ(message_of(table, {.fraction = 1.5}),
            "fraction must be above 0 and at most 1 (got 1.5)");
  EXPECT_EQ(message_of(table, {.fraction = std::nan("")}),
            "fraction must be above 0 and at most 1 (got nan)");
  EXPECT_EQ(
      message_of(table, {.fraction = 0.25}),
      "a fraction of 0.25 is 3 of 12 rows, but at least 5 are needed (two of each class); use "
      "a larger fraction (fraction)");
  TableParts parts = table.parts();
  parts.target.reset();
  EXPECT_EQ(message_of(Table(parts), {.fraction = 0.1}),
            "a fraction of 0.1 is 1.2 of 12 rows, but at least 2 are needed; use a larger fraction "
            "(fraction)");
}

TEST(Resample, finds_the_strong_feature_every_time_and_noise_by_chance) {
  const Table table = noisy_table(60, 20);
  const Resampled all = resample(table, {.method = "anova-f", .k = 3}, {.count = 20});
  EXPECT_EQ(all.whole.features()[0], 0U);
  EXPECT_EQ(all.rows, 48U);
  ASSERT_EQ(all.selected.size(), 20U);
  ASSERT_EQ(all.rankings.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(all.selected[i][0], 0U);
    EXPECT_EQ(all.selected[i].size(), 3U);
    EXPECT_EQ(all.rankings[i].order.size(), 20U);
  }
  const double value = nogueira(FeatureLists(all.selected, 20)).value;
  EXPECT_GT(value, 0.2);
  EXPECT_LT(value, 1);
}

TEST(Resample, uses_a_different_seed_for_each_resample) {
  const Table table = noisy_table(60, 200);
  const Resampled all = resample(table, {.method = "random", .k = 20}, {.count = 40});
  EXPECT_NEAR(nogueira(FeatureLists(all.selected, 200)).value, 0, 0.03);
  EXPECT_NEAR(mean_kendall(all.rankings), 0, 0.02);
}

TEST(Resample, has_no_rankings_if_the_method_has_none) {
  const Resampled all = resample(noisy_table(60, 8), {.method = "mrmr", .k = 3}, {.count = 5});
  EXPECT_TRUE(all.rankings.empty());
  EXPECT_EQ(all.selected.size(), 5U);
}

TEST(Resample, equals_selecting_from_the_rows_it_draws) {
  const Table table = noisy_table(60, 20);
  const Resampling how{.count = 4, .fraction = 0.5};
  const Resampled all = resample(table, {.method = "mim", .k = 5}, how, {.seed = 9});
  for (std::size_t i = 0; i < how.count; ++i) {
    const Table part = table.take(Resampler(table, how).draw(9, i));
    EXPECT_EQ(all.selected[i], select(part, "mim", 5).features());
  }
}

TEST(Resample, is_the_same_on_any_number_of_threads_and_in_little_memory) {
  const Table table = noisy_table(60, 30);
  const Request request{.method = "jmi", .k = 6};
  const Resampled one = resample(table, request, {.count = 9}, {.threads = 1});
  for (const unsigned threads : {2U, 5U})
    EXPECT_EQ(resample(table, request, {.count = 9}, {.threads = threads}).selected, one.selected);
  // Too little memory for two tables at the same time.
  const Resampled small = in_little_memory([&](std::uint64_t memory) {
    return resample(table, request, {.count = 9}, {.threads = 2, .memory = memory});
  });
  EXPECT_EQ(small.selected, one.selected);
}

TEST(Resample, drops_rows_with_missing_values_before_it_draws) {
  TableParts parts = noisy_table(60, 3).parts();
  Mask missing;
  for (std::size_t row = 0; row < 60; row += 3)
    missing.set(row);
  const auto numbers = parts.features[2].numbers();
  parts.features[2] = Column::from_numbers({numbers.begin(), numbers.end()}, missing);
  const Request request{.method = "anova-f", .k = 2, .missing = Missing::drop};
  EXPECT_EQ(resample(Table(parts), request, {.count = 3, .fraction = 0.5}).rows, 20U);
}

TEST(Resample, notes_that_resamples_of_all_rows_are_equal) {
  const Table table = noisy_table(20, 3);
  const Resampling whole{.count = 2, .fraction = 1};
  EXPECT_EQ(resample(table, {.method = "mim", .k = 1}, whole).notes.size(), 1U);
  EXPECT_TRUE(resample(table, {.method = "random", .k = 1}, whole).notes.empty());
  EXPECT_TRUE(resample(table, {.method = "mim", .k = 1}, {.count = 2}).notes.empty());
}

TEST(Resample, reports_progress_and_can_be_cancelled) {
  const Table table = noisy_table(60, 20);
  std::stop_source stop;
  std::vector<std::size_t> seen;
  const Context context{
      .threads = 1, .stop = stop.get_token(), .progress = [&](const Progress& now) {
        if (now.phase != "resample") return;
        EXPECT_EQ(now.total, 10U);
        seen.push_back(now.done);
        if (now.done == 3) stop.request_stop();
      }};
  EXPECT_THROW(resample(table, {.method = "mim", .k = 2}, {.count = 10}, context), Error);
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 3}));
}

TEST(Resample, rejects_results_that_do_not_fit_into_memory) {
  const Table table = noisy_table(20, 500);
  try {
    resample(table, {.method = "random", .k = 1}, {.count = 10'000}, {.memory = 1U << 20U});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_EQ(
        error.what(),
        std::string("storing the results of 10000 resamples would take 40 MiB, and the limit is 1 "
                    "MiB; raise the limit (memory=42M) or use fewer resamples (resamples)"));
  }
}

}  // namespace
}  // namespace pith
