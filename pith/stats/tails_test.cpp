// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/tails.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace pith {
inline namespace stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Known {
  double at;
  double degrees;
  double value;
};

void expect_near(double found, double expected, double at, double degrees) {
  EXPECT_NEAR(found, expected, 1e-12 * std::abs(expected)) << at << " with " << degrees;
}

TEST(StudentP, has_the_values_of_scipy) {
  for (const Known& known :
       {Known{1, 1, 0.5000000000000001},       Known{12.7, 1, 0.050024327689344165},
        Known{1e10, 1, 6.366197723675814e-11}, Known{0.01, 1, 0.993634014470186},
        Known{2, 2, 0.18350341907227397},      Known{2.5, 9, 0.033861827682985735},
        Known{-2.5, 9, 0.033861827682985735},  Known{0.3, 9, 0.7709907037415248},
        Known{40, 9, 1.8982998449339822e-11},  Known{1e-05, 4, 0.9999925000000002},
        Known{1.96, 99, 0.052807113750970754}, Known{9.5, 99, 1.3486151902158841e-15},
        Known{30, 99, 1.7008499117282118e-51}, Known{1.7, 1e6, 0.08913123649034883},
        Known{1.96, 1e6, 0.04999606758526985}, Known{0.02, 1e6, 0.9840433765564159},
        Known{6, 1e6, 1.97384981235443e-09},   Known{30, 1e6, 1.2020094233664118e-197},
        Known{3.3, 31, 0.0024369601312869784}, Known{3.3, 32.5, 0.0023520659428406584},
        Known{0.7, 0.5, 0.6854006625207666}})
    expect_near(student_p(known.at, known.degrees), known.value, known.at, known.degrees);
}

TEST(StudentP, is_the_closed_form_with_one_and_two_degrees) {
  for (double t = 1e-3; t < 1e300; t *= 7.3) {
    expect_near(student_p(t, 1), 2 / std::numbers::pi * std::atan(1 / t), t, 1);
    if (t < 1e7) {
      const double root = std::sqrt(2 + t * t);
      expect_near(student_p(t, 2), 2 / (root * (root + t)), t, 2);
    }
  }
}

TEST(StudentP, is_one_at_zero_and_zero_at_infinity) {
  EXPECT_EQ(student_p(0, 3), 1);
  EXPECT_EQ(student_p(infinity, 3), 0);
  EXPECT_EQ(student_p(-infinity, 3), 0);
  EXPECT_TRUE(std::isnan(student_p(std::nan(""), 3)));
}

TEST(StudentP, is_monotone_where_the_algorithm_changes) {
  for (const double degrees : {1.0, 5.0, 31.9, 32.1, 1000.0, 1e6}) {
    double before = 1;
    for (double t = 0.01; t < 6; t += 0.01) {
      const double now = student_p(t, degrees);
      EXPECT_LT(now, before) << t << " with " << degrees;
      before = now;
    }
  }
}

TEST(StudentQuantile, has_the_values_of_scipy) {
  for (const Known& known :
       {Known{0.975, 1, 12.706204736174694}, Known{0.975, 2, 4.302652729749462},
        Known{0.975, 9, 2.262157162798205}, Known{0.95, 9, 1.833112932656237},
        Known{0.995, 99, 2.626405457280827}, Known{0.975, 1e6, 1.959966356814107},
        Known{0.6, 4, 0.2707222947075976}, Known{0.5001, 7, 0.00025974603090261677},
        Known{0.025, 9, -2.2621571627982053}, Known{1e-10, 3, -2225.769284683093},
        Known{1e-100, 1, -3.183098861837907e+99}, Known{0.9, 0.5, 10.27032441023451}})
    expect_near(student_quantile(known.at, known.degrees), known.value, known.at, known.degrees);
}

TEST(StudentQuantile, inverts_the_tail) {
  for (const double degrees : {1.0, 3.0, 40.0, 2000.0}) {
    for (const double p : {1e-9, 0.01, 0.2, 0.4, 0.49})
      expect_near(student_p(student_quantile(p, degrees), degrees), 2 * p, p, degrees);
  }
}

TEST(StudentQuantile, keeps_its_precision_near_the_middle) {
  for (const double off : {0x1.0p-50, 0x1.0p-30, 0x1.0p-10})
    expect_near(student_quantile(0.5 + off, 1), std::tan(std::numbers::pi * off), off, 1);
}

TEST(StudentQuantile, is_infinite_at_the_ends_and_zero_between) {
  EXPECT_EQ(student_quantile(0, 3), -infinity);
  EXPECT_EQ(student_quantile(1, 3), infinity);
  EXPECT_EQ(student_quantile(0.5, 3), 0);
}

TEST(ChiSquareP, has_the_values_of_scipy) {
  for (const Known& known :
       {Known{1, 1, 0.31731050786291115}, Known{3.84, 1, 0.05004352124870519},
        Known{100, 1, 1.5239706048320995e-23}, Known{0.0001, 1, 0.9920212873707368},
        Known{5.99, 2, 0.05003662708658629}, Known{12.3, 6, 0.055601201779395225},
        Known{2, 6, 0.9196986029286058}, Known{80, 50, 0.00448265656557319},
        Known{30, 50, 0.9888352197284497}, Known{900, 6, 3.756716019482142e-191},
        Known{52, 31, 0.010470271579889064}, Known{1200, 1000, 1.2255942330622893e-05},
        Known{1000, 1000, 0.49405285382923964}, Known{900, 1000, 0.9892827619087102},
        Known{1003000, 1e6, 0.017016772933266328}})
    expect_near(chi_square_p(known.at, known.degrees), known.value, known.at, known.degrees);
}

TEST(ChiSquareP, is_the_closed_form_with_one_and_two_degrees) {
  for (double x = 1e-6; x < 1400; x *= 1.7) {
    expect_near(chi_square_p(x, 2), std::exp(-x / 2), x, 2);
    expect_near(chi_square_p(x, 1), normal_p(std::sqrt(x)), x, 1);
  }
}

TEST(ChiSquareP, is_one_up_to_zero_and_zero_at_infinity) {
  EXPECT_EQ(chi_square_p(0, 3), 1);
  EXPECT_EQ(chi_square_p(-1e-15, 3), 1);
  EXPECT_EQ(chi_square_p(infinity, 3), 0);
}

TEST(NormalP, has_known_values) {
  EXPECT_EQ(normal_p(0), 1);
  EXPECT_NEAR(normal_p(1.959963984540054), 0.05, 1e-15);
  EXPECT_EQ(normal_p(-3), normal_p(3));
}

TEST(NormalQuantile, inverts_the_tail_probability) {
  EXPECT_EQ(normal_quantile(0), -infinity);
  EXPECT_EQ(normal_quantile(1), infinity);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-15);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  for (const double p : {1e-300, 1e-20, 1e-6, 0.001, 0.1, 0.3, 0.499}) {
    EXPECT_NEAR(0.5 * normal_p(normal_quantile(p)) / p, 1, 1e-12) << p;
    EXPECT_EQ(normal_quantile(1 - 0.25), -normal_quantile(0.25));
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
