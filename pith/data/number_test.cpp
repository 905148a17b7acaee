// SPDX-License-Identifier: Apache-2.0
#include "pith/data/number.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>

#include "pith/base/random.h"

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The test process runs in the C locale, so that strtod is an independent judge.
void expect_as_strtod(const std::string& text) {
  char* judge_end = nullptr;
  const double expected = std::strtod(text.c_str(), &judge_end);
  const ParsedNumber number = parse_number(text.data(), text.data() + text.size());
  ASSERT_NE(number.end, nullptr) << text;
  ASSERT_EQ(number.end - text.data(), judge_end - text.c_str()) << text;
  ASSERT_EQ(std::bit_cast<std::uint64_t>(number.value), std::bit_cast<std::uint64_t>(expected))
      << text << ' ' << number.value << ' ' << expected;
}

TEST(ParseNumber, takes_the_usual_forms) {
  EXPECT_EQ(number_of("0"), 0.0);
  EXPECT_EQ(number_of("12"), 12.0);
  EXPECT_EQ(number_of("-1.5"), -1.5);
  EXPECT_EQ(number_of("+3"), 3.0);
  EXPECT_EQ(number_of("1."), 1.0);
  EXPECT_EQ(number_of(".25"), 0.25);
  EXPECT_EQ(number_of("1e3"), 1000.0);
  EXPECT_EQ(number_of("1E-3"), 0.001);
  EXPECT_EQ(number_of("1.5e+2"), 150.0);
  EXPECT_EQ(number_of("0012"), 12.0);
  EXPECT_TRUE(std::signbit(*number_of("-0")));
}

TEST(ParseNumber, rejects_what_is_no_number) {
  for (const char* text :
       {"",     "-",  "+",  ".",   "-.", "+-1", "--1",   "e5", "abc",   "nan", "NaN",
        "0x10", "1 ", " 1", "1,5", "1e", "1e+", "1.2.3", "in", "1_000", "1f"}) {
    EXPECT_EQ(number_of(text), std::nullopt) << text;
  }
}

TEST(ParseNumber, stops_where_the_number_ends) {
  const std::string text = "0.5:12 1e+x";
  const ParsedNumber first = parse_number(text.data(), text.data() + text.size());
  EXPECT_EQ(first.value, 0.5);
  EXPECT_EQ(first.end - text.data(), 3);
  const ParsedNumber last = parse_number(text.data() + 7, text.data() + text.size());
  EXPECT_EQ(last.value, 1.0);
  EXPECT_EQ(last.end - text.data(), 8);
  EXPECT_EQ(parse_number(text.data(), text.data() + 1).value, 0.0);
}

TEST(ParseNumber, knows_infinity_and_what_overflows) {
  for (const char* text : {"inf", "INF", "Infinity", "+inf", "1e999", "1e400",
                           "1e99999999999999999", "123456789e301", "1.8e308"}) {
    EXPECT_EQ(number_of(text), infinity) << text;
  }
  for (const char* text : {"-inf", "-Infinity", "-1e999"})
    EXPECT_EQ(number_of(text), -infinity);
  EXPECT_EQ(number_of("1" + std::string(400, '0')), infinity);
}

TEST(ParseNumber, underflows_to_zero) {
  for (const std::string& text :
       {std::string("1e-999"), std::string("1e-99999999999999999"),
        "0." + std::string(400, '0') + "1", "0." + std::string(400, '0') + "1e10"}) {
    EXPECT_EQ(number_of(text), 0.0) << text;
  }
  EXPECT_TRUE(std::signbit(*number_of("-1e-999")));
  EXPECT_EQ(number_of("0e999"), 0.0);
  EXPECT_EQ(number_of("0." + std::string(400, '0') + "1e401"), 1.0);
}

