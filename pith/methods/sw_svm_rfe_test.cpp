// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "pith/methods/relief/margins.h"
#include "pith/methods/svm/rfe.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

double figure(const Selection& selection, const std::string& name) {
  const auto found = std::find_if(selection.diagnostics.begin(), selection.diagnostics.end(),
                                  [&](const Diagnostic& entry) { return entry.name == name; });
  return found == selection.diagnostics.end() ? -1 : found->value;
}

TEST(SwSvmRfe, is_svm_rfe_with_the_weights_of_the_margins) {
  const Example made = example(70, 12);
  const Table table = table_of(made.features, made.classes);
  const std::vector<double> weights = margin_weights(table, MarginScale::as_it_is, {});
  const Selection found = select(table, "sw-svm-rfe", 12);
  const Selection same = select(with_weights(table, weights), "svm-rfe", 12, {{"step", "0.1"}});
  EXPECT_EQ(found.names(), same.names());
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_NEAR(found.selected[i].score, same.selected[i].score, 1e-10);
  EXPECT_EQ(figure(found, "least_row_weight"), *std::min_element(weights.begin(), weights.end()));
  EXPECT_EQ(figure(found, "largest_row_weight"), *std::max_element(weights.begin(), weights.end()));
}

TEST(SwSvmRfe, measures_margins_in_the_units_of_the_machines) {
  Example made = example(70, 6);
  const Settings settings{{"scale", "standard"}};
  const Selection before = select(table_of(made.features, made.classes), "sw-svm-rfe", 6, settings);
  for (double& value : made.features[1])
    value *= 1e5;
  const Selection after = select(table_of(made.features, made.classes), "sw-svm-rfe", 6, settings);
  EXPECT_EQ(before.names(), after.names());
  EXPECT_NEAR(figure(before, "least_row_weight"), figure(after, "least_row_weight"), 1e-9);
}

}  // namespace
}  // namespace pith
