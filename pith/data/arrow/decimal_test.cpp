// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/decimal.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/support/arrow_tables.h"

namespace pith {
namespace {

using namespace arrow_tables;

/// Integers of 128 bits, given by their low and high half.
using Halves = std::vector<std::uint64_t>;

double read(const Halves& halves, std::size_t place, int scale) {
  const Bytes bytes = bytes_of(halves);
  return decimal_at(bytes.data(), place, {.scale = scale, .bytes = 16});
}

TEST(ArrowDecimal, is_the_double_that_its_text_would_be) {
  constexpr std::uint64_t minus = ~std::uint64_t{0};
  const Halves halves{1234, 0, minus - 1233, minus, 0, 0};
  EXPECT_EQ(read(halves, 0, 2), 12.34);
  EXPECT_EQ(read(halves, 1, 2), -12.34);
  EXPECT_EQ(read(halves, 2, 2), 0);
  EXPECT_EQ(read(halves, 0, 0), 1234);
  EXPECT_EQ(read(halves, 0, -3), 1234e3);
  EXPECT_EQ(read(halves, 0, 30), 1234e-30);
}

TEST(ArrowDecimal, rounds_once_what_is_longer_than_a_double) {
  // 10^19 + 1 and the largest of 128 bits.
  const Halves halves{10'000'000'000'000'000'001U, 0, ~std::uint64_t{0}, ~std::uint64_t{0} >> 1U};
  EXPECT_EQ(read(halves, 0, 3), 10000000000000000.001);
  EXPECT_EQ(read(halves, 1, 0), 170141183460469231731687303715884105727.0);
  EXPECT_EQ(read(halves, 1, 38), 1.70141183460469231731687303715884105727);
  // 2^53 + 1 by 10: to round the integer first would give another.
  const Halves next{(std::uint64_t{1} << 53U) + 1, 0};
  EXPECT_EQ(read(next, 0, 1), 900719925474099.3);
}

TEST(ArrowDecimal, has_32_and_64_bits_too) {
  const Bytes narrow = bytes_of(std::vector<std::int32_t>{7, -250});
  EXPECT_EQ(decimal_at(narrow.data(), 1, {.scale = 2, .bytes = 4}), -2.5);
  const Bytes wide = bytes_of(std::vector<std::int64_t>{7, -250});
  EXPECT_EQ(decimal_at(wide.data(), 1, {.scale = 1, .bytes = 8}), -25);
}

TEST(ArrowDecimal, tells_integers_that_no_double_equals) {
  constexpr std::uint64_t minus = ~std::uint64_t{0};
  // 2^53 + 1, 2^53 + 2, -2^53 - 1, the largest and the smallest of 128 bits, 2^100.
  const Halves halves{(std::uint64_t{1} << 53U) + 1,
                      0,
                      (std::uint64_t{1} << 53U) + 2,
                      0,
                      minus - (std::uint64_t{1} << 53U),
                      minus,
                      minus,
                      minus >> 1U,
                      0,
                      std::uint64_t{1} << 63U,
                      0,
                      1ULL << 36U};
  const Bytes bytes = bytes_of(halves);
  const auto is_inexact = [&](std::size_t place, int scale) {
    return is_inexact_integer(bytes.data(), place, {.scale = scale, .bytes = 16});
  };
  EXPECT_TRUE(is_inexact(0, 0));
  EXPECT_FALSE(is_inexact(0, 1));
  EXPECT_FALSE(is_inexact(1, 0));
  EXPECT_TRUE(is_inexact(2, 0));
  EXPECT_TRUE(is_inexact(3, 0));
  EXPECT_FALSE(is_inexact(4, 0));
  EXPECT_FALSE(is_inexact(5, 0));
}

TEST(ArrowType, reads_what_decimals_are) {
  const auto decimal = [](const char* format) { return arrow_type(format).decimal; };
  EXPECT_EQ(arrow_type("d:10,2").kind, ArrowKind::decimal);
  EXPECT_EQ(decimal("d:10,2").scale, 2);
  EXPECT_EQ(decimal("d:10,2").bytes, 16U);
  EXPECT_EQ(decimal("d:38,-4,128").scale, -4);
  EXPECT_EQ(decimal("d:9,3,32").bytes, 4U);
  EXPECT_EQ(decimal("d:9,3,64").bytes, 8U);
  for (const char* other : {"d:76,2,256", "d:10", "d:10,", "d:,2", "d:10,2,128,1", "d:x,y",
                            "d:10,99999999999", "d:10,2000"})
    EXPECT_EQ(arrow_type(other).kind, ArrowKind::other) << other;
}

}  // namespace
}  // namespace pith
