// SPDX-License-Identifier: Apache-2.0
// Tests every method of the catalogue against every guarantee, with classes as the target. Traits
// decide which guarantees apply; no method is excluded by name.
#include "tests/support/conformance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "pith/base/error.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

class Conformance : public ConformanceTest {
 protected:
  Conformance() : ConformanceTest(TakesTarget::classes) {}
};

bool is_text(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char letter) { return letter >= ' ' && letter <= '~'; });
}

TEST_P(Conformance, is_documented) {
  for (const std::string* text :
       {&method().id, &method().title, &method().family, &method().formula, &method().summary,
        &method().unit, &method().cost}) {
    EXPECT_TRUE(is_text(*text)) << *text;
  }
  EXPECT_TRUE(std::all_of(method().id.begin(), method().id.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
  }));
  EXPECT_EQ(method().summary.back(), '.');
  EXPECT_NE(method().run, nullptr);
  EXPECT_TRUE(!method().references.empty() || traits().guarantees.uses_seed);
  for (const Reference& reference : method().references) {
    EXPECT_TRUE(is_text(reference.authors) && is_text(reference.title) && is_text(reference.where));
    EXPECT_TRUE(reference.year > 1800 && reference.year < 2100) << reference.year;
    EXPECT_TRUE(reference.doi.empty() || reference.doi.starts_with("10.")) << reference.doi;
  }
}

TEST_P(Conformance, documents_its_parameters_and_accepts_its_own_defaults) {
  for (const Parameter& parameter : method().parameters) {
    EXPECT_TRUE(is_text(parameter.name) && is_text(parameter.text)) << parameter.name;
    const Settings settings{{parameter.name, value_text(parameter.initial)}};
    EXPECT_NO_THROW(Params(method().id, method().parameters, settings));
  }
  EXPECT_EQ(takes({}), traits().input.takes);
}

TEST_P(Conformance, gives_the_same_bits_on_any_number_of_threads) {
  for (const Settings& settings : single_settings()) {
    // Methods that sample rows do so repeatedly: fewer features keep the test short.
    const std::size_t features = traits(settings).guarantees.depends_on_row_order ? 12 : 40;
    expect_same_on_any_threads(table_for(takes(settings), example(90, features)), settings);
  }
}

TEST_P(Conformance, does_not_depend_on_the_layout_of_numbers_in_memory) {
  for (const Settings& settings : single_settings()) {
    if (takes(settings) == Takes::codes) continue;
    // Single precision, row by row: no column can be read in place.
    const Example made = example(60, 8);
    const auto matrix = std::make_shared<std::vector<float>>(60 * 8);
    Values widened = made.features;
    std::vector<Column> columns;
    for (std::size_t i = 0; i < 8; ++i) {
      for (std::size_t row = 0; row < 60; ++row) {
        (*matrix)[row * 8 + i] = static_cast<float>(made.features[i][row]);
        widened[i][row] = (*matrix)[row * 8 + i];
      }
      columns.push_back(Column::borrow({.type = NumberType::float32,
                                        .values = matrix->data() + i,
                                        .rows = 60,
                                        .step = 8 * sizeof(float)},
                                       matrix));
    }
    expect_same_bits(select(table_of(widened, made.classes), 8, settings),
                     select(table_of(std::move(columns), made.classes), 8, settings));
  }
}

TEST_P(Conformance, does_not_depend_on_the_order_of_the_rows) {
  for (const Settings& settings : all_settings()) {
    if (traits(settings).guarantees.depends_on_row_order) continue;
    SCOPED_TRACE(text_of(settings));
    expect_same_in_any_row_order(table_for(takes(settings), example(120, 8)), settings);
  }
}

TEST_P(Conformance, does_not_depend_on_the_order_of_the_columns) {
  if (traits().guarantees.uses_seed) GTEST_SKIP() << "random numbers depend on the column position";
  if (traits().guarantees.depends_on_column_order) GTEST_SKIP() << "says that it does";
  if (traits().guarantees.favours_entropy)
    GTEST_SKIP() << "equal variances tie, and column order breaks the tie";
  for (const Settings& settings : all_settings()) {
    if (traits(settings).guarantees.uses_seed) continue;
    SCOPED_TRACE(text_of(settings));
    expect_same_in_any_column_order(table_for(takes(settings), example(120, 8)), settings);
  }
}

TEST_P(Conformance, does_not_depend_on_the_names_and_order_of_the_classes) {
  if (traits().guarantees.depends_on_class_order) GTEST_SKIP() << "says that it does";
  for (const Settings& settings : all_settings()) {
    if (traits(settings).guarantees.depends_on_row_order) continue;
    Example made = example(120, 8);
    const Selection before = select(table_for(takes(settings), made), 8, settings);
    for (std::uint32_t& code : made.classes)
      code = (code + 1) % 3;
    expect_same(before, select(table_for(takes(settings), made), 8, settings));
  }
}

