// SPDX-License-Identifier: Apache-2.0
// Tests every method that takes a numeric target against every guarantee. Traits decide which
// guarantees apply; no method is excluded by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "pith/base/error.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/conformance.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

class NumericConformance : public ConformanceTest {
 protected:
  NumericConformance() : ConformanceTest(TakesTarget::numbers) {}

  Table table(std::size_t rows, std::size_t features, const Settings& settings = {}) const {
    return table_for(takes(settings), numeric_example(rows, features));
  }
};

std::vector<std::string> numeric_ids() {
  std::vector<std::string> all;
  for (const Method& method : catalog()) {
    if (method.traits.input.needs_target && method.traits.input.target != TakesTarget::classes)
      all.push_back(method.id);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, NumericConformance, testing::ValuesIn(numeric_ids()),
                         method_test_name);

TEST_P(NumericConformance, gives_the_same_bits_on_any_number_of_threads) {
  for (const Settings& settings : single_settings()) {
    const std::size_t features = traits(settings).guarantees.depends_on_row_order ? 12 : 40;
    expect_same_on_any_threads(table(90, features, settings), settings);
  }
}

TEST_P(NumericConformance, does_not_depend_on_the_order_of_the_rows) {
  for (const Settings& settings : all_settings()) {
    if (traits(settings).guarantees.depends_on_row_order) continue;
    SCOPED_TRACE(text_of(settings));
    expect_same_in_any_row_order(table(120, 8, settings), settings);
  }
}

TEST_P(NumericConformance, does_not_depend_on_the_order_of_the_columns) {
  if (traits().guarantees.uses_seed) GTEST_SKIP() << "random numbers depend on the column position";
  if (traits().guarantees.depends_on_column_order) GTEST_SKIP() << "says that it does";
  for (const Settings& settings : all_settings()) {
    if (traits(settings).guarantees.uses_seed) continue;
    SCOPED_TRACE(text_of(settings));
    expect_same_in_any_column_order(table(120, 8, settings), settings);
  }
}

TEST_P(NumericConformance, does_not_depend_on_the_origin_and_unit_of_the_target) {
  for (const Settings& settings : all_settings()) {
    NumericExample made = numeric_example(120, 8);
    const Selection before = select(table_for(takes(settings), made), 8, settings);
    for (double& number : made.target)  // exactly
      number = 1024 * number - 4096;
    EXPECT_EQ(select(table_for(takes(settings), made), 8, settings).features(), before.features())
        << text_of(settings);
  }
}

TEST_P(NumericConformance, selects_k_features_or_all) {
  expect_smaller_k_is_a_beginning(table(120, 8));
}

TEST_P(NumericConformance, selects_no_constant_before_an_informative_feature) {
  for (const Settings& settings : all_settings()) {
    // y = 3a + 2b for independent a and b; x0 is constant, x1 = a, x2 = b.
    NumericExample made;
    made.features.resize(3);
    for (std::size_t row = 0; row < 28; ++row) {
      const auto a = static_cast<double>(row % 2);
      const auto b = static_cast<double>(row / 2 % 2);
      made.target.push_back(3 * a + 2 * b);
      made.features[0].push_back(0.1);
      made.features[1].push_back(a);
      made.features[2].push_back(b);
    }
    const Selection selection = select(table_for(takes(settings), made), 3, settings);
    if (!traits(settings).guarantees.uses_target) continue;
    if (rank_of(selection, "x0") == selection.selected.size()) continue;  // not selected
    EXPECT_GE(rank_of(selection, "x0"), 2U) << text_of(settings);
  }
}

TEST_P(NumericConformance, gains_nothing_from_a_duplicate) {
  for (const Settings& settings : all_settings()) {
    NumericExample made = numeric_example(120, 4);
    const Values features = made.features;
    made.features.insert(made.features.end(), features.begin(), features.end());
    SCOPED_TRACE(text_of(settings));
    expect_no_gain_from_duplicates(table_for(takes(settings), made), settings);
  }
}

TEST_P(NumericConformance, selects_a_duplicate_of_the_target_first) {
  if (traits().guarantees.depends_on_column_order) GTEST_SKIP() << "the first column comes first";
  for (const Settings& settings : all_settings()) {
    if (!traits(settings).guarantees.uses_target) continue;
    // A single random tree may miss it.
    if (traits(settings).guarantees.uses_seed && !settings.empty()) continue;
    NumericExample made = numeric_example(120, 8);
    made.features[3] = made.target;
    const Selection selection = select(table_for(takes(settings), made), 3, settings);
    EXPECT_EQ(selection.selected[0].name, "x3") << text_of(settings);
  }
}

TEST_P(NumericConformance, breaks_ties_by_column_order) {
  if (traits().guarantees.uses_seed) GTEST_SKIP() << "the seed decides";
  for (const Settings& settings : all_settings()) {
    if (traits(settings).guarantees.uses_seed) continue;
    NumericExample made = numeric_example(60, 1);
    made.features.assign(5, made.features.front());
    const auto order = select(table_for(takes(settings), made), 5, settings).features();
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << text_of(settings);
  }
}

TEST_P(NumericConformance, handles_few_rows_and_tied_targets) {
  for (const Settings& settings : all_settings()) {
    for (const std::size_t rows : {2U, 3U, 4U, 40U}) {
      NumericExample made = numeric_example(rows, 6);
      for (std::size_t row = 0; row < rows; ++row)
        made.target[row] = row == 0 ? 1 : 0;
      expect_rows_suffice_or_error(table_for(takes(settings), made), settings);
    }
  }
}

TEST_P(NumericConformance, accepts_values_whose_squares_are_finite) {
  for (const Settings& settings : all_settings()) {
    const Example made = extreme_example(1e149, 1e-140);
    for (const double unit : {1e149, 1e-140}) {
      std::vector<double> target(made.classes.begin(), made.classes.end());
      for (double& number : target)
        number *= unit;
      (void)select(numeric_table_of(made.features, target), 6, settings);
    }
  }
}

TEST_P(NumericConformance, rejects_a_target_whose_squares_overflow) {
  NumericExample made = numeric_example(30, 4);
  made.target[3] = std::numeric_limits<double>::max();
  const Table extreme = table_for(takes({}), made);
  EXPECT_NE(error_of(extreme, request(2), ErrorKind::bad_data).find("'y'"), std::string::npos);
}

TEST_P(NumericConformance, handles_missing_values_as_requested) {
  const Table whole = table(120, 8);
  const Table gaps = with_gaps(whole);
  EXPECT_NE(error_of(gaps, request(3), ErrorKind::bad_data).find("'x1'"), std::string::npos);
  expect_drop_and_impute(whole);
}

TEST_P(NumericConformance, treats_weights_as_repetition_or_rejects_them) {
  for (const Settings& settings : all_settings()) {
    const NumericExample made = numeric_example(90, 6);
    SCOPED_TRACE(text_of(settings));
    expect_weights_are_repetition_or_rejected(numeric_table_of(made.features, made.target),
                                              settings);
  }
}

TEST_P(NumericConformance, can_be_cancelled) {
  expect_cancellable(table(60, 40));
}

TEST_P(NumericConformance, puts_kept_features_first) {
  expect_kept_first(table(120, 8));
}

/// The other methods.
class NumericRejection : public testing::TestWithParam<std::string> {
 protected:
  const Method& method() const { return pith::method(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Methods, NumericRejection, testing::ValuesIn(method_ids()),
                         method_test_name);

TEST_P(NumericRejection, names_three_methods_or_ignores_the_target) {
  const Traits traits = method().traits;
  if (!method().unavailable.empty() ||
      (traits.input.needs_target && traits.input.target != TakesTarget::classes))
    GTEST_SKIP() << "takes it, or cannot run";
  const Table numeric = table_for(traits.input.takes, numeric_example(60, 6));
  if (!traits.input.needs_target) {
    TableParts parts = numeric.parts();
    parts.target.reset();
    parts.target_name.clear();
    if (traits.guarantees.uses_target) {
      (void)select(numeric, GetParam(), 3);
    } else {
      expect_same_bits(select(numeric, GetParam(), 3),
                       select(Table(std::move(parts)), GetParam(), 3));
    }
    return;
  }
  try {
    (void)select(numeric, GetParam(), 3);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    const std::string text = error.what();
    std::size_t named = 0;
    for (const std::string& id : numeric_ids())
      named += text.find(id) != std::string::npos ? 1 : 0;
    EXPECT_GE(named, 3U) << text;
  }
}

}  // namespace
}  // namespace pith
