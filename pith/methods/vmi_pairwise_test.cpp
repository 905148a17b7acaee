// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "papers/vmi/tree.h"
#include "tests/support/vmi_promises.h"

namespace pith {
namespace {

TEST(VmiPairwise, equals_its_formula) {
  expect_vmi_twin("vmi-pairwise");
}

TEST(VmiPairwise, keeps_its_choice_under_permutation_relabelling_and_repetition) {
  expect_vmi_invariance("vmi-pairwise");
}

TEST(VmiPairwise, gives_the_same_bits_on_any_number_of_threads_and_in_any_memory) {
  expect_vmi_same_bits("vmi-pairwise");
}

TEST(VmiPairwise, gains_nothing_from_a_duplicate) {
  VmiTwin data = vmi_data(3, 60, 2);
  data.features = {data.features[0], data.features[0]};
  const Selection found = select(data.table(), "vmi-pairwise", 2, {{"restart_gain", "-100"}});
  EXPECT_NEAR(*found.selected[1].gain, 0, 1e-15);
}

TEST(VmiPairwise, finds_complementary_features) {
  // y = a xor b except in one row of nine; c repeats a.
  VmiTwin data;
  data.features.resize(3);
  for (std::uint32_t i = 0; i < 72; ++i) {
    const std::uint32_t a = i & 1U;
    const std::uint32_t b = (i >> 1U) & 1U;
    data.features[0].push_back(a);
    data.features[1].push_back(a);
    data.features[2].push_back(b);
    data.target.push_back(i % 9 == 0 ? a : a ^ b);
  }
  data.weights.assign(72, 1.0);
  const Settings params{{"restart_gain", "-100"}};
  const Selection pairs = select(data.table(), "vmi-pairwise", 2, params);
  EXPECT_EQ(pairs.selected[1].feature + pairs.selected[0].feature, 2U);
  EXPECT_GT(pairs.selected[1].score, 0.2);
  EXPECT_LT(select(data.table(), "vmi-naive", 2, params).selected[1].score, 0.05);
}

TEST(VmiPairwise, takes_identifiers) {
  VmiTwin data = vmi_data(2, 60, 3);
  for (std::uint32_t shift : {0U, 7U}) {
    std::vector<std::uint32_t> codes;
    for (std::uint32_t row = 0; row < 60; ++row)
      codes.push_back((row + shift) % 60);
    data.features.push_back(codes);
  }
  data.is_pairwise = true;
  data.least_gain = 0;
  expect_same(select(data.table(), "vmi-pairwise", 5, {{"restart_gain", "0"}}), data.greedy(5),
              1e-12);
}

TEST(VmiPairwise, finds_the_first_layer_of_the_tree_with_kernels) {
  const Selection found = select(vmi_tree(1500, 2), "vmi-pairwise", 3, {{"restart_gain", "-100"}});
  for (Feature j = 0; j < 3; ++j)
    EXPECT_EQ(found.selected[j].feature, j);
  EXPECT_NEAR(found.selected[2].score, vmi_tree_joint_information[2], 0.06);
}

}  // namespace
}  // namespace pith
