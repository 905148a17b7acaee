// SPDX-License-Identifier: Apache-2.0
#include "pith/select/apply.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/base/error.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Kind = FittedFeature::Kind;
using Names = std::vector<std::string>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Mask mask_of(std::size_t row) {
  Mask mask;
  mask.set(row);
  return mask;
}

Column codes_of(const std::vector<std::uint32_t>& codes, Names levels, Mask missing = {}) {
  return Column::from_codes(codes, std::move(levels), std::move(missing));
}

/// Two cuts, three numbers as categories, and two categories.
FittedSelection fitted() {
  return {.features = {{.name = "size", .fill_number = 2.5, .cuts = std::vector<double>{1, 2}},
                       {.name = "grade", .fill_number = 3, .levels = {"1", "3", "10"}},
                       {.name = "colour",
                        .kind = Kind::category,
                        .fill_level = "red",
                        .levels = {"blue", "red"}}},
          .target = "class"};
}

Columns rows() {
  return {.names = {"class", "colour", "other", "grade", "size"},
          .columns = {codes_of({0, 1, 0}, {"n", "y"}), codes_of({1, 0, 1}, {"blue", "red"}),
                      Column::from_numbers({0, 0, 0}), Column::from_numbers({10, 1, 3}),
                      Column::from_numbers({1, 2, 2.5})},
          .source = "new.csv"};
}

std::vector<double> numbers(const Column& column) {
  std::vector<double> values(column.rows());
  column.copy_numbers(0, values);
  return values;
}

Names texts(const Column& column) {
  Names names;
  for (std::size_t row = 0; row < column.rows(); ++row)
    names.push_back(column.missing().test(row) ? "(missing)" : column.level(column.code(row)));
  return names;
}

