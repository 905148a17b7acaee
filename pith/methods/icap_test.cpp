// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

TEST(Icap, equals_its_formula) {
  naive::expect_twin("icap", {}, [](const Data& data, const Codes& x, const Set& set) {
    return naive::information(x, data.target) - naive::sum_over(set, [&](const Codes& s) {
             return std::max(0.0, naive::information(x, s) - naive::information(x, s, data.target));
           });
  });
}

TEST(Icap, penalises_every_redundant_feature_not_only_the_worst) {
  // Three copies of a noisy target: the third pays for both others.
  Data data;
  for (std::uint32_t i = 0; i < 40; ++i) {
    data.target.push_back(i % 2);
  }
  Codes noisy = data.target;
  noisy[0] = 1 - noisy[0];
  noisy[7] = 1 - noisy[7];
  data.features = {noisy, noisy, noisy};
  const Selection found = select(data.table(), "icap", 3);
  const double relevance = naive::information(noisy, data.target);
  const double charge =
      naive::information(noisy, noisy) - naive::information(noisy, noisy, data.target);
  EXPECT_NEAR(found.selected[1].score, relevance - charge, 1e-12);
  EXPECT_NEAR(found.selected[2].score, relevance - 2 * charge, 1e-12);
}

}  // namespace
}  // namespace pith
