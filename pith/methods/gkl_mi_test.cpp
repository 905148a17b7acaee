// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "pith/measure/information_bounds.h"
#include "tests/support/gaussian_twin.h"

namespace pith {
namespace {

TEST(GklMi, agrees_with_its_definition) {
  expect_gaussian_twin("gkl-mi", &GaussianTwin::Values::gkl_mi);
}

TEST(GklMi, does_not_depend_on_scales_offsets_and_duplicates) {
  expect_gaussian_invariance("gkl-mi");
}

TEST(GklMi, handles_singular_covariances) {
  expect_gaussian_endurance("gkl-mi");
}

TEST(GklMi, bounds_the_error_from_below_only) {
  // The score bounds the information about one class; with three, there are three such terms.
  for (const std::size_t classes : {2U, 3U}) {
    const Table table = gaussian_table(200, 4, classes, 3);
    std::vector<double> sizes(classes);
    for (std::size_t row = 0; row < 200; ++row)
      sizes[table.target().code(row)] += 1;
    const Selection found = select(table, "gkl-mi", 1, {{"shrinkage", "1"}});
    const double most = found.selected[0].score * (classes == 2 ? 1 : 3);
    ASSERT_EQ(found.diagnostics.size(), 1U);
    EXPECT_EQ(found.diagnostics[0].name, "fano_bound");
    EXPECT_NEAR(found.diagnostics[0].value, fano_bound(most, sizes), 1e-12);
  }
}

TEST(GklMi, never_decreases_and_is_never_negative) {
  for (const std::size_t classes : {2U, 5U}) {
    const Selection found = select(gaussian_table(200, 10, classes, 3), "gkl-mi", 10);
    for (const Selected& step : found.selected) {
      EXPECT_GE(step.score, 0);
      EXPECT_GE(*step.gain, -1e-12);
    }
  }
}

TEST(GklMi, is_finite_beyond_the_rank_of_the_data) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    const Table table = gaussian_table(16, 40, 3, seed);
    for (const std::string shrinkage : {"0", "0.1", "0.5"}) {
      const Selection found = select(table, "gkl-mi", 40, {{"shrinkage", shrinkage}});
      EXPECT_EQ(found.selected.size(), 15U);  // as many as differences of rows
      for (const Selected& step : found.selected)
        EXPECT_TRUE(std::isfinite(step.score) && std::isfinite(*step.gain)) << step.name;
    }
  }
}

TEST(GklMi, still_distinguishes_candidates_after_a_feature_that_is_constant_within_classes) {
  // The value is some 1e10 after x5, and ties are judged by the gain all the same.
  TableParts parts = gaussian_table(100, 6, 2, 3).parts();
  std::vector<double> leak;
  std::vector<double> good;
  for (std::size_t row = 0; row < 100; ++row) {
    leak.push_back(parts.target->code(row));
    good.push_back(parts.features[4].numbers()[row] + 8.0 * parts.target->code(row));
  }
  parts.features[5] = Column::from_numbers(leak);
  parts.features[4] = Column::from_numbers(good);
  const auto order = select(Table(parts), "gkl-mi", 2).features();
  EXPECT_EQ(order, (std::vector<Feature>{5, 4}));
}

TEST(GklMi, does_not_depend_on_which_class_has_nearly_all_weight) {
  const Table table = gaussian_table(60, 4, 2, 6);
  std::vector<double> values;
  for (const bool is_swapped : {false, true}) {
    TableParts parts = table.parts();
    std::vector<std::uint32_t> classes(60);
    for (std::size_t row = 0; row < 60; ++row) {
      const std::uint32_t c = table.target().code(row);
      classes[row] = is_swapped ? 1 - c : c;
      parts.weights.push_back(c == 0 ? 1e17 : 1);
    }
    parts.target = codes_column(classes);
    values.push_back(select(Table(parts), "gkl-mi", 3).selected.back().score);
  }
  EXPECT_TRUE(std::isfinite(values[0]));
  EXPECT_NEAR(values[0], values[1], 1e-9 * std::abs(values[0]));
}

TEST(GklMi, of_two_classes_is_the_same_for_either) {
  const Table table = gaussian_table(120, 8, 2, 4);
  TableParts swapped = table.parts();
  std::vector<std::uint32_t> classes(120);
  for (std::size_t row = 0; row < 120; ++row)
    classes[row] = 1 - table.target().code(row);
  swapped.target = codes_column(classes);
  expect_steps(select(Table(swapped), "gkl-mi", 8), select(table, "gkl-mi", 8).selected, 1e-11);
}

}  // namespace
}  // namespace pith
