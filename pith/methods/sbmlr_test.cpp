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
    const bool has_locked =
        std::any_of(found.notes.begin(), found.notes.end(), [](const std::string& note) {
          return note.find("the descent cycled") != std::string::npos;
        });
    EXPECT_TRUE(has_locked || figure(found, "kkt_inactive_ratio") < 1 + 1e-3);
  }
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
