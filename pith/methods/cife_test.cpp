// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

TEST(Cife, equals_its_formula) {
  naive::expect_twin("cife", {}, [](const Data& data, const Codes& x, const Set& set) {
    return naive::information(x, data.target) -
           naive::sum_over(set, [&](const Codes& s) { return naive::information(x, s); }) +
           naive::sum_over(set,
                           [&](const Codes& s) { return naive::information(x, s, data.target); });
  });
}

}  // namespace
}  // namespace pith
