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

/// x + y >= 2, x >= 0.5, y >= 0, and z is free with z >= x.
LinearProgramData small() {
  return {.right = {2, 0},
          .costs = {1, 2, 0.5},
          .lowers = {0.5, 0, -std::numeric_limits<double>::infinity()},
          .starts = {0, 2, 3, 4},
          .rows = {0, 1, 0, 1},
          .values = {1, -1, 1, 1}};
}

class LinearPrograms : public testing::Test {
 protected:
  void SetUp() override {
    if (!LinearProgram::unavailable().empty()) GTEST_SKIP() << LinearProgram::unavailable();
  }
};

TEST_F(LinearPrograms, find_the_vertex_and_another_one_for_other_costs) {
  LinearProgram programme(small());
  std::size_t ticks = 0;
  ASSERT_TRUE(programme.solve({}, [&] { ++ticks; }));
  EXPECT_NEAR(programme.objective(), 3, 1e-12);  // x = 2, y = 0, z = 2
  EXPECT_NEAR(programme.values()[0], 2, 1e-12);
  EXPECT_GT(ticks, 0U);
  programme.set_cost(1, 0.5);
  ASSERT_TRUE(programme.solve({}));
  EXPECT_NEAR(programme.objective(), 1.5, 1e-12);  // x = 0.5, y = 1.5, z = 0.5
  EXPECT_NEAR(programme.values()[1], 1.5, 1e-12);
}

TEST_F(LinearPrograms, can_be_cancelled) {
  LinearProgram programme(small());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(programme.solve({.stop = stop.get_token()}), Error);
}

/// Rows and columns without structure, so that the simplex method takes many steps.
LinearProgramData large() {
  constexpr int size = 1500;
  LinearProgramData data{.right = std::vector<double>(size, 1),
                         .costs = std::vector<double>(size, 1),
                         .lowers = std::vector<double>(size, 0)};
  unsigned state = 1;
  for (int column = 0; column < size; ++column) {
    for (int row = 0; row < size; ++row) {
      state = state * 1664525U + 1013904223U;
      data.rows.push_back(row);
      data.values.push_back(1 + static_cast<double>(state >> 16U) / 65536);
    }
    data.starts.push_back(data.rows.size());
  }
  return data;
}

TEST_F(LinearPrograms, can_be_cancelled_while_they_run) {
  LinearProgram programme(large());
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
