// SPDX-License-Identifier: Apache-2.0
#include "pith/base/elementary.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "pith/base/random.h"

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

double relative_error(double found, long double exact) {
  return static_cast<double>(std::abs((found - exact) / exact));
}

TEST(Elementary, is_accurate_to_4e_16) {
  const Random random(1, 1);
  for (std::size_t i = 0; i < 20000; ++i) {
    const double unit = random.uniform(i);
    const double wide = std::ldexp(1 + unit, static_cast<int>(i % 2000) - 1000);
    EXPECT_LE(relative_error(portable::log(wide), std::log(static_cast<long double>(wide))), 4e-16);
    const double near = 0.7 + 0.75 * unit;
    EXPECT_LE(relative_error(portable::log(near), std::log(static_cast<long double>(near))), 4e-16);
    const double whole = static_cast<double>(i + 2);
    EXPECT_LE(relative_error(portable::log(whole), std::log(static_cast<long double>(whole))),
              4e-16);
    const double x = 1400 * unit - 700;
    EXPECT_LE(relative_error(portable::exp(x), std::exp(static_cast<long double>(x))), 4e-16);
    const double small = std::ldexp(unit - 0.5, -static_cast<int>(i % 60));
    EXPECT_LE(relative_error(portable::log1p(small), std::log1p(static_cast<long double>(small))),
              1e-15);
    EXPECT_LE(relative_error(portable::expm1(small), std::expm1(static_cast<long double>(small))),
              1e-15);
    EXPECT_LE(relative_error(portable::power(1 + whole, -0.2),
                             std::pow(static_cast<long double>(1 + whole), -0.2L)),
              1e-15);
  }
}

TEST(Elementary, has_the_limits_of_the_standard) {
  EXPECT_EQ(portable::log(1), 0);
  EXPECT_EQ(portable::log(0), -infinity);
  EXPECT_EQ(portable::log(infinity), infinity);
  EXPECT_TRUE(std::isnan(portable::log(-1)));
  EXPECT_TRUE(std::isnan(portable::log(std::nan(""))));
  EXPECT_NEAR(portable::log(tiny), std::log(tiny), 1e-12);
  EXPECT_EQ(portable::exp(0), 1);
  EXPECT_EQ(portable::exp(-infinity), 0);
  EXPECT_EQ(portable::exp(infinity), infinity);
  EXPECT_EQ(portable::exp(710.5), infinity);
  EXPECT_TRUE(std::isnan(portable::exp(std::nan(""))));
  EXPECT_NEAR(portable::exp(709.5) / std::exp(709.5), 1, 1e-15);
  EXPECT_NEAR(portable::exp(-740) / std::exp(-740), 1, 1e-2);  // has few bits
  EXPECT_EQ(portable::log1p(0), 0);
  EXPECT_EQ(portable::log1p(-1), -infinity);
  EXPECT_EQ(portable::log1p(infinity), infinity);
  EXPECT_EQ(portable::expm1(-infinity), -1);
  EXPECT_EQ(portable::expm1(infinity), infinity);
  EXPECT_EQ(portable::expm1(1e-300), 1e-300);
}

TEST(Elementary, has_these_bits_on_every_processor) {
  const Random random(2, 2);
  std::uint64_t hash = 0;
  const auto add = [&](double number) {
    hash = hash * 0x9E3779B97F4A7C15U + std::bit_cast<std::uint64_t>(number);
  };
  for (std::size_t i = 0; i < 10000; ++i) {
    const double unit = random.uniform(i);
    add(portable::log(1e-3 + 1000 * unit));
    add(portable::log(static_cast<double>(i + 1)));
    add(portable::exp(40 * unit - 20));
    add(portable::log1p(2 * unit - 0.5));
    add(portable::expm1(2 * unit - 1));
    add(portable::power(static_cast<double>(i + 1), -0.2 * unit));
  }
  EXPECT_EQ(hash, 707547718995466464U);
}

}  // namespace
}  // namespace pith