TEST(ParseNumber, rounds_hard_cases_correctly) {
  for (const char* text : {"9007199254740991",
                           "9007199254740992",
                           "9007199254740993",
                           "9007199254740995",
                           "9007199254740993e1",
                           "4503599627370497.5",
                           "0.1",
                           "0.3",
                           "2.2250738585072011e-308",
                           "2.2250738585072014e-308",
                           "4.9406564584124654e-324",
                           "2.4703282292062327e-324",
                           "2.4703282292062328e-324",
                           "1.7976931348623157e308",
                           "1.7976931348623158e308",
                           "6631237871469758276785396630275967242421e-60",
                           "3571e266",
                           "8.7e-9",
                           "1e23",
                           "1e22",
                           "9007199254740992e22",
                           "123456789012345678901234567890",
                           "1.00000000000000011102230246251",
                           "0.500000000000000166533453693773481063544750213623046875",
                           "1e-22",
                           "7e-23",
                           "12345678.12345678",
                           "1234567890123456789",
                           "12345678901234567890",
                           "179769313486231580793728971405301e276",
                           "0.000000000000000000000000001"}) {
    expect_as_strtod(text);
    expect_as_strtod(std::string("-") + text);
  }
}

TEST(ParseNumber, is_a_twin_of_strtod_on_printed_numbers) {
  const Random random(7, 0);
  for (std::uint64_t i = 0; i < 300000 && !HasFatalFailure(); ++i) {
    const auto any = std::bit_cast<double>(random.bits(3 * i));
    const double usual = (random.uniform(3 * i + 1) - 0.5) * std::pow(10.0, double(i % 13) - 6);
    if (std::isfinite(any)) expect_as_strtod(fmt::format("{:.{}g}", any, 1 + i % 19));
    expect_as_strtod(fmt::format("{:.{}g}", usual, 1 + i % 19));
    expect_as_strtod(fmt::format("{:.{}f}", usual, i % 12));
    expect_as_strtod(fmt::format("{}", usual));
  }
}

TEST(ParseNumber, is_a_twin_of_strtod_on_random_texts) {
  const Random random(8, 0);
  std::uint64_t next = 0;
  const auto digits = [&](std::uint64_t most) {
    std::string text;
    for (std::uint64_t n = random.below(next++, most + 1); n > 0; --n) {
      text += static_cast<char>('0' + random.below(next++, 10));
    }
    return text;
  };
  for (int i = 0; i < 700000 && !HasFatalFailure(); ++i) {
    std::string text = random.below(next++, 2) == 0 ? "-" : "";
    text += static_cast<char>('0' + random.below(next++, 10));
    text += digits(i % 9 == 0 ? 30 : 9);
    if (random.below(next++, 3) > 0) text += '.' + digits(i % 7 == 0 ? 30 : 10);
    if (random.below(next++, 3) == 0) {
      text += random.below(next++, 2) == 0 ? "e" : "E-";
      text += static_cast<char>('0' + random.below(next++, 10));
      text += digits(2);
    }
    if (random.below(next++, 4) == 0) text += ",x e;:\n"[random.below(next++, 7)];
    expect_as_strtod(text);
  }
}

TEST(ParseShortNumber, is_a_twin_of_number_of) {
  const Random random(9, 0);
  std::uint64_t next = 0;
  std::size_t taken = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text;
    for (std::uint64_t n = random.below(next++, 11); n > 0; --n) {
      const bool is_other = random.below(next++, 12) == 0;
      text += is_other ? "-.+e /:\xff"[random.below(next++, 8)]
                       : static_cast<char>('0' + random.below(next++, 10));
    }
    const std::string padded = text + ",123456789012345678";
    const char* const end = padded.data() + text.size();
    double integer = 0;
    const bool is_integer = parse_short_integer(padded.data(), end, integer);
    double number = 0;
    const bool is_number = parse_short_number(padded.data(), end, number);
    const std::optional<double> expected = number_of(text);
    if (is_integer) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(integer), std::bit_cast<std::uint64_t>(*expected));
    }
    if (is_number) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(number), std::bit_cast<std::uint64_t>(*expected));
    }
    taken += is_integer ? 1 : 0;
    const bool is_digits = !text.empty() && text.size() <= 8 &&
                           text.find_first_not_of("0123456789") == std::string::npos;
    if (is_digits) {
      ASSERT_TRUE(is_integer) << text;
    }
  }
  EXPECT_GT(taken, 50000U);
  const std::string zero = "-0,1234567";
  double minus = 1;
  EXPECT_TRUE(parse_short_integer(zero.data(), zero.data() + 2, minus));
  EXPECT_TRUE(std::signbit(minus));
}

}  // namespace
}  // namespace pith
