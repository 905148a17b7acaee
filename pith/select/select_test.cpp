// SPDX-License-Identifier: Apache-2.0
#include "pith/select/select.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "pith/base/error.h"
#include "pith/data/discretize.h"
#include "pith/select/catalog.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// x0 fractions, x1 integers, x2 constant.
Table numbers() {
  return table_of({{0.5, 1.5, 2.5, 3.5}, {1, 2, 1, 2}, {7, 7, 7, 7}}, {0, 0, 1, 1});
}

/// The same with categories in the place of x1.
Table mixed() {
  std::vector<Column> columns = numbers().parts().features;
  columns[1] = codes_column({0, 1, 0, 1});
  return numbers().with_features(std::move(columns));
}

/// The same with a gap in the integers.
Table gappy() {
  Mask missing;
  missing.set(3);
  std::vector<Column> columns = numbers().parts().features;
  columns[1] = Column::from_numbers({1, 2, 1, nan}, missing);
  return numbers().with_features(std::move(columns));
}

Table weighted() {
  TableParts parts = numbers().parts();
  parts.weights = {1, 2, 1, 2};
  return Table(std::move(parts));
}

std::string message_of(const Table& table, const Request& request) {
  try {
    (void)select(table, request);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Select, names_the_method_that_auto_stands_for) {
  for (const Table& table : {numbers(), mixed()}) {
    const Selection outcome = select(table, {.k = 2});
    const AutoMethod meant = auto_method(table);
    EXPECT_EQ(outcome.method, meant.id);
    EXPECT_NE(outcome.method, "auto");
    EXPECT_EQ(outcome.k, 2U);
    EXPECT_EQ(outcome.params.values(), method(meant.id).params(meant.settings).values());
    // Without the constant, which a method that is named gets to see.
    TableParts parts = table.parts();
    parts.features.pop_back();
    parts.names.pop_back();
    const Request named{.method = meant.id, .k = 2, .params = meant.settings};
    EXPECT_EQ(outcome.features(), select(Table(parts), named).features());
  }
}

TEST(Select, lets_given_parameters_replace_those_of_auto) {
  const AutoMethod meant = auto_method(numbers());
  ASSERT_EQ(meant.id, "gc-mi");
  const auto shrinkage_of = [](const Settings& given) {
    return select(numbers(), {.k = 2, .params = given}).params.real("shrinkage");
  };
  EXPECT_EQ(shrinkage_of({}), 1);
  EXPECT_EQ(shrinkage_of({{"shrinkage", "0.25"}}), 0.25);
  EXPECT_EQ(shrinkage_of({{"preset", "paper"}}), 0);
  const Request request = without_auto(numbers(), {.params = {{"ridge", "0.1"}}});
  EXPECT_EQ(request.method, "gc-mi");
  EXPECT_EQ(request.params.size(), 1 + meant.settings.size());
  const Request named{.method = "gc-mi"};
  EXPECT_TRUE(without_auto(numbers(), named).params.empty());
}

TEST(Select, rejects_numbers_whose_squares_overflow_or_vanish) {
  const auto scaled = [](double scale) {
    return table_of({{0.5 * scale, 1.5 * scale, 2.5 * scale, 3.5 * scale}}, {0, 0, 1, 1});
  };
  const double score = select(scaled(1), "anova-f", 1).selected[0].score;
  EXPECT_NEAR(select(scaled(1e149), "anova-f", 1).selected[0].score, score, 1e-9 * score);
  EXPECT_NEAR(select(scaled(1e-149), "anova-f", 1).selected[0].score, score, 1e-9 * score);
  EXPECT_EQ(
      message_of(scaled(1e200), {.method = "t-test"}),
      "feature 'x0' has magnitudes up to 3.5e+200, whose squares overflow or underflow; rescale the column or "
      "drop it (drop)");
  EXPECT_NE(message_of(scaled(1e-200), {.method = "fisher"}), "accepted");
}

TEST(Select, takes_a_row_of_weight_zero_as_absent) {
  TableParts parts = table_of({{1, 1.5, 3, 2}}, {0, 0, 1, 0}).parts();
  parts.weights = {1, 0, 1, 1};
  const Table without = table_of({{1, 3, 2}}, {0, 1, 0});
  // The fraction in the row of weight 0 would keep the integers from being categories.
  EXPECT_EQ(select(Table(parts), "mim", 1).selected[0].score,
            select(without, "mim", 1).selected[0].score);
}

TEST(Select, offers_only_the_remedies_for_gaps_that_the_method_takes) {
  EXPECT_NE(message_of(gappy(), {.method = "mim"}).find("drop, impute, level or spread"),
            std::string::npos);
  EXPECT_NE(message_of(gappy(), {.method = "mrmr"}).find("drop, impute or level"),
            std::string::npos);
  EXPECT_TRUE(message_of(gappy(), {.method = "anova-f"}).ends_with("missing=drop or impute"));
}

TEST(Select, fills_names_and_keeps_the_positions_of_the_table) {
  const Selection outcome = select(numbers(), {.method = "mim", .k = 3});
  for (const Selected& step : outcome.selected)
    EXPECT_EQ(step.name, numbers().name(step.feature));
  EXPECT_EQ(outcome.ranking.size(), 3U);
}

TEST(Select, says_what_was_taken_as_categories_binned_and_constant) {
  const Selection outcome = select(numbers(), {.method = "mim", .k = 1});
  EXPECT_EQ(outcome.notes,
            (std::vector<std::string>{
                "treated 2 integer features with at most 32 distinct values as categorical",
                "binned 1 numeric feature by sigma", "1 feature is constant: 'x2'"}));
}

TEST(Select, says_what_was_dropped) {
  Request request{.method = "mim", .k = 1};
  request.missing = Missing::drop;
  const auto notes = select(gappy(), request).notes;
  EXPECT_NE(std::find(notes.begin(), notes.end(), "dropped 1 of 4 rows with missing values"),
            notes.end());
}

TEST(Select, fills_gaps_in_integers_with_a_level_that_exists_when_they_are_categories) {
  // Mode 1, not the mean 1.33: x1 is then 1 2 1 1.
  Request request{.method = "mim", .k = 3};
  request.missing = Missing::impute;
  const Selection imputed = select(gappy(), request);
  std::vector<Column> columns = numbers().parts().features;
  columns[1] = Column::from_numbers({1, 2, 1, 1});
  const Selection by_hand = select(numbers().with_features(std::move(columns)), "mim", 3);
  EXPECT_EQ(imputed.names(), by_hand.names());
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(imputed.selected[i].score, by_hand.selected[i].score);
}

TEST(Select, takes_kept_features_first_and_each_once) {
  Request request{.method = "mim", .k = 2};
  request.keep = {"x2", "x2"};
  const auto names = select(numbers(), request).names();
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0], "x2");
  request.keep = {"x0", "x1", "x2"};
  EXPECT_EQ(
      message_of(numbers(), request),
      "k must be at least 3, the number of features to keep (got 2); raise it (k) or keep fewer (keep)");
  request.keep = {"x9"};
  EXPECT_EQ(message_of(numbers(), request), "there is no feature 'x9'");
}

