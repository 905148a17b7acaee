// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/linear_program.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <stop_token>
#include <thread>

#include "pith/base/error.h"

namespace pith {
namespace {

/// Minimise -x - 2 y for 0 <= x, y <= 3, and z is free and costs nothing.
LinearProgramData small() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {.costs = {-1, -2, 0}, .lowers = {0, 0, -infinity}, .uppers = {3, 3, infinity}};
}

class LinearPrograms : public testing::Test {
 protected:
  void SetUp() override {
    if (!LinearProgram::unavailable().empty()) GTEST_SKIP() << LinearProgram::unavailable();
  }
};

TEST_F(LinearPrograms, continue_with_more_rows_and_with_other_bounds) {
  LinearProgram programme(small());
  const LinearProgramRow sum{.elements = {1, 1, 0}, .lower = 0, .upper = 4};
  programme.add_rows({&sum, 1});
  std::size_t ticks = 0;
  ASSERT_TRUE(programme.solve({}, [&] { ++ticks; }));
  EXPECT_NEAR(programme.objective(), -7, 1e-12);  // x = 1, y = 3
  EXPECT_NEAR(programme.values()[0], 1, 1e-12);
  ASSERT_EQ(programme.prices().size(), 1U);
  EXPECT_NEAR(programme.prices()[0], -1, 1e-12);
  EXPECT_GT(ticks, 0U);
  const LinearProgramRow rows[] = {{.elements = {-1, 1, 0}, .lower = -1, .upper = 1},
                                   {.elements = {1, 0, -1}, .lower = 0, .upper = 0}};
  programme.add_rows(rows);
  ASSERT_TRUE(programme.solve({}));
  EXPECT_NEAR(programme.objective(), -6.5, 1e-12);  // x = 1.5, y = 2.5, z = x
  EXPECT_NEAR(programme.values()[1], 2.5, 1e-12);
  EXPECT_NEAR(programme.values()[2], 1.5, 1e-12);
  EXPECT_NEAR(programme.prices()[0], -1.5, 1e-12);
  EXPECT_NEAR(programme.prices()[1], -0.5, 1e-12);
  programme.set_bounds(0, 0, 3);
  ASSERT_TRUE(programme.solve({}));
  EXPECT_NEAR(programme.objective(), -5, 1e-12);  // x = 1, y = 2
}

TEST_F(LinearPrograms, can_be_cancelled) {
  LinearProgram programme(small());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(programme.solve({.stop = stop.get_token()}), Error);
}

constexpr std::size_t large_size = 1500;

LinearProgramData large() {
  return {.costs = std::vector<double>(large_size, 1),
          .lowers = std::vector<double>(large_size, 0),
          .uppers = std::vector<double>(large_size, 1)};
}

/// Rows without structure, so that the simplex method takes many steps.
std::vector<LinearProgramRow> large_rows() {
  std::vector<LinearProgramRow> rows;
  unsigned state = 1;
  for (std::size_t i = 0; i < large_size; ++i) {
    LinearProgramRow row{.lower = 1, .upper = std::numeric_limits<double>::infinity()};
    for (std::size_t k = 0; k < large_size; ++k) {
      state = state * 1664525U + 1013904223U;
      row.elements.push_back(1 + static_cast<double>(state >> 16U) / 65536);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

TEST_F(LinearPrograms, can_be_cancelled_while_they_run) {
  LinearProgram programme(large());
  programme.add_rows(large_rows());
  std::stop_source stop;
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  std::size_t ticks = 0;
  EXPECT_THROW(programme.solve({.stop = stop.get_token()}, [&] { ++ticks; }), Error);
  EXPECT_EQ(ticks, 0U);
}

TEST(LinearProgram, says_how_to_get_a_solver_where_there_is_none) {
  if (LinearProgram::unavailable().empty()) GTEST_SKIP() << "there is one";
  EXPECT_NE(LinearProgram::unavailable().find("coinor-libclp-dev"), std::string::npos);
  EXPECT_THROW(LinearProgram{small()}, Error);
}

}  // namespace
}  // namespace pith
