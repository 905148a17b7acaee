// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

double triples(const Data& data, const Codes& x, const Set& set) {
  if (set.size() == 1) return naive::joint_information(x, *set[0], data.target);
  double sum = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::size_t j = i + 1; j < set.size(); ++j)
      sum += naive::joint_information(x, naive::joined({set[i], set[j]}), data.target);
  }
  return sum;
}

TEST(Jmi3, equals_its_formula) {
  for (const std::uint64_t seed : {1U, 2U}) {
    const Data data = naive::random_data(seed, 100, 7);
    naive::expect_equal(select(data.table(), "jmi3", 7, {}, {.threads = 3}),
                        naive::greedy(data, triples), "jmi3");
    const Request request{.method = "jmi3", .k = 7, .keep = {"x5", "x2", "x3"}};
    naive::expect_equal(select(data.table(), request), naive::greedy(data, triples, {5, 2, 3}),
                        "jmi3 with kept features");
  }
}

/// The class is the parity of x0, x1 and x3, of which no two say anything; x2 is x0 with errors.
TEST(Jmi3, finds_interactions_of_three_features_that_pairs_cannot_show) {
  Data data;
  data.features.resize(4);
  for (std::uint32_t i = 0; i < 64; ++i) {
    const std::uint32_t a = i & 1U;
    const std::uint32_t b = (i >> 1U) & 1U;
    const std::uint32_t c = (i >> 2U) & 1U;
    data.features[0].push_back(a);
    data.features[1].push_back(b);
    data.features[2].push_back(i >> 3U == 0 ? 1 - a : a);
    data.features[3].push_back(c);
    data.target.push_back(a ^ b ^ c);
  }
  Request request{.method = "jmi3", .k = 3};
  request.keep = {"x0", "x1"};
  EXPECT_EQ(select(data.table(), request).selected[2].feature, 3U);
  request.method = "jmi";
  EXPECT_EQ(select(data.table(), request).selected[2].feature, 2U);  // a tie
}

}  // namespace
}  // namespace pith