TEST(Select, rejects_what_the_method_cannot_take) {
  EXPECT_EQ(
      message_of(mixed(), {.method = "fisher"}),
      "feature 'x1' is categorical, but fisher takes numeric features; drop it (drop) or choose a method that "
      "takes categorical features, e.g. method=jmi");
  TableParts parts = numbers().parts();
  parts.target.reset();
  EXPECT_EQ(message_of(Table(parts), {.method = "mim"}), "mim needs a target; name one (target)");
  EXPECT_EQ(message_of(numbers(), {.method = "mim", .k = 0}), "k must be at least 1 (got 0)");
}

TEST(Select, rejects_weights_and_missing_values_by_traits) {
  for (const Method& method : catalog()) {
    EXPECT_EQ(message_of(weighted(), {.method = method.id}) == "accepted",
              method.traits.input.takes_weights)
        << method.id;
  }
  Request request{.method = "fisher"};
  request.missing = Missing::level;
  EXPECT_EQ(
      message_of(gappy(), request),
      "fisher takes numeric features, whose missing values cannot be a level of their own; use missing=drop or "
      "impute");
  request.missing = Missing::spread;
  EXPECT_EQ(
      message_of(gappy(), request),
      "fisher cannot distribute missing values over the possible values; use missing=drop or impute");
  request.method = "mrmr";
  EXPECT_EQ(
      message_of(gappy(), request),
      "mrmr cannot distribute missing values over the possible values; use missing=drop, impute or level");
}

