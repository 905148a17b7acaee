// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/kernel_density.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <stop_token>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

using Rule = KernelDensity::Rule;
using Numbers = std::vector<double>;

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

double normal(double distance, double h) {
  return std::exp(-0.5 * distance * distance / (h * h)) / (h * std::sqrt(2 * std::numbers::pi));
}

/// Two classes of 40 rows, two numbers and a feature of three levels.
struct Data {
  Numbers x;
  Numbers s;
  std::vector<std::uint32_t> codes;
  std::vector<std::uint32_t> y;
  std::vector<std::uint32_t> all;

  Data() {
    const Random random(3, 0);
    for (std::size_t i = 0; i < 80; ++i) {
      y.push_back(i % 2);
      x.push_back(random.uniform(3 * i) * 3 + y[i]);
      s.push_back(random.uniform(3 * i + 1) + 0.3 * x[i]);
      codes.push_back(static_cast<std::uint32_t>(random.below(3 * i + 2, 3)));
      all.push_back(static_cast<std::uint32_t>(i));
    }
  }

  using Which = std::function<bool(std::size_t)>;
  std::size_t count(const Which& which) const {
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), which));
  }
  double sd(const Numbers& numbers, const Which& which) const {
    double mean = 0;
    double squares = 0;
    for (const std::uint32_t i : all)
      mean += which(i) ? numbers[i] / static_cast<double>(count(which)) : 0;
    for (const std::uint32_t i : all)
      squares += which(i) ? (numbers[i] - mean) * (numbers[i] - mean) : 0;
    return std::sqrt(squares / static_cast<double>(count(which) - 1));
  }
  double bandwidth(const Numbers& numbers, const Which& which, double power) const {
    return sd(numbers, which) * std::pow(static_cast<double>(count(which)), power);
  }
};

TEST(KernelDensity, equals_its_formula) {
  const Data data;
  for (const Rule rule : {Rule::leave_one_out, Rule::resubstitution}) {
    std::vector<double> found(160);
    KernelDensity(codes_column(data.y), {}, rule).log_density(data.x, data.all, found);
    for (std::size_t i = 0; i < 80; ++i) {
      for (std::uint32_t c = 0; c < 2; ++c) {
        const double h = data.bandwidth(
            data.x, [&](auto j) { return data.y[j] == c; }, -0.2);
        double sum = 0;
        double n = 0;
        for (std::size_t j = 0; j < 80; ++j) {
          if (data.y[j] != c || (rule == Rule::leave_one_out && j == i)) continue;
          sum += normal(data.x[i] - data.x[j], h);
          ++n;
        }
        EXPECT_NEAR(found[2 * i + c], std::log(sum / n), 1e-12);
      }
    }
  }
}

TEST(KernelDensity, conditions_equal_their_formulas) {
  const Data data;
  const Column x = Column::from_numbers(data.x);
  const Column s = Column::from_numbers(data.s);
  const Column levels = codes_column(data.codes);
  std::vector<double> both(160);
  std::vector<double> within(160);
  std::vector<double> share(160);
  const KernelDensity kernels(codes_column(data.y), {}, Rule::leave_one_out);
  kernels.log_conditional(x, {s}, data.all, both);
  kernels.log_conditional(x, {levels}, data.all, within);
  kernels.log_conditional(levels, {s}, data.all, share);
  for (std::size_t i = 0; i < 80; ++i) {
    for (std::uint32_t c = 0; c < 2; ++c) {
      const auto in_class = [&](std::size_t j) { return data.y[j] == c; };
      const auto in_cell = [&](std::size_t j) {
        return data.y[j] == c && data.codes[j] == data.codes[i];
      };
      const double hx = data.bandwidth(data.x, in_class, -1.0 / 6);
      const double hs = data.bandwidth(data.s, in_class, -1.0 / 6);
      const double hs1 = data.bandwidth(data.s, in_class, -0.2);
      const double h_cell = data.bandwidth(data.x, in_cell, -0.2);
      double joint = 0, condition = 0, cell = 0, cell_count = 0, of_level = 0, of_all = 0;
      for (std::size_t j = 0; j < 80; ++j) {
        if (j == i || !in_class(j)) continue;
        joint += normal(data.x[i] - data.x[j], hx) * normal(data.s[i] - data.s[j], hs);
        condition += normal(data.s[i] - data.s[j], hs);
        of_all += normal(data.s[i] - data.s[j], hs1);
        if (!in_cell(j)) continue;
        of_level += normal(data.s[i] - data.s[j], hs1);
        cell += normal(data.x[i] - data.x[j], h_cell);
        ++cell_count;
      }
      EXPECT_NEAR(both[2 * i + c], std::log(joint / condition), 1e-11);
      EXPECT_NEAR(within[2 * i + c], std::log(cell / cell_count), 1e-11);
      EXPECT_NEAR(share[2 * i + c], std::log(of_level / of_all), 1e-11);
    }
  }
}

