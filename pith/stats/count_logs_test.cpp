// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/count_logs.h"

#include <gtest/gtest.h>

namespace pith {
inline namespace stats {
namespace {

TEST(CountLogs, give_the_entropy_of_equal_shares) {
  for (const std::size_t n : {2U, 60U, 100'000U}) {
    const CountLogs logs(n);
    EXPECT_NEAR(logs.entropy(2 * logs[n / 2]), std::log(2.0), 1e-14) << n;
    EXPECT_NEAR(logs.entropy(static_cast<std::int64_t>(n) * logs[1]),
                std::log(static_cast<double>(n)), 1e-14)
        << n;
  }
}

TEST(CountLogs, give_exactly_zero_for_a_single_cell) {
  for (std::size_t n = 0; n < 1000; ++n) {
    const CountLogs logs(n);
    EXPECT_EQ(logs.entropy(logs[n]), 0.0) << n;
  }
}

TEST(CountLogs, agree_with_logarithms_of_doubles) {
  const std::vector<double> counts = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55};
  const CountLogs logs(142);
  std::int64_t sum = 0;
  for (const double c : counts)
    sum += logs[static_cast<std::size_t>(c)];
  EXPECT_NEAR(logs.entropy(sum), plug_in_entropy(counts), 1e-15);
}

TEST(CountLogs, correct_by_half_a_row_for_each_occupied_cell_but_one) {
  const std::vector<double> counts = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 0};
  const CountLogs logs(142, Correction::miller_madow);
  std::int64_t sum = 0;
  for (const double c : counts)
    sum += logs[static_cast<std::size_t>(c)];
  EXPECT_NEAR(logs.entropy(sum), plug_in_entropy(counts) + 8.0 / 284, 1e-15);
  EXPECT_NEAR(logs.entropy(sum), corrected_entropy(counts, Correction::miller_madow), 1e-15);
  EXPECT_EQ(logs.entropy(logs[142]), 0.0);
  EXPECT_EQ(corrected_entropy(counts, Correction::chance), plug_in_entropy(counts));
  EXPECT_EQ(corrected_entropy({}, Correction::miller_madow), 0.0);
}

TEST(CountLogs, hold_many_rows_without_overflow) {
  const std::size_t n = 20'000'000;
  const CountLogs logs(n);
  EXPECT_NEAR(logs.entropy(4 * logs[n / 4]), std::log(4.0), 1e-14);
  EXPECT_NEAR(logs.entropy(0), std::log(static_cast<double>(n)), 1e-13);
}

}  // namespace
}  // namespace stats
}  // namespace pith