TEST_P(Conformance, selects_k_features_or_all) {
  const Table table = table_for(traits().input.takes, example(120, 8));
  expect_smaller_k_is_a_beginning(table);
  const Selection more = select(table, 9);
  EXPECT_TRUE(more.stopped == Stopped::nothing_left ||
              (traits().output.finds_k && more.stopped == Stopped::no_gain));
  EXPECT_NE(error_of(table, request(0), ErrorKind::bad_argument), "");
}

TEST_P(Conformance, ranks_as_it_selects) {
  const Table table = table_for(traits().input.takes, example(120, 8));
  const Selection selection = select(table, 8);
  if (!traits().output.ranks_all) GTEST_SKIP() << "does not score every feature";
  for (std::size_t i = 0; i < selection.selected.size(); ++i) {
    EXPECT_EQ(selection.ranking[i].feature, selection.selected[i].feature);
    EXPECT_EQ(selection.ranking[i].score, selection.selected[i].score);
  }
}

TEST_P(Conformance, selects_no_constant_before_an_informative_feature) {
  for (const Settings& settings : all_settings()) {
    // y = 2 a + b for independent a and b; x0 is constant, x1 = a, x2 = b.
    Example made;
    made.features.resize(3);
    for (std::size_t row = 0; row < 28; ++row) {
      const std::size_t a = row % 2;
      const std::size_t b = row / 2 % 2;
      made.classes.push_back(static_cast<std::uint32_t>(2 * a + b));
      made.features[0].push_back(0.1);
      made.features[1].push_back(static_cast<double>(a));
      made.features[2].push_back(static_cast<double>(b));
    }
    const Selection selection = select(table_for(takes(settings), made), 3, settings);
    if (!traits(settings).guarantees.uses_target) continue;
    if (rank_of(selection, "x0") == selection.selected.size()) continue;  // not selected
    EXPECT_GE(rank_of(selection, "x0"), 2U);
    if (traits().output.ranks_all) {  // otherwise scores of different steps are not comparable
      const double sign = traits().output.smaller_is_better ? -1 : 1;
      const double constant = sign * score_of(selection, "x0");
      const double worst =
          std::min(sign * score_of(selection, "x1"), sign * score_of(selection, "x2"));
      EXPECT_TRUE(constant == 0 || constant <= worst) << constant;
    }
  }
}

TEST_P(Conformance, gains_nothing_from_a_duplicate) {
  for (const Settings& settings : all_settings()) {
    Example made = example(120, 4);
    const Values features = made.features;
    made.features.insert(made.features.end(), features.begin(), features.end());
    SCOPED_TRACE(text_of(settings));
    expect_no_gain_from_duplicates(table_for(takes(settings), made), settings);
  }
}

TEST_P(Conformance, selects_a_duplicate_of_the_target_first) {
  if (!traits().guarantees.uses_target) GTEST_SKIP() << "does not use the target";
  if (traits().guarantees.favours_entropy)
    GTEST_SKIP() << "a duplicate of the target has little entropy within the classes";
  if (traits().guarantees.depends_on_column_order) GTEST_SKIP() << "the first column comes first";
  for (const Settings& settings : all_settings()) {
    if (!traits(settings).guarantees.uses_target) continue;
    Example made = example(120, 8);
    made.features[3].assign(made.classes.begin(), made.classes.end());
    const Selection selection = select(table_for(takes(settings), made), 3, settings);
    EXPECT_EQ(selection.selected[0].name, "x3") << text_of(settings);
  }
}

TEST_P(Conformance, breaks_ties_by_column_order) {
  if (traits().guarantees.uses_seed) GTEST_SKIP() << "the seed decides";
  for (const Settings& settings : all_settings()) {
    if (traits(settings).guarantees.uses_seed) continue;
    Example made = example(60, 1);
    made.features.assign(5, made.features.front());
    for (std::size_t i = 0; i < 5 && takes(settings) == Takes::codes; ++i) {
      // The same levels with other codes: equal scores up to rounding.
      for (double& value : made.features[i])
        value = std::fmod(std::floor(4 * value) * 3 + static_cast<double>(i), 7) / 4;
    }
    const auto order = select(table_for(takes(settings), made), 5, settings).features();
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << text_of(settings);
  }
}

TEST_P(Conformance, handles_few_rows_and_a_class_of_one_row) {
  for (const Settings& settings : all_settings()) {
    for (const std::size_t rows : {2U, 3U, 4U, 40U}) {
      Example made = example(rows, 6);
      for (std::size_t row = 0; row < rows; ++row)
        made.classes[row] = static_cast<std::uint32_t>(row == 0 ? 1 : 0);
      expect_rows_suffice_or_error(table_for(takes(settings), made), settings);
    }
  }
}

TEST_P(Conformance, accepts_values_whose_squares_are_finite) {
  for (const Settings& settings : all_settings()) {
    const Example made = extreme_example(1e149, 1e-140);
    (void)select(table_of(made.features, made.classes), 6, settings);
  }
}