TEST(Select, rejects_numbers_whose_squares_are_none_where_they_stay_numbers) {
  const Table table = table_of({{0.5, 2e200, 3e200, 1e200}}, {0, 1, 1, 0});
  for (const char* method : {"vmi-naive", "vmi-pairwise", "anova-f"}) {
    EXPECT_EQ(
        message_of(table, {.method = method}),
        "feature 'x0' has magnitudes up to 3e+200, whose squares overflow or underflow; rescale the column or "
        "drop it (drop)");
  }
  EXPECT_EQ(message_of(table, {.method = "vmi-naive", .bins = parse_bins("width:2")}), "accepted");
  EXPECT_EQ(message_of(table, {.method = "jmi"}), "accepted");
}

TEST(Select, notes_that_missing_values_were_spread) {
  Request request{.method = "fcbf", .k = 3};
  request.missing = Missing::spread;
  const std::vector<std::string> notes = select(gappy(), request).notes;
  EXPECT_NE(std::find(notes.begin(), notes.end(),
                      "distributed the counts of missing values over the possible values"),
            notes.end());
}

TEST(Select, sets_identifiers_aside_unless_they_are_allowed) {
  std::vector<std::uint32_t> unique(12);
  std::vector<std::string> names(12);
  std::vector<std::uint32_t> classes(12);
  for (std::uint32_t row = 0; row < 12; ++row) {
    unique[row] = row;
    names[row] = fmt::format("user{:02}", row);
    classes[row] = row % 2;
  }
  std::vector<std::uint32_t> nearly = classes;
  nearly[0] = 1;
  const Table table = table_of({codes_column(nearly), Column::from_codes(unique, names)}, classes);
  const Selection without = select(table, {.method = "mim", .k = 2});
  EXPECT_EQ(without.names(), std::vector<std::string>{"x0"});
  EXPECT_EQ(without.notes, std::vector<std::string>{"set aside 1 identifier: 'x1' (allow with " +
                                                    option("allow_ids") + ")"});
  ASSERT_EQ(without.set_aside.size(), 1U);
  EXPECT_EQ(without.set_aside[0].feature, 1U);
  EXPECT_EQ(without.set_aside[0].reason, SetAside::Reason::identifier);
  const Request allowed{.method = "mim", .k = 1, .allows_ids = true};
  EXPECT_EQ(select(table, allowed).names(), std::vector<std::string>{"x1"});
  EXPECT_EQ(select(table, allowed).notes,
            std::vector<std::string>{
                "unique value in every row: 'x1'; IDs look predictive but do not generalise, so "
                "drop it (" +
                option("drop") + ")"});
}

/// An identifier, what is asked for, and one feature without values; x3 is the class.
Table messy() {
  constexpr std::size_t rows = 20;
  Mask all;
  std::vector<double> ids;
  std::vector<double> noise;
  std::vector<double> copy;
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < rows; ++row) {
    all.set(row);
    ids.push_back(static_cast<double>(row + 1));
    noise.push_back(static_cast<double>(row % 3));
    classes.push_back(row % 2);
    copy.push_back(row % 2 == 0 ? 0.5 : 2 - static_cast<double>(row % 4 == 1));
  }
  return table_of(
      {Column::from_numbers(ids), Column::from_numbers(std::vector<double>(rows, nan), all),
       Column::from_numbers(noise), Column::from_numbers(copy),
       Column::from_numbers(std::vector<double>(rows, 3))},
      classes);
}

