// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/max_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

TEST(MaxMatrix, multiplies_like_the_dense_matrix) {
  for (const std::size_t n : {1U, 2U, 17U}) {
    std::vector<double> s(n);
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) {
      s[i] = i % 5 == 3 ? 0.5 : Random(1, 0).uniform(i);
      x[i] = Random(1, 1).uniform(i) - 0.5;
    }
    std::vector<double> found(n);
    MaxMatrix(s).multiply(x, found);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j)
        sum += std::max(s[i], s[j]) * x[j];
      EXPECT_NEAR(found[i], sum, 1e-14);
    }
  }
}

}  // namespace
}  // namespace linalg
}  // namespace pith
