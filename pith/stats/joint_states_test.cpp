// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/joint_states.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/support/naive_greedy.h"

namespace pith {
namespace {

TEST(JointStates, are_the_combinations_that_occur) {
  const naive::Data data = naive::random_data(1, 90, 6);
  const Table table = data.table();
  JointStates states(table);
  EXPECT_EQ(states.states(), 1U);
  EXPECT_TRUE(states.has_open_states());
  std::vector<const naive::Codes*> set;
  for (const Feature feature : {2U, 5U, 0U, 1U}) {
    states.refine(feature);
    set.push_back(&data.features[feature]);
    const naive::Codes joined = naive::joined(set);
    EXPECT_EQ(states.states(), std::set<std::uint32_t>(joined.begin(), joined.end()).size());
    // Within a run nothing changes, and no two states have the same codes.
    std::set<std::uint32_t> seen;
    std::size_t run = 0;
    std::size_t row = 0;
    for (const std::uint32_t last : states.state_ends()) {
      const std::uint32_t code = joined[states.order()[row]];
      EXPECT_TRUE(seen.insert(code).second);
      for (; run < last; ++run) {
        const std::uint32_t c = data.target[states.order()[row]];
        for (; row < states.run_ends()[run]; ++row) {
          EXPECT_EQ(joined[states.order()[row]], code);
          EXPECT_EQ(data.target[states.order()[row]], c);
        }
      }
    }
    EXPECT_EQ(row, 90U);
  }
}

TEST(JointStates, are_closed_where_they_have_one_class) {
  naive::Data data = naive::random_data(1, 30, 2);
  data.features[1] = data.target;
  const Table table = data.table();
  JointStates states(table);
  states.refine(1);
  EXPECT_FALSE(states.has_open_states());
  EXPECT_EQ(states.states(), 3U);
}

TEST(StateInformations, are_conditional_informations) {
  const naive::Data data = naive::random_data(2, 200, 8);
  const Table table = data.table();
  const StateInformations informations(table, Correction::none);
  JointStates states(table);
  states.refine(3);
  states.refine(6);
  const std::vector<Feature> features{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<double> found(8);
  informations.given(states, features, found, {.threads = 3});
  const naive::Codes set = naive::joined({&data.features[3], &data.features[6]});
  for (const Feature x : features)
    EXPECT_NEAR(found[x], naive::information(data.features[x], data.target, set), 1e-13);
  EXPECT_EQ(found[3], 0.0);
  EXPECT_EQ(found[6], 0.0);
}

}  // namespace
}  // namespace pith
