// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

double figure(const Selection& selection, const std::string& name) {
  for (const Diagnostic& diagnostic : selection.diagnostics) {
    if (diagnostic.name == name) return diagnostic.value;
  }
  return -1;
}

bool has_note(const Selection& selection, const std::string& part) {
  return std::any_of(selection.notes.begin(), selection.notes.end(),
                     [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

TEST(Sbmlr, ends_at_a_fixed_point) {
  for (const std::size_t classes : {2U, 3U}) {
    Example made = example(150, 20);
    for (std::uint32_t& code : made.classes)
      code = std::min(code, static_cast<std::uint32_t>(classes - 1));
    const Selection found = select(table_of(made.features, made.classes), "sbmlr", 20);
    double sum = 0;
    for (const Ranked& entry : found.ranking)
      sum += entry.score;
    EXPECT_GT(figure(found, "active_weights"), 0);
    EXPECT_NEAR(figure(found, "alpha"), figure(found, "active_weights") / sum, 1e-12);
    EXPECT_LT(figure(found, "kkt_residual"), 1e-3);
    const bool has_locked = has_note(found, "the descent cycled");
    EXPECT_TRUE(has_locked || figure(found, "kkt_inactive_ratio") < 1 + 1e-3);
  }
}

TEST(Sbmlr, does_not_depend_on_offsets) {
  for (const std::size_t classes : {2U, 3U}) {
    Example made = example(150, 8);
    for (std::uint32_t& code : made.classes)
      code = std::min(code, static_cast<std::uint32_t>(classes - 1));
    const Selection near = select(table_of(made.features, made.classes), "sbmlr", 8);
    for (std::size_t j = 0; j < made.features.size(); ++j) {
      for (double& number : made.features[j])
        number += j % 2 == 0 ? 100 : -1000;
    }
    const Selection far = select(table_of(made.features, made.classes), "sbmlr", 8);
    EXPECT_GT(figure(near, "active_weights"), 0);
    EXPECT_EQ(figure(far, "active_weights"), figure(near, "active_weights"));
    EXPECT_EQ(figure(far, "iterations"), figure(near, "iterations"));
    EXPECT_NEAR(figure(far, "alpha"), figure(near, "alpha"), 1e-6 * figure(near, "alpha"));
    for (std::size_t i = 0; i < near.ranking.size(); ++i) {
      EXPECT_EQ(far.ranking[i].name, near.ranking[i].name);
      EXPECT_NEAR(far.ranking[i].score, near.ranking[i].score, 1e-6);
    }
  }
}

TEST(Sbmlr, says_if_no_weight_is_left) {
  const std::vector<std::vector<double>> balanced = {{0, 1, 0, 1}, {0, 0, 0, 1}};
  const std::vector<std::uint32_t> classes = {0, 0, 1, 1};
  const Selection none = select(table_of({balanced[0]}, classes), "sbmlr", 1);
  EXPECT_EQ(figure(none, "active_weights"), 0);
  EXPECT_TRUE(has_note(none, "no feature has a weight"));
  const Selection locked = select(table_of({balanced[1]}, classes), "sbmlr", 1);
  EXPECT_EQ(figure(locked, "active_weights"), 0);
  EXPECT_TRUE(has_note(locked, "the descent cycled"));
  EXPECT_TRUE(has_note(locked, "no feature has a weight"));
  const Selection some = select(table_of({{0, 0.1, 1, 1.1}}, classes), "sbmlr", 1);
  EXPECT_GT(figure(some, "active_weights"), 0);
  EXPECT_FALSE(has_note(some, "no feature has a weight"));
}

TEST(Sbmlr, leaves_constants_to_the_bias) {
  Example made = example(60, 5);
  made.features[0].assign(60, 3.0);
  made.features[4].assign(60, 0.0);
  const Selection found = select(table_of(made.features, made.classes), "sbmlr", 5);
  EXPECT_EQ(found.ranking[3].name, "x0");
  EXPECT_EQ(found.ranking[3].score, 0);
  EXPECT_EQ(found.ranking[4].name, "x4");
}

}  // namespace
}  // namespace pith
