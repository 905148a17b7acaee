// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/nonnegative_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

using Vectors = std::vector<std::vector<double>>;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Vectors without negative elements, so that no product is negative.
Vectors random_vectors(std::size_t count, std::size_t length, std::uint64_t seed) {
  const Random random(seed, 0);
  Vectors made(count, std::vector<double>(length));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < length; ++k)
      made[i][k] = std::pow(random.uniform(i * length + k), 3);
  }
  return made;
}

struct Problem {
  Vectors x;
  std::vector<double> y;
  std::size_t products = 0;  ///< that were requested

  std::vector<double> correlations() const {
    std::vector<double> values;
    for (const auto& one : x)
      values.push_back(dot(one, y));
    return values;
  }
  NonnegativePath path() {
    return {correlations(), [this](auto requests, auto entered) {
              Vectors found(requests.size());
              for (std::size_t i = 0; i < requests.size(); ++i) {
                for (std::size_t e = requests[i].known; e < entered.size(); ++e, ++products)
                  found[i].push_back(dot(x[requests[i].variable], x[entered[e]]));
              }
              return found;
            }};
  }
  /// How far the path is from the conditions of the solution at a level: coefficients that are not
  /// negative, correlations with what is left of y up to the level, and equal to it if active.
  double violation(const NonnegativePath& path, double level) const {
    const std::vector<double> a = path.coefficients(level);
    std::vector<double> left = y;
    std::vector<char> is_active(x.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      is_active[path.active()[i]] = 1;
      for (std::size_t k = 0; k < y.size(); ++k)
        left[k] -= a[i] * x[path.active()[i]][k];
    }
    double worst = a.empty() ? 0 : -*std::min_element(a.begin(), a.end());
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double excess = dot(x[j], left) - level;
      worst = std::max(worst, is_active[j] != 0 ? std::abs(excess) : excess);
    }
    return worst;
  }
};

TEST(NonnegativePath, passes_through_the_solutions_of_all_levels) {
  std::size_t left = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Problem problem{random_vectors(9, 12, seed), random_vectors(1, 12, seed + 100)[0]};
    NonnegativePath path = problem.path();
    double last = std::numeric_limits<double>::max();
    for (std::size_t events = 0; events < 40; ++events) {
      const auto event = path.next(0, {});
      const double below = event ? event->level : 0;
      ASSERT_LE(below, last);
      if (!path.active().empty()) {  // between two events
        const double level = (below + last) / 2;
        EXPECT_LT(problem.violation(path, level), 1e-10) << seed << " " << events;
      }
      if (!event) break;
      left += event->enters ? 0 : 1;
      path.take(*event);
      last = below;
    }
  }
  EXPECT_GT(left, 0U) << "no example has a variable that leaves";
}

TEST(NonnegativePath, ends_at_the_floor) {
  Problem problem{random_vectors(9, 12, 3), random_vectors(1, 12, 103)[0]};
  const std::vector<double> correlations = problem.correlations();
  const double floor = 0.3 * *std::max_element(correlations.begin(), correlations.end());
  NonnegativePath path = problem.path();
  while (const auto event = path.next(floor, {})) {
    EXPECT_GT(event->level, floor);
    path.take(*event);
  }
  EXPECT_LT(problem.violation(path, floor), 1e-10);
  EXPECT_FALSE(path.active().empty());
}

TEST(NonnegativePath, lets_the_first_of_equal_variables_in_alone) {
  Vectors x = random_vectors(4, 20, 5);
  x.push_back(x[0]);
  x.push_back(x[1]);
  x.push_back(std::vector<double>(20));  // all 0
  Problem problem{x, random_vectors(1, 20, 105)[0]};
  NonnegativePath path = problem.path();
  std::size_t events = 0;
  while (const auto event = path.next(1e-10, {})) {
    ASSERT_LT(++events, 30U);
    EXPECT_LT(event->variable, 4U);
    path.take(*event);
  }
  EXPECT_FALSE(path.active().empty());
}

TEST(NonnegativePath, has_no_events_where_nothing_is_correlated) {
  Problem problem{Vectors(3, std::vector<double>(4)), {1, 2, 3, 4}};
  EXPECT_FALSE(problem.path().next(0, {}));
}

TEST(NonnegativePath, requests_no_products_of_variables_that_cannot_enter) {
  // Strong variables use an element of their own; the weak ones are hardly correlated with y.
  constexpr std::size_t strong = 5;
  constexpr std::size_t weak = 500;
  const Random random(1, 0);
  Vectors x(strong + weak, std::vector<double>(strong + weak));
  for (std::size_t j = 0; j < strong + weak; ++j)
    x[j][j] = 1;
  std::vector<double> y(strong + weak);
  for (std::size_t j = 0; j < strong + weak; ++j)
    y[j] = j < strong ? 1 + random.uniform(j) : 0.01 * random.uniform(j);
  Problem problem{x, y};
  NonnegativePath path = problem.path();
  for (std::size_t i = 0; i < strong; ++i)
    path.take(*path.next(0, {}));
  EXPECT_EQ(path.active().size(), strong);
  EXPECT_LT(problem.products, 100U);
}

}  // namespace
}  // namespace pith
