// SPDX-License-Identifier: Apache-2.0
#include "tests/support/gaussian_twin.h"

namespace pith {
namespace {

TEST(GklMi, agrees_with_its_definition) {
  expect_gaussian_twin("gkl-mi", &GaussianTwin::Values::gkl_mi);
}

TEST(GklMi, does_not_depend_on_scales_offsets_and_copies) {
  expect_gaussian_invariance("gkl-mi");
}

TEST(GklMi, endures_singular_covariances) {
  expect_gaussian_endurance("gkl-mi");
}

TEST(GklMi, never_falls_and_is_never_negative) {
  for (const std::size_t classes : {2U, 5U}) {
    const Selection found = select(gaussian_table(200, 10, classes, 3), "gkl-mi", 10);
    for (const Selected& step : found.selected) {
      EXPECT_GE(step.score, 0);
      EXPECT_GE(*step.gain, -1e-12);
    }
  }
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
