// SPDX-License-Identifier: Apache-2.0
#include "pith/select/catalog.h"
#include "tests/support/gaussian_twin.h"

namespace pith {
namespace {

TEST(GklE, agrees_with_its_definition) {
  expect_gaussian_twin("gkl-e", &GaussianTwin::Values::gkl_e);
}

TEST(GklE, does_not_depend_on_scales_offsets_and_duplicates) {
  expect_gaussian_invariance("gkl-e");
}

TEST(GklE, handles_singular_covariances) {
  expect_gaussian_endurance("gkl-e");
}

TEST(GklE, has_a_paper_preset_in_raw_units) {
  const Params paper = pith::method("gkl-e").params({{"preset", "paper"}});
  EXPECT_FALSE(paper.flag("standardize"));
  EXPECT_EQ(paper.real("shrinkage"), 0);
}

TEST(GklE, is_the_information_and_the_entropies) {
  // The same set: what one selects, the other keeps.
  const Table table = gaussian_table(150, 6, 3, 9);
  const Selection entropy = select(table, "gkl-e", 4, {{"standardize", "false"}});
  Request request{.method = "gkl-mi", .k = 4};
  request.keep = entropy.names();
  const double information = select(table, request).selected.back().score;
  const GaussianTwin::Values values = GaussianTwin{table}.values(entropy.features());
  EXPECT_NEAR(information, static_cast<double>(values.gkl_mi), 1e-11);
  EXPECT_GT(entropy.selected.back().score, information);
}

}  // namespace
}  // namespace pith
