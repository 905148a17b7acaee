// SPDX-License-Identifier: Apache-2.0
#include "cli/quantity.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith::cli {
namespace {

TEST(MemorySize, knows_its_units) {
  EXPECT_EQ(memory_size("--memory", "4G"), 4ULL << 30U);
  EXPECT_EQ(memory_size("--memory", "4GiB"), 4ULL << 30U);
  EXPECT_EQ(memory_size("--memory", "4GB"), 4'000'000'000ULL);
  EXPECT_EQ(memory_size("--memory", "512m"), 512ULL << 20U);
  EXPECT_EQ(memory_size("--memory", "1.5T"), 3ULL << 39U);
  EXPECT_EQ(memory_size("--memory", "2000000"), 2'000'000ULL);
}

TEST(MemorySize, rejects_everything_else) {
  for (const char* text : {"", "G", "4X", "4GG", "-4G", "0", "10K", "nan", "inf", "1e3G", "4 G"})
    EXPECT_THROW(memory_size("--memory", text), Error) << text;
}

TEST(Share, is_above_zero_and_at_most_one) {
  EXPECT_EQ(share("--fraction", "0.25"), 0.25);
  EXPECT_EQ(share("--fraction", "1"), 1);
  for (const char* text : {"0", "-0.5", "1.01", "nan", "inf", "", "80 %", "0,8"})
    EXPECT_THROW(share("--fraction", text), Error) << text;
}

TEST(WholeNumber, stays_in_its_range) {
  EXPECT_EQ(whole_number("-k", "7", {.min = 1, .max = 9}), 7U);
  for (const char* text : {"0", "10", "-1", "7.0", "", " 7", "7x", "99999999999999999999"})
    EXPECT_THROW(whole_number("-k", text, {.min = 1, .max = 9}), Error) << text;
}

TEST(WholeNumber, names_the_violated_end) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      whole_number("-k", text, {.min = 1, .max = 9});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("0"), "-k must be at least 1 (got 0)");
  EXPECT_EQ(message("-3"), "-k must be at least 1 (got -3)");
  EXPECT_EQ(message("10"), "-k must be at most 9 (got 10)");
  EXPECT_EQ(message("99999999999999999999"), "-k must be at most 9 (got 99999999999999999999)");
  EXPECT_EQ(message("2.5"), "-k must be a whole number (got '2.5')");
}

TEST(Counts, are_numbers_ranges_and_steps) {
  using List = std::vector<std::size_t>;
  EXPECT_EQ(counts("-k", "7"), (List{7}));
  EXPECT_EQ(counts("-k", "50,10,25,10"), (List{10, 25, 50}));
  EXPECT_EQ(counts("-k", "1..4"), (List{1, 2, 3, 4}));
  EXPECT_EQ(counts("-k", "10..35:10"), (List{10, 20, 30}));
  EXPECT_EQ(counts("-k", "1..3,10..20:5,2"), (List{1, 2, 3, 10, 15, 20}));
}

TEST(Counts, reject_malformed_lists) {
  for (const char* text :
       {"", "0", "a", "1,", ",1", "1..", "3..2", "1..9:0", "1-3", "1..3x", "-1", "1..99999999999",
        "1..18446744073709551615", "18446744073709551614..18446744073709551615,5:2"})
    EXPECT_THROW(counts("-k", text), Error) << text;
}

}  // namespace
}  // namespace pith::cli
