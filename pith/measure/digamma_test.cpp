// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/digamma.h"

#include <gtest/gtest.h>

#include <utility>

namespace pith {
namespace {

TEST(Digamma, has_the_known_values) {
  // SciPy's.
  for (const auto& [n, value] :
       std::vector<std::pair<std::size_t, double>>{{1, -0.5772156649015329},
                                                   {2, 0.42278433509846713},
                                                   {3, 0.9227843350984671},
                                                   {10, 2.251752589066721},
                                                   {19, 2.9178924132947808},
                                                   {20, 2.970523992242149},
                                                   {21, 3.020523992242149},
                                                   {1000, 6.907255195648812},
                                                   {123456789, 18.631401762118017}}) {
    EXPECT_NEAR(digamma(n), value, 2e-15 * (1 + value));
  }
}

TEST(Digamma, has_the_same_bits_in_a_table) {
  const Digammas table(70000);
  for (const std::size_t n : {1U, 2U, 19U, 20U, 65535U, 65536U, 70000U, 80000U})
    EXPECT_EQ(table(n), digamma(n));
}

}  // namespace
}  // namespace pith
