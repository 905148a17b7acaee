// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/dot_kernels.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

TEST(DotKernels, equal_the_plain_sum) {
  const Random random(3, 0);
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<double> a(size);
    std::vector<double> b(size);
    for (std::size_t i = 0; i < size; ++i) {
      a[i] = random.uniform(2 * i) - 0.5;
      b[i] = random.uniform(2 * i + 1) - 0.5;
    }
    const double plain = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    EXPECT_NEAR(inner_product_of(a.data(), b.data(), size), plain, 1e-14);
  }
}

TEST(DotKernels, do_not_depend_on_where_the_numbers_lie) {
  std::vector<double> a(60);
  for (std::size_t i = 0; i < 60; ++i)
    a[i] = 1.0 / static_cast<double>(i + 3);
  for (std::size_t offset = 1; offset < 8; ++offset) {
    std::vector<double> moved(offset);
    moved.insert(moved.end(), a.begin(), a.end());
    EXPECT_EQ(inner_product_of(moved.data() + offset, a.data(), 60),
              inner_product_of(a.data(), a.data(), 60));
  }
}

}  // namespace
}  // namespace pith