TEST(Select, gives_positions_in_the_whole_table_whatever_it_sets_aside) {
  const Selection chosen = select(messy(), {.method = "mim", .k = 5});
  EXPECT_EQ(chosen.names(), (std::vector<std::string>{"x3", "x2", "x4"}));
  EXPECT_EQ(chosen.features(), (std::vector<Feature>{3, 2, 4}));
  ASSERT_EQ(chosen.ranking.size(), 3U);
  EXPECT_EQ(chosen.ranking[0].feature, 3U);
  EXPECT_EQ(chosen.ranking[0].name, "x3");
  ASSERT_EQ(chosen.set_aside.size(), 2U);
  EXPECT_EQ(chosen.set_aside[1].feature, 1U);
  EXPECT_EQ(chosen.set_aside[1].reason, SetAside::Reason::empty);
  EXPECT_EQ(chosen.notes[1], "set aside 1 feature without values: 'x1'");
}

TEST(Select, sets_constants_aside_where_the_method_is_its_own_choice) {
  const Selection chosen = select(messy(), {.k = 5});
  EXPECT_EQ(chosen.set_aside.size(), 3U);
  EXPECT_EQ(chosen.set_aside[2].reason, SetAside::Reason::constant);
  EXPECT_NE(
      std::find(chosen.notes.begin(), chosen.notes.end(), "set aside 1 constant feature: 'x4'"),
      chosen.notes.end());
}

TEST(Select, never_sets_aside_what_must_be_kept) {
  const Selection kept = select(messy(), {.method = "mim", .k = 2, .keep = {"x0"}});
  EXPECT_EQ(kept.names(), (std::vector<std::string>{"x0", "x3"}));
  EXPECT_EQ(select(messy(), {.k = 2, .keep = {"x4"}}).names()[0], "x4");
  EXPECT_EQ(message_of(messy(), {.method = "mim", .keep = {"x1"}}),
            "feature 'x1' has no values, so it cannot be kept; leave it out of keep");
}

TEST(Select, says_when_nothing_is_left) {
  TableParts parts = messy().parts();
  parts.features.resize(2, parts.features[0]);
  parts.names.resize(2);
  EXPECT_EQ(message_of(Table(parts), {.method = "mim"}),
            "no feature is left to select from; set aside 1 identifier: 'x0' (allow with "
            "allow_ids), 1 feature without values: 'x1'");
}

TEST(Select, takes_booleans_as_numbers_where_the_method_needs_numbers) {
  std::vector<Column> columns = numbers().parts().features;
  columns[1] = Column::from_codes(std::vector<std::uint32_t>{0, 1, 0, 1}, {"True", "False"});
  const Table booleans = numbers().with_features(columns);
  columns[1] = Column::from_numbers({1, 0, 1, 0});
  const Selection chosen = select(booleans, "fisher", 3);
  const Selection by_hand = select(numbers().with_features(columns), "fisher", 3);
  EXPECT_EQ(chosen.names(), by_hand.names());
  for (std::size_t i = 0; i < chosen.selected.size(); ++i)
    EXPECT_EQ(chosen.selected[i].score, by_hand.selected[i].score);
  EXPECT_EQ(chosen.notes[0], "treated 1 boolean feature as numbers: false is 0, true is 1");
  EXPECT_EQ(auto_method(booleans).id, auto_method(numbers()).id);
}

TEST(Select, rejects_weights_of_less_than_a_row_for_each_class_and_notes_low_ones) {
  const std::vector<double> x{1, 5, 2, 8, 3, 7, 4, 4, 2, 9, 1, 6};
  const auto outcome = [&](double weight) {
    TableParts parts = table_of({x}, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}).parts();
    parts.weights.assign(12, weight);
    return select(Table(std::move(parts)), "anova-f", 1);
  };
  try {
    (void)outcome(1.0 / 12);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "the weights of 12 rows add up to 1, but at least 2 is needed; a weight says how often its row counts, "
        "so rescale them (weights)");
  }
  EXPECT_EQ(outcome(0.25).notes,
            std::vector<std::string>{
                "the weights of 12 rows add up to 3, and scores are computed as for that many "
                "rows"});
  EXPECT_TRUE(outcome(0.5).notes.empty());
}