std::string message_of(const FittedSelection& selection, const Columns& columns,
                       const ApplyOptions& options = {}) {
  try {
    (void)apply(selection, columns, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Apply, takes_the_features_by_name_in_the_order_of_selection_and_then_the_target) {
  const Columns result = apply(fitted(), rows());
  EXPECT_EQ(result.names, (Names{"size", "grade", "colour", "class"}));
  EXPECT_EQ(numbers(result.columns[0]), (std::vector<double>{1, 2, 2.5}));
  EXPECT_EQ(numbers(result.columns[1]), (std::vector<double>{10, 1, 3}));
  EXPECT_EQ(texts(result.columns[2]), (Names{"red", "blue", "red"}));
  EXPECT_EQ(texts(result.columns[3]), (Names{"n", "y", "n"}));
}

TEST(Apply, needs_no_target) {
  Columns columns = rows();
  columns.names.front() = "klasse";
  EXPECT_EQ(apply(fitted(), columns).names, (Names{"size", "grade", "colour"}));
}

TEST(Apply, names_the_columns_that_are_not_there) {
  Columns columns = rows();
  columns.names[1] = "color";
  EXPECT_EQ(message_of(fitted(), columns),
            "new.csv: there is no column 'colour', which the selection needs; did you mean "
            "'color'?");
  columns.names[3] = "mark";
  EXPECT_EQ(message_of(fitted(), columns),
            "new.csv: there is no column 'grade', which the selection needs; 2 of 3 columns are "
            "not there: 'grade', 'colour'");
}

TEST(Apply, rejects_another_kind_with_the_value_and_the_row) {
  Columns columns = rows();
  columns.columns[4] = codes_of({0, 1, 2}, {"1", "2", "big"});
  EXPECT_EQ(message_of(fitted(), columns),
            "new.csv: column 'size' holds numbers in the selection, but text here: 'big' in row 2 "
            "(counted from 0); correct the values, or select again");
  columns.columns[4] = Column::from_numbers({1, 2, 3}).as_date();
  EXPECT_NE(message_of(fitted(), columns).find("numbers in the selection, but dates here"),
            std::string::npos);
  columns = rows();
  columns.columns[1] = Column::from_numbers({nan, 4, 5}, mask_of(0));
  EXPECT_NE(message_of(fitted(), columns)
                .find("'colour' holds categories in the selection, but numbers here: '4' in row 1"),
            std::string::npos);
}

TEST(Apply, takes_text_for_numbers_where_it_spells_them_or_stood_for_missing_values) {
  FittedSelection selection = fitted();
  selection.features[0].stray = {"<LOD"};
  Columns columns = rows();
  columns.columns[4] = codes_of({0, 1, 2}, {"1.5", "<LOD", "-3"});
  const Column size = apply(selection, columns).columns[0];
  EXPECT_EQ(size.number(0), 1.5);
  EXPECT_TRUE(size.missing().test(1));
  EXPECT_EQ(size.number(2), -3);
}

TEST(Apply, takes_any_kind_for_a_column_without_values) {
  Mask all;
  for (const std::size_t row : {0U, 1U, 2U})
    all.set(row);
  Columns columns = rows();
  columns.columns[4] = codes_of({0, 0, 0}, {}, all);
  columns.columns[1] = Column::from_numbers({nan, nan, nan}, all);
  const Columns result = apply(fitted(), columns, {.imputes = true});
  EXPECT_EQ(numbers(result.columns[0]), (std::vector<double>{2.5, 2.5, 2.5}));
  EXPECT_EQ(texts(result.columns[2]), (Names{"red", "red", "red"}));
}

TEST(Apply, imputes_when_asked_or_when_the_selection_did) {
  Columns columns = rows();
  columns.columns[4] = Column::from_numbers({1, nan, 2.5}, mask_of(1));
  columns.columns[3] = Column::from_numbers({nan, 1, 3}, mask_of(0));
  columns.columns[1] = codes_of({0, 0, 0}, {"blue"}, mask_of(2));
  EXPECT_TRUE(apply(fitted(), columns).columns[0].missing().test(1));
  FittedSelection imputed = fitted();
  imputed.missing = Missing::impute;
  for (const Columns& result :
       {apply(fitted(), columns, {.imputes = true}), apply(imputed, columns)}) {
    EXPECT_EQ(numbers(result.columns[0]), (std::vector<double>{1, 2.5, 2.5}));
    EXPECT_EQ(numbers(result.columns[1]), (std::vector<double>{3, 1, 3}));
    EXPECT_EQ(texts(result.columns[2]), (Names{"blue", "blue", "red"}));
    EXPECT_EQ(result.notes, (Names{"imputed 3 missing values in 3 features"}));
  }
}

TEST(Apply, makes_codes_of_bins_levels_and_numbers_that_are_categories) {
  const Columns result = apply(fitted(), rows(), {.makes_codes = true});
  EXPECT_EQ(numbers(result.columns[0]), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(numbers(result.columns[1]), (std::vector<double>{2, 0, 1}));
  EXPECT_EQ(numbers(result.columns[2]), (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(texts(result.columns[3]), (Names{"n", "y", "n"}));
}

TEST(Apply, leaves_numbers_that_the_method_took_as_numbers) {
  FittedSelection selection = fitted();
  selection.features = {{.name = "size", .fill_number = 1}};
  const Columns result = apply(selection, rows(), {.makes_codes = true});
  EXPECT_EQ(numbers(result.columns[0]), (std::vector<double>{1, 2, 2.5}));
}

TEST(Apply, gives_missing_values_the_last_code_where_they_were_a_level) {
  FittedSelection selection = fitted();
  selection.missing = Missing::level;
  Columns columns = rows();
  columns.columns[4] = Column::from_numbers({1, nan, 2.5}, mask_of(1));
  columns.columns[1] = codes_of({0, 0, 0}, {"blue"}, mask_of(2));
  const Columns result = apply(selection, columns, {.makes_codes = true});
  EXPECT_EQ(numbers(result.columns[0]), (std::vector<double>{0, 3, 2}));
  EXPECT_EQ(numbers(result.columns[2]), (std::vector<double>{0, 0, 2}));
  EXPECT_FALSE(result.columns[0].has_missing());
  EXPECT_TRUE(apply(selection, columns).columns[0].has_missing());
}

TEST(Apply, keeps_unknown_values_after_the_known_levels_unless_codes_are_made) {
  Columns columns = rows();
  columns.columns[1] = codes_of({0, 1, 2}, {"blue", "green", "red"});
  const Column colour = apply(fitted(), columns).columns[2];
  EXPECT_EQ(texts(colour), (Names{"blue", "green", "red"}));
  EXPECT_EQ(colour.level_names(), (Names{"blue", "red", "green"}));
  EXPECT_EQ(message_of(fitted(), columns, {.makes_codes = true}),
            "new.csv: column 'colour' has the value 'green' in row 1 (counted from 0), which the "
            "selection does not know; it knows 'blue', 'red'; use unknown=missing");
  EXPECT_NE(message_of(fitted(), columns, {.makes_codes = true, .unknown = Unknown::keep}),
            "accepted");
  const Columns gaps = apply(fitted(), columns, {.makes_codes = true, .unknown = Unknown::missing});
  EXPECT_TRUE(gaps.columns[2].missing().test(1));
  EXPECT_EQ(gaps.notes, (Names{"1 value that the selection does not know was taken as missing"}));
}

TEST(Apply, checks_numbers_that_are_categories_as_well) {
  Columns columns = rows();
  columns.columns[3] = Column::from_numbers({10, 2, 3});
  EXPECT_EQ(numbers(apply(fitted(), columns).columns[1]), (std::vector<double>{10, 2, 3}));
  EXPECT_NE(
      message_of(fitted(), columns, {.unknown = Unknown::error}).find("the value '2' in row 1"),
      std::string::npos);
  const Columns filled =
      apply(fitted(), columns, {.imputes = true, .makes_codes = true, .unknown = Unknown::missing});
  EXPECT_EQ(numbers(filled.columns[1]), (std::vector<double>{2, 1, 1}));
}

TEST(Apply, to_the_rows_of_the_selection_gives_what_the_method_got) {
  const Table table =
      table_of({Column::from_numbers({0.5, 1.5, 2.5, 3.5, 4.5, nan, 6.5, 7.5}, mask_of(5)),
                Column::from_numbers({1, 2, 2, 7, 7, nan, 7, 7}, mask_of(5)),
                codes_of({0, 0, 0, 1, 1, 0, 1, 1}, {"a", "b"}, mask_of(5))},
               {0, 0, 0, 1, 1, 0, 1, 1});
  const Request request{.method = "mim", .k = 3, .missing = Missing::impute};
  const Selection selection = select(table, request);
  Columns columns{.names = table.names(), .columns = table.parts().features};
  const Columns codes = apply(fitted_selection(table, selection), columns, {.makes_codes = true});
  TableParts parts = table.parts();
  for (std::size_t i = 0; i < selection.fitted.size(); ++i)
    parts.features[table.find(selection.fitted[i].name)] = as_codes(codes.columns[i]);
  const Selection again = select(Table(parts), {.method = "mim", .k = 3});
  ASSERT_EQ(again.selected.size(), selection.selected.size());
  for (std::size_t i = 0; i < again.selected.size(); ++i) {
    EXPECT_EQ(again.selected[i].name, selection.selected[i].name);
    EXPECT_EQ(again.selected[i].score, selection.selected[i].score);
  }
}

TEST(Apply, gives_the_target_the_classes_of_the_selection) {
  FittedSelection selection = fitted();
  selection.classes = {"a", "n", "y"};
  Columns columns = rows();
  columns.columns[0] = codes_of({0, 1, 0}, {"new", "y"});
  const Column target = apply(selection, columns).columns[3];
  EXPECT_EQ(texts(target), (Names{"new", "y", "new"}));
  EXPECT_EQ(target.level_names(), (Names{"a", "n", "y", "new"}));
  selection.classes = {"(-inf, 2]", "(2, inf)"};  // of a target that was binned
  columns.columns[0] = codes_of({0, 1, 0}, {"1.5", "4"});
  EXPECT_EQ(numbers(apply(selection, columns).columns[3]), (std::vector<double>{1.5, 4, 1.5}));
}

TEST(FittedKinds, keep_the_text_of_categories_and_classes_but_not_of_booleans) {
  FittedSelection selection = fitted();
  selection.features.push_back(
      {.name = "flag", .kind = Kind::category, .levels = {"False", "True"}});
  EXPECT_EQ(fitted_kinds(selection).categorical, (Names{"colour"}));
  selection.classes = {"0", "1"};
  EXPECT_EQ(fitted_kinds(selection).categorical, (Names{"colour"}));
  selection.classes = {"n", "y"};
  EXPECT_EQ(fitted_kinds(selection).categorical, (Names{"colour", "class"}));
}

TEST(NeededColumns, are_the_features_and_the_target) {
  EXPECT_EQ(needed_columns(fitted(), rows().names, "new.csv"),
            (std::vector<bool>{true, true, false, true, true}));
  EXPECT_THROW(needed_columns(fitted(), Names{"size"}, "new.csv"), Error);
}

TEST(ParseUnknown, lists_the_words) {
  EXPECT_EQ(parse_unknown("missing"), Unknown::missing);
  EXPECT_THROW((void)parse_unknown("drop"), Error);
}

}  // namespace
}  // namespace pith
