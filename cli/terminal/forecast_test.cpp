// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/forecast.h"

#include <gtest/gtest.h>

namespace pith::cli {
namespace {

TEST(Forecast, extrapolates_the_pace_after_the_first_units) {
  Forecast forecast;
  forecast.add({.phase = "select", .total = 102}, 10);
  forecast.add({.phase = "select", .done = 2, .total = 102}, 13);
  EXPECT_FALSE(forecast.total()) << "these may have waited";
  forecast.add({.phase = "select", .done = 7, .total = 102}, 14);
  EXPECT_DOUBLE_EQ(*forecast.total(), 3 + 20);
  EXPECT_DOUBLE_EQ(*forecast.left(), 19);
  forecast.add({.phase = "select", .done = 7, .total = 102}, 15);
  EXPECT_DOUBLE_EQ(*forecast.total(), 3 + 20) << "waiting is no progress";
  EXPECT_DOUBLE_EQ(*forecast.left(), 18);
  EXPECT_DOUBLE_EQ(forecast.spent(), 5);
}

TEST(Forecast, starts_anew_with_each_phase) {
  Forecast forecast;
  EXPECT_TRUE(forecast.add({.phase = "read", .done = 50, .total = 100}, 0));
  EXPECT_FALSE(forecast.add({.phase = "read", .done = 60, .total = 100}, 1));
  forecast.add({.phase = "read", .done = 80, .total = 100}, 5);
  EXPECT_DOUBLE_EQ(*forecast.total(), 1 + 8) << "of what was left when it began";
  EXPECT_TRUE(forecast.add({.phase = "select"}, 6));
  EXPECT_FALSE(forecast.total()) << "an unknown total";
  EXPECT_TRUE(forecast.add({.phase = "select", .done = 0, .total = 4}, 7));
  forecast.add({.phase = "select", .done = 1, .total = 4}, 8);
  forecast.add({.phase = "select", .done = 2, .total = 4}, 9);
  EXPECT_DOUBLE_EQ(*forecast.total(), 4);
  EXPECT_TRUE(forecast.add({.phase = "select", .done = 0, .total = 4}, 9));
  EXPECT_FALSE(forecast.total()) << "the phase again";
}

TEST(CostText, suggests_fewer_rows_where_time_grows_with_their_square) {
  const Cost cost{
      .method = "relieff", .rows = 494'021, .features = 41, .rows_power = 2, .features_power = 1};
  EXPECT_EQ(cost_text(cost, 840),
            "relieff on 494021 rows: about 14 min; --rows 20000 takes about 1 s");
  EXPECT_EQ(cost_text(cost, 12),
            "relieff on 494021 rows: about 12 s; --rows 200000 takes about 2 s");
  EXPECT_EQ(cost_text(cost, 9), "") << "short enough";
}

TEST(CostText, does_not_suggest_a_sample_that_tells_nothing) {
  const Cost cost{.method = "relieff", .rows = 5000, .features = 100'000, .rows_power = 2};
  EXPECT_EQ(cost_text(cost, 36'000),
            "relieff on 5000 rows: about 10 h; --rows 1000 takes about 24 min");
}

TEST(CostText, suggests_fewer_features_where_time_grows_with_their_square) {
  const Cost cost{.method = "qpfs", .rows = 100, .features = 20'000, .features_power = 2};
  EXPECT_EQ(cost_text(cost, 100),
            "qpfs on 20000 features: about 100 s; 2000 of them take about 1 s (--features or "
            "--drop)");
}

TEST(CostText, suggests_fewer_rows_where_there_are_few_features) {
  const Cost cost{.method = "gmi", .rows = 20'000, .features = 30, .features_power = 2};
  EXPECT_EQ(cost_text(cost, 100), "gmi on 20000 rows: about 100 s; --rows 1000 takes about 5 s");
}

TEST(CostText, is_empty_where_time_grows_with_the_table) {
  EXPECT_EQ(cost_text({.method = "mim", .rows = 1'000'000, .features = 1000}, 1000), "");
}

TEST(PermutationsText, names_the_time_of_a_step_and_what_takes_less) {
  EXPECT_EQ(permutations_text(999'999, 840),
            "a step with 999999 permutations takes up to about 14 min; a larger --alpha or fewer "
            "--permutations take less");
  EXPECT_EQ(permutations_text(199, 9), "") << "short enough";
}

}  // namespace
}  // namespace pith::cli
