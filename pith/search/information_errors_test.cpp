// SPDX-License-Identifier: Apache-2.0
#include "pith/search/information_errors.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/measure/information_bounds.h"

namespace pith {
namespace {

const std::vector<double> weights{3, 2};

TEST(InformationErrors, of_every_step_and_of_the_last) {
  Selection selection;
  selection.selected = {{.feature = 0, .name = {}, .score = 0.1, .gain = 0.1},
                        {.feature = 1, .name = {}, .score = 0.3, .gain = 0.2}};
  add_error_bounds(selection, weights);
  for (const Selected& step : selection.selected) {
    EXPECT_EQ(step.bayes_error->lower, information_error(step.score, weights).lower);
    EXPECT_EQ(step.bayes_error->upper, information_error(step.score, weights).upper);
  }
  ASSERT_EQ(selection.diagnostics.size(), 2U);
  EXPECT_EQ(selection.diagnostics[0].name, "fano_bound");
  EXPECT_EQ(selection.diagnostics[0].value, selection.selected[1].bayes_error->lower);
  EXPECT_EQ(selection.diagnostics[1].name, "hellman_raviv_bound");
  EXPECT_EQ(selection.diagnostics[1].value, selection.selected[1].bayes_error->upper);
}

TEST(InformationErrors, of_an_empty_set_are_those_of_no_information) {
  Selection selection;
  add_error_bounds(selection, weights);
  ASSERT_EQ(selection.diagnostics.size(), 2U);
  EXPECT_NEAR(selection.diagnostics[1].value, 0.4, 1e-15);
}

TEST(InformationErrors, only_of_the_side_that_a_bound_on_the_information_gives) {
  Selection above;
  add_error_figures(above, 0.2, weights, InformationValue::at_least);
  ASSERT_EQ(above.diagnostics.size(), 1U);
  EXPECT_EQ(above.diagnostics[0].name, "fano_bound");
  Selection below;
  add_error_figures(below, 0.2, weights, InformationValue::at_most);
  ASSERT_EQ(below.diagnostics.size(), 1U);
  EXPECT_EQ(below.diagnostics[0].name, "hellman_raviv_bound");
}

}  // namespace
}  // namespace pith
