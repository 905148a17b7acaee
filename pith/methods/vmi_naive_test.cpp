// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "papers/vmi/tree.h"
#include "pith/base/option.h"
#include "pith/data/discretize.h"
#include "pith/measure/information_bounds.h"
#include "pith/methods/variational/class_factors.h"
#include "pith/select/catalog.h"
#include "tests/support/vmi_promises.h"

namespace pith {
namespace {

TEST(VmiNaive, equals_its_formula) {
  expect_vmi_twin("vmi-naive");
}

TEST(VmiNaive, keeps_its_choice_under_permutation_relabelling_and_repetition) {
  expect_vmi_invariance("vmi-naive");
}

TEST(VmiNaive, gives_the_same_bits_on_any_number_of_threads_and_in_any_memory) {
  expect_vmi_same_bits("vmi-naive");
}

TEST(VmiNaive, begins_with_the_information_of_a_feature) {
  const VmiTwin data = vmi_data(4);
  const Selection by_information = select(data.table(), "mim", 1);
  const Selection found = select(data.table(), "vmi-naive", 1);
  EXPECT_EQ(found.selected[0].feature, by_information.selected[0].feature);
  EXPECT_NEAR(found.selected[0].score, by_information.selected[0].score, 1e-14);
}

TEST(VmiNaive, restarts_if_the_gain_is_small_and_adds_a_note) {
  // Duplicates of one feature: the second adds confidence, but no information.
  const std::vector<std::uint32_t> x{0, 0, 0, 1, 1, 1, 0, 1};
  const std::vector<std::uint32_t> y{0, 0, 0, 1, 1, 1, 1, 0};
  const Table table = table_of({codes_column(x), codes_column(x), codes_column(x)}, y);
  const Selection found = select(table, "vmi-naive", 3, {{"restart_gain", "0"}});
  for (const Selected& step : found.selected)
    EXPECT_EQ(step.score, *step.gain);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(render(found.notes[0]),
            "restarted with an empty set at ranks 2, 3, because no feature gained enough "
            "(restart_gain)");
  const Selection straight = select(table, "vmi-naive", 3, {{"restart_gain", "-100"}});
  EXPECT_LT(*straight.selected[1].gain, 0);
  EXPECT_TRUE(straight.notes.empty());
}

TEST(VmiNaive, has_a_paper_preset) {
  const Method& method = pith::method("vmi-naive");
  const Params paper = method.params({{"preset", "paper"}});
  EXPECT_EQ(paper.real("restart_gain"), 0);
  EXPECT_EQ(paper.choice("density"), "resubstitution");
  EXPECT_EQ(method.params({{"preset", "paper"}, {"restart_gain", "0.5"}}).real("restart_gain"),
            0.5);
  EXPECT_EQ(method.params({}).choice("density"), "leave-one-out");
}

TEST(VmiNaive, bounds_the_error_from_above_by_the_best_part_of_the_set) {
  // A restart drops the score, but not the information of the whole set.
  const VmiTwin data = vmi_data(4);
  const Table table = data.table();
  const Selection found = select(table, "vmi-naive", table.features(), {{"restart_gain", "100"}});
  double most = 0;
  for (const Selected& step : found.selected)
    most = std::max(most, step.score);
  EXPECT_LT(found.selected.back().score, most);
  std::vector<double> sizes(table.classes());
  for (std::size_t row = 0; row < table.rows(); ++row)
    sizes[table.target().code(row)] += table.weights().empty() ? 1 : table.weights()[row];
  ASSERT_EQ(found.diagnostics.size(), 1U);
  EXPECT_EQ(found.diagnostics[0].name, "hellman_raviv_bound");
  EXPECT_NEAR(found.diagnostics[0].value, hellman_raviv_bound(most, sizes), 1e-12);
}

TEST(VmiNaive, adds_a_note_where_column_order_broke_a_tie) {
  const std::vector<std::uint32_t> y{0, 1, 2, 0, 1, 2};
  const std::vector<std::uint32_t> turned{2, 0, 1, 2, 0, 1};
  const Selection found =
      select(table_of({codes_column(turned), codes_column(y)}, y), "vmi-naive", 1);
  EXPECT_EQ(found.selected[0].feature, 0U);
  EXPECT_NEAR(found.selected[0].score, std::log(3.0), 1e-14);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0],
            "the bound reached its maximum H(y) for several features, and column order broke the "
            "tie at rank 1 (2 features)");
}

TEST(VmiNaive, does_not_bin_numeric_features_unless_bins_are_given) {
  const Table table = mixed_vmi_table(3);
  Request request{.method = "vmi-naive", .k = 4};
  const Selection kernels = select(table, request);
  request.bins = parse_bins("width:3");
  const Selection bins = select(table, request);
  request.bins.reset();
  const Selection codes = select(discretize(table, parse_bins("width:3"), {}), request);
  expect_equal(bins, codes);
  EXPECT_NE(bins.selected[0].score, kernels.selected[0].score);
}

/// The information of the tree is estimated with a standard error of about sqrt(2 I / n).
double allowed(double information, std::size_t rows) {
  return 4 * std::sqrt(2 * information / static_cast<double>(rows)) + 0.005;
}

void expect_first_layer(const Selection& found, std::size_t rows) {
  for (Feature j = 0; j < 3; ++j) {
    EXPECT_EQ(found.selected[j].feature, j);
    const double exact = vmi_tree_joint_information[j];
    EXPECT_NEAR(found.selected[j].score, exact, allowed(exact, rows));
  }
  for (std::size_t step = 3; step < found.selected.size(); ++step)
    EXPECT_LT(*found.selected[step].gain, 0);
}

// The paper has 5000 rows; kernels cost the square of that, so nine of the ten seeds have 3000. All
// ten hold with 5000 as well; with 2000, chance may put a child of x3 before it (seed 2).
TEST(VmiNaive, finds_the_first_layer_of_the_tree_with_kernels) {
  const Settings params{{"restart_gain", "-100"}};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const std::size_t rows = seed == 1 ? 5000 : 3000;
    expect_first_layer(select(vmi_tree(rows, seed), "vmi-naive", 9, params), rows);
  }
}

TEST(VmiNaive, estimates_the_information_of_single_features_of_the_tree) {
  const std::size_t rows = 3000;
  const Table table = vmi_tree(rows, 1);
  const Posterior posterior(table.target(), {});
  const ClassFactors factors(table, posterior, KernelDensity::Rule::leave_one_out, {});
  ClassFactors::Scratch scratch;
  for (Feature j = 0; j < table.features(); ++j) {
    const double exact = vmi_tree_information[j];
    EXPECT_NEAR(factors.bound_with(j, posterior, scratch), exact, allowed(exact, rows)) << j;
  }
}

}  // namespace
}  // namespace pith
