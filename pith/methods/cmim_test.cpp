// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

TEST(Cmim, equals_its_formula) {
  naive::expect_twin("cmim", {}, [](const Data& data, const Codes& x, const Set& set) {
    return std::min(naive::information(x, data.target), naive::least_over(set, [&](const Codes& s) {
                      return naive::information(x, data.target, s);
                    }));
  });
}

TEST(Cmim, equals_its_formula_without_the_cap) {
  naive::expect_twin(
      "cmim", {{"cap", "false"}}, [](const Data& data, const Codes& x, const Set& set) {
        return naive::least_over(
            set, [&](const Codes& s) { return naive::information(x, data.target, s); });
      });
}

TEST(Cmim, never_prefers_a_duplicate_to_a_feature_that_adds_something) {
  Data data = naive::random_data(6);
  data.features.insert(data.features.begin() + 1, data.features.front());
  const Selection found = select(data.table(), "cmim", data.features.size());
  EXPECT_NEAR(found.selected.back().score, 0, 1e-12);
}

}  // namespace
}  // namespace pith
