// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

TEST(BetaGamma, equals_its_formula) {
  naive::expect_twin(
      "beta-gamma", {{"beta", "0.3"}, {"gamma", "0.7"}},
      [](const Data& data, const Codes& x, const Set& set) {
        return naive::information(x, data.target) -
               0.3 *
                   naive::sum_over(set, [&](const Codes& s) { return naive::information(x, s); }) +
               0.7 * naive::sum_over(set, [&](const Codes& s) {
                 return naive::information(x, s, data.target);
               });
      });
}

TEST(BetaGamma, contains_its_special_cases) {
  const Table table = naive::random_data(5).table();
  const auto expect_same = [&](const Settings& weights, const std::string& relative) {
    const Selection general = select(table, "beta-gamma", 12, weights);
    const Selection special = select(table, relative, 12);
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_EQ(general.selected[i].feature, special.selected[i].feature) << relative;
      EXPECT_NEAR(general.selected[i].score, special.selected[i].score, 1e-12) << relative;
    }
  };
  expect_same({{"beta", "1"}, {"gamma", "1"}}, "cife");
  expect_same({{"beta", "0"}, {"gamma", "1"}}, "condred");
  expect_same({{"beta", "1"}, {"gamma", "0"}}, "mifs");
}

}  // namespace
}  // namespace pith
