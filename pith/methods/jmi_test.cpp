// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

TEST(Jmi, equals_its_formula) {
  naive::expect_twin("jmi", {}, [](const Data& data, const Codes& x, const Set& set) {
    return naive::sum_over(
        set, [&](const Codes& s) { return naive::joint_information(x, s, data.target); });
  });
}

/// y = a xor b; c is a noisy version of a. Each alone has little or no information.
Data parity() {
  Data data;
  data.features.resize(3);
  for (std::uint32_t i = 0; i < 64; ++i) {
    const std::uint32_t a = i & 1U;
    const std::uint32_t b = (i >> 1U) & 1U;
    data.features[0].push_back(a);
    data.features[1].push_back((i >> 2U) % 8 == 0 ? 1 - a : a);
    data.features[2].push_back(b);
    data.target.push_back((i >> 3U) == 0 ? a : a ^ b);
  }
  return data;
}

TEST(Jmi, finds_complementary_features) {
  const Selection found = select(parity().table(), "jmi", 2);
  EXPECT_EQ(found.selected[0].feature, 0U);
  EXPECT_EQ(found.selected[1].feature, 2U);
}

}  // namespace
}  // namespace pith
