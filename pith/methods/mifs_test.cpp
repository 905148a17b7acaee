// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

TEST(Mifs, equals_its_formula_with_a_weight) {
  naive::expect_twin(
      "mifs", {{"beta", "0.5"}}, [](const Data& data, const Codes& x, const Set& set) {
        return naive::information(x, data.target) -
               0.5 * naive::sum_over(set, [&](const Codes& s) { return naive::information(x, s); });
      });
}

TEST(Mifs, without_a_penalty_is_mim) {
  const Table table = naive::random_data(4).table();
  const Selection charged = select(table, "mifs", 12, {{"beta", "0"}});
  const Selection plain = select(table, "mim", 12);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(charged.selected[i].feature, plain.selected[i].feature);
  }
}

}  // namespace
}  // namespace pith