TEST(Select, warns_of_a_selected_duplicate_of_the_target) {
  std::vector<std::uint32_t> classes(12);
  std::vector<double> copy(12);
  std::vector<double> nearly(12);
  for (std::uint32_t row = 0; row < 12; ++row) {
    classes[row] = row % 3;
    copy[row] = std::vector{7.5, -1.0, 0.25}[row % 3];
    nearly[row] = copy[row] + (row == 11 ? 1e-9 : 0);
  }
  // Two classes of three are alike.
  std::vector<std::uint32_t> coarse(12);
  std::transform(classes.begin(), classes.end(), coarse.begin(),
                 [](std::uint32_t c) { return c == 2 ? 1 : c; });
  const Table table = table_of({copy, nearly}, classes);
  const auto note = [](const std::string& name) {
    return std::vector{"'" + name + "' duplicates the target, one value per class; drop it (" +
                       option("drop") + ") unless it is known before the target is"};
  };
  EXPECT_EQ(select(table, "fisher", 2).notes, note("x0"));
  const Table by_codes = table_of({codes_column(coarse), codes_column(classes)}, classes);
  EXPECT_EQ(select(by_codes, "mim", 1).notes, note("x1"));
  EXPECT_TRUE(select(table_of({codes_column(coarse)}, classes), "mim", 1).notes.empty());
}

TEST(Select, makes_a_level_of_what_is_missing_where_a_method_takes_both_kinds) {
  Request request{.method = "vmi-naive"};
  request.missing = Missing::level;
  EXPECT_EQ(
      message_of(gappy(), request),
      "vmi-naive takes numeric features, whose missing values cannot be a level of their own; use missing=drop "
      "or impute, or discretise the features (bins)");
  request.bins = parse_bins("sigma");
  EXPECT_EQ(message_of(gappy(), request), "accepted");
  request.bins.reset();
  EXPECT_EQ(message_of(discretize(gappy(), parse_bins("sigma"), {}), request), "accepted");
}

TEST(Select, lets_a_parameter_decide_what_a_method_takes) {
  EXPECT_EQ(message_of(mixed(), {.method = "chi2"}), "accepted");
  EXPECT_NE(message_of(mixed(), {.method = "chi2", .params = {{"form", "sums"}}}), "accepted");
  Request request{.method = "chi2", .params = {{"form", "sums"}}};
  request.missing = Missing::spread;
  EXPECT_NE(message_of(gappy(), request), "accepted");
}

TEST(Select, resolves_k) {
  EXPECT_EQ(select(numbers(), {.method = "mim"}).k, 10U);
  EXPECT_EQ(select(numbers(), {.method = "mim", .k = K::all()}).selected.size(), 3U);
  EXPECT_EQ(select(numbers(), {.method = "fcbf"}).k, 3U);
  const ChooseK none = [](const Table&, const Request&, const Context&) {
    return KChoice{.k = 0, .note = "nothing is worth it", .stopped = Stopped::no_gain};
  };
  const Selection nothing = select(numbers(), {.method = "mim", .k = K::chosen_by(none)});
  EXPECT_TRUE(nothing.selected.empty());
  EXPECT_EQ(nothing.k, 0U);
  EXPECT_EQ(nothing.stopped, Stopped::no_gain);
  EXPECT_EQ(nothing.notes.back(), "nothing is worth it");
}

TEST(Select, fixes_method_and_number_for_several_tables) {
  const Request fixed = resolved(numbers(), {});
  EXPECT_EQ(fixed.method, "gc-mi");
  EXPECT_EQ(fixed.params, auto_method(numbers()).settings);
  EXPECT_EQ(fixed.k.number(3, false), 10U);
  EXPECT_EQ(resolved(numbers(), {.method = "fcbf"}).k.number(7, true), 3U);
  EXPECT_THROW(
      resolved(numbers(), {.k = K::chosen_by(ChooseK([](const Table&, const Request&,
                                                        const Context&) { return KChoice{}; }))}),
      Error);
}

TEST(Select, has_a_short_form) {
  const Selection selection = select(numbers(), "mrmr", 2, {{"form", "quotient"}});
  EXPECT_EQ(selection.selected.size(), 2U);
  EXPECT_EQ(selection.stopped, Stopped::reached_k);
}

}  // namespace
}  // namespace pith