TEST_P(Conformance, accepts_extreme_values_or_names_the_feature) {
  for (const Settings& settings : all_settings()) {
    const Example made = extreme_example(std::numeric_limits<double>::max(), 1e-310);
    try {
      (void)select(table_of(made.features, made.classes), 6, settings);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data);
      EXPECT_NE(std::string(error.what()).find("'x0'"), std::string::npos) << error.what();
    }
  }
}

TEST_P(Conformance, rejects_missing_values_by_default) {
  const Table gaps = with_gaps(table_for(traits().input.takes, example(120, 8)));
  Request wanted = request(3);
  EXPECT_NE(error_of(gaps, wanted, ErrorKind::bad_data).find("'x1'"), std::string::npos);
  const bool takes_codes = traits().input.takes == Takes::codes;
  wanted.missing = Missing::level;
  EXPECT_EQ(error_of(gaps, wanted, ErrorKind::bad_argument).empty(), takes_codes);
  wanted.missing = Missing::spread;
  EXPECT_EQ(error_of(gaps, wanted, ErrorKind::bad_argument).empty(),
            traits().input.takes != Takes::numbers && traits().input.spreads_missing);
}

TEST_P(Conformance, handles_missing_values_as_requested) {
  const Table whole = table_for(traits().input.takes, example(120, 8));
  expect_drop_and_impute(whole);
  const Table gaps = with_gaps(whole);
  if (traits().input.spreads_missing) expect_sane(select(gaps, Missing::spread), gaps, 8);
  if (traits().input.takes == Takes::codes) expect_sane(select(gaps, Missing::level), gaps, 8);
}

TEST_P(Conformance, treats_weights_as_repetition_or_rejects_them) {
  for (const Settings& settings : all_settings()) {
    // Always numeric: binning must respect the weights as well.
    const Example made = example(90, 6);
    SCOPED_TRACE(text_of(settings));
    expect_weights_are_repetition_or_rejected(table_of(made.features, made.classes), settings);
  }
}

TEST_P(Conformance, rejects_constant_features_if_it_needs_variation) {
  const Table table = table_of(Values{{1, 1, 1, 1}, {2, 2, 2, 2}}, {0, 1, 0, 1});
  const std::string message = error_of(table, request(1), ErrorKind::bad_data);
  EXPECT_EQ(message.find("are constant") != std::string::npos, traits().input.needs_variation);
}

TEST_P(Conformance, rejects_unknown_parameters_and_values) {
  const Table table = table_for(traits().input.takes, example(30, 4));
  EXPECT_NE(error_of(table, request(2, {{"no-such-parameter", "1"}}), ErrorKind::bad_argument), "");
  for (const Parameter& parameter : method().parameters) {
    std::vector<std::string> bad{"no such word", "", "nan"};
    if (std::isfinite(parameter.upper)) bad.push_back(number_text(parameter.upper + 1));
    if (std::isfinite(parameter.lower)) bad.push_back(number_text(parameter.lower - 1));
    for (const std::string& value : bad) {
      EXPECT_NE(error_of(table, request(2, {{parameter.name, value}}), ErrorKind::bad_argument), "")
          << parameter.name << " = " << value;
    }
  }
}

TEST_P(Conformance, rejects_categorical_features_if_it_takes_numeric) {
  const Table table = table_for(Takes::codes, example(60, 4));
  const bool is_rejected = !error_of(table, request(2), ErrorKind::bad_data).empty();
  EXPECT_EQ(is_rejected, traits().input.takes == Takes::numbers);
}

TEST_P(Conformance, selects_the_same_from_integers_as_from_categories) {
  if (traits().input.takes != Takes::codes) GTEST_SKIP() << "does not take categorical features";
  if (method().bins) GTEST_SKIP() << "bins integers as well";
  const Example made = example(120, 8);
  expect_same_bits(select(table_for(Takes::codes, made), 8),
                   select(table_of(rounded(made.features), made.classes), 8));
}

TEST_P(Conformance, can_be_cancelled) {
  expect_cancellable(table_for(traits().input.takes, example(60, 40)));
}

TEST_P(Conformance, can_be_cancelled_from_another_thread) {
  const Table table = table_for(traits().input.takes, example(200, 40));
  std::stop_source stop;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop.request_stop();
  });
  ErrorKind kind = ErrorKind::io;
  try {
    for (;;)
      (void)pith::select(table, GetParam(), 40, {}, {.threads = 2, .stop = stop.get_token()});
  } catch (const Error& error) {
    kind = error.kind();
  }
  other.join();
  EXPECT_EQ(kind, ErrorKind::cancelled);
}

TEST_P(Conformance, puts_kept_features_first) {
  expect_kept_first(table_for(traits().input.takes, example(120, 8)));
}

INSTANTIATE_TEST_SUITE_P(Methods, Conformance, testing::ValuesIn(method_ids()), method_test_name);

TEST(ConformanceOfTables, one_class_only_is_rejected_before_any_method_sees_it) {
  try {
    (void)table_of(Values{{1, 2, 3}}, {0, 0, 0});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
  }
}

}  // namespace
}  // namespace pith