TEST(KernelDensity, does_not_underflow_far_out) {
  Numbers x(20, 0.0);
  std::iota(x.begin(), x.end(), 0.0);
  std::vector<std::uint32_t> y(20, 0);
  for (std::size_t i = 10; i < 20; ++i)
    y[i] = 1;
  x[19] = 1e9;
  std::vector<double> found(40);
  const std::vector<std::uint32_t> last{19};
  KernelDensity(codes_column(y), {}, Rule::leave_one_out).log_density(x, last, found);
  EXPECT_LT(found[38], -1e6);
  EXPECT_GT(found[38], minus_infinity);
  EXPECT_TRUE(std::isfinite(found[39]));
}

TEST(KernelDensity, is_finite_for_what_does_not_vary_and_for_classes_of_one_row) {
  const Numbers constant(5, 2.0);
  const Numbers once{1, 1, 1, 1, 7};
  const std::vector<std::uint32_t> y{0, 0, 0, 0, 1};
  const std::vector<std::uint32_t> rows{0, 1, 2, 3, 4};
  for (const Rule rule : {Rule::leave_one_out, Rule::resubstitution}) {
    const KernelDensity kernels(codes_column(y), {}, rule);
    for (const Numbers& x : {constant, once}) {
      std::vector<double> alone(10);
      std::vector<double> given(10);
      kernels.log_density(x, rows, alone);
      kernels.log_conditional(Column::from_numbers(x), {Column::from_numbers(constant)}, rows,
                              given);
      for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_TRUE(std::isfinite(alone[2 * i + y[i]]));
        EXPECT_TRUE(std::isfinite(given[2 * i + y[i]]));
        EXPECT_FALSE(std::isnan(alone[2 * i + 1 - y[i]]));
        EXPECT_FALSE(std::isnan(given[2 * i + 1 - y[i]]));
      }
    }
  }
}

TEST(KernelDensity, never_rules_out_a_rows_own_class) {
  // Level 1 stands alone in its class: left out, nothing would be left of it.
  const Column x = codes_column({0, 0, 1, 0, 0, 0});
  const Column s = Column::from_numbers({0.1, 0.5, 0.3, 0.2, 0.6, 0.4});
  const std::vector<std::uint32_t> rows{0, 1, 2, 3, 4, 5};
  std::vector<double> found(12);
  KernelDensity(codes_column({0, 0, 0, 1, 1, 1}), {}, Rule::leave_one_out)
      .log_conditional(x, {s}, rows, found);
  EXPECT_TRUE(std::isfinite(found[4]));
  EXPECT_EQ(found[5], minus_infinity);
}

TEST(KernelDensity, can_be_cancelled_between_rows) {
  const std::vector<std::uint32_t> classes = {0, 1, 0, 1};
  const Column target = Column::from_codes(classes, {"a", "b"});
  std::stop_source stop;
  Context context;
  context.stop = stop.get_token();
  const KernelDensity density(target, {}, Rule::leave_one_out, context);
  const std::vector<double> x = {1, 2, 3, 4};
  const std::vector<std::uint32_t> rows = {0, 1, 2, 3};
  std::vector<double> result(8);
  EXPECT_NO_THROW(density.log_density(x, rows, result));
  stop.request_stop();
  const Column number = Column::from_numbers(x);
  EXPECT_THROW(density.log_density(x, rows, result), Error);
  EXPECT_THROW(density.log_conditional(number, {number}, rows, result), Error);
  EXPECT_THROW(density.log_conditional(target, {number}, rows, result), Error);
  EXPECT_THROW(density.log_conditional(number, {target}, rows, result), Error);
}

}  // namespace
}  // namespace families
}  // namespace pith
