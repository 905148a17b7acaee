// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/measure/entropy.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

TEST(Posterior, begins_with_the_prior) {
  const Posterior posterior(codes_column({0, 0, 0, 1}), {});
  const std::vector<double> counts{3, 1};
  EXPECT_EQ(posterior.bound(), 0);
  EXPECT_DOUBLE_EQ(posterior.entropy(), entropy(counts));
  EXPECT_EQ(posterior.open_rows().size(), 4U);
}

TEST(Posterior, predicts_the_bound_after_an_update) {
  const Column y = codes_column({0, 1, 2, 0, 1, 2, 0});
  const std::vector<double> weights{1, 2, 0.5, 1, 1, 3, 1};
  for (const bool is_weighted : {false, true}) {
    Posterior posterior(y,
                        is_weighted ? std::span<const double>(weights) : std::span<const double>());
    std::vector<double> scratch;
    for (int step = 1; step < 6; ++step) {
      std::vector<double> logs(21);
      for (std::size_t i = 0; i < logs.size(); ++i)
        logs[i] = std::sin(static_cast<double>(i) * step) * 3;
      const double foretold = posterior.bound_with(logs, 1.5, scratch);
      posterior.update(logs, 1.5);
      EXPECT_NEAR(posterior.bound(), foretold, 1e-13);
    }
  }
}

TEST(Posterior, reaches_the_entropy_when_every_rival_is_ruled_out) {
  Posterior posterior(codes_column({0, 1, 0, 1}), {});
  const std::vector<double> logs{0, minus_infinity, minus_infinity, -5,
                                 0, minus_infinity, minus_infinity, -2};
  std::vector<double> scratch;
  EXPECT_NEAR(posterior.bound_with(logs, 1, scratch), std::log(2.0), 1e-15);
  posterior.update(logs, 1);
  EXPECT_NEAR(posterior.bound(), std::log(2.0), 1e-15);
  EXPECT_TRUE(posterior.open_rows().empty());
  EXPECT_EQ(posterior.bound_with(logs, 1, scratch), posterior.bound());
  posterior.reset();
  EXPECT_EQ(posterior.open_rows().size(), 4U);
  EXPECT_EQ(posterior.bound(), 0);
}

/// A row that is sure of the wrong class by a factor of exp(2000) and then learns better: q of its
/// own class has long been 0 in double precision.
TEST(Posterior, remembers_what_has_underflowed) {
  const Column y = codes_column({0, 1});
  Posterior posterior(y, {});
  std::vector<double> scratch;
  const std::vector<double> wrong{-2000, 0, 0, 0};
  EXPECT_NEAR(posterior.bound_with(wrong, 1, scratch), (-2000 + std::log(2.0)) / 2, 1e-9);
  posterior.update(wrong, 1);
  EXPECT_NEAR(posterior.bound(), (-2000 + std::log(2.0)) / 2, 1e-9);
  const std::vector<double> right{1990, 0, 0, 0};
  EXPECT_NEAR(posterior.bound_with(right, 1, scratch), (-10 + std::log(2.0)) / 2, 1e-4);
  // A table that rules out the rival: the row's own class is all that is left.
  const ClassTable table{.probabilities = {0.5, 0, 0.5, 1}, .log_own = std::log(0.5)};
  EXPECT_NEAR(posterior.bound_with(table, codes_column({0, 1})), std::log(2.0) - std::log(1.5) / 2,
              1e-9);
}

TEST(Restarts, treat_a_gain_within_rounding_as_none) {
  EXPECT_TRUE(Restarts{0}(1e-13));
  EXPECT_FALSE(Restarts{0}(1e-11));
  EXPECT_TRUE(Restarts{0.01}(0.0099));
  EXPECT_FALSE(Restarts{0.01}(0.0101));
  EXPECT_FALSE(Restarts{-100}(-1));
}

}  // namespace
}  // namespace families
}  // namespace pith
