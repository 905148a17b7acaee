// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "pith/select/catalog.h"
#include "tests/support/gaussian_twin.h"

namespace pith {
namespace {

TEST(GcE, agrees_with_its_definition) {
  expect_gaussian_twin("gc-e", &GaussianTwin::Values::gc_e);
}

TEST(GcE, agrees_with_its_definition_where_stale_values_prune) {
  expect_gaussian_twin("gc-e", &GaussianTwin::Values::gc_e, {{"bounds", "true"}});
}

TEST(GcE, does_not_depend_on_scales_offsets_and_duplicates) {
  expect_gaussian_invariance("gc-e");
}

TEST(GcE, handles_singular_covariances) {
  expect_gaussian_endurance("gc-e");
}

TEST(GcE, on_raw_scales_gains_the_logarithm_of_a_scale) {
  const Table table = gaussian_table(200, 6, 3, 5);
  const Settings raw{{"standardize", "false"}};
  const Selection plain = select(table, "gc-e", 6, raw);
  const Table scaled = changed(table, [](Feature, double x) { return 7 * x - 3; });
  std::vector<Selected> expected = plain.selected;
  for (std::size_t step = 0; step < expected.size(); ++step)
    expected[step].score += static_cast<double>(step + 1) * std::log(7.0);
  expect_steps(select(scaled, "gc-e", 6, raw), expected, 1e-11);
}

TEST(GcE, has_a_paper_preset_in_raw_units) {
  const Method& method = pith::method("gc-e");
  const Params paper = method.params({{"preset", "paper"}});
  EXPECT_FALSE(paper.flag("standardize"));
  EXPECT_EQ(paper.choice("fill"), "random");
  EXPECT_TRUE(method.params({{"preset", "paper"}, {"standardize", "true"}}).flag("standardize"));
  EXPECT_TRUE(method.params({}).flag("standardize"));
  EXPECT_TRUE(pith::method("gc-mi").params({{"preset", "paper"}}).flag("standardize"));
  EXPECT_TRUE(select(gaussian_table(60, 4, 2, 1), "gc-e", 3).diagnostics.empty());
}

TEST(GcE, skips_most_evaluations_by_stale_values) {
  const Table table = gaussian_table(300, 80, 3, 2);
  const Selection plain = select(table, "gc-e", 15);
  const Selection lazy = select(table, "gc-e", 15, {{"bounds", "true"}});
  expect_steps(lazy, plain.selected, 1e-11);
  std::size_t computed = 0;
  std::size_t candidates = 0;
  for (std::size_t step = 1; step < lazy.selected.size(); ++step) {
    computed += lazy.selected[step].evaluated.back();
    candidates += 80 - step;
  }
  EXPECT_LT(2 * computed, candidates);
}

TEST(GcE, does_not_depend_on_the_order_of_the_columns_where_there_is_no_tie) {
  const Table table = gaussian_table(200, 9, 3, 6);
  TableParts turned = table.parts();
  std::reverse(turned.features.begin(), turned.features.end());
  const Settings raw{{"standardize", "false"}};
  std::vector<Selected> expected = select(table, "gc-e", 9, raw).selected;
  for (Selected& step : expected)
    step.feature = 8 - step.feature;
  expect_steps(select(Table(turned), "gc-e", 9, raw), expected, 1e-11);
}

}  // namespace
}  // namespace pith
