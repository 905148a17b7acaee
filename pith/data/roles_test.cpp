// SPDX-License-Identifier: Apache-2.0
#include "pith/data/roles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

Column with_gap(std::vector<double> values, std::size_t row) {
  Mask missing;
  missing.set(row);
  values[row] = std::numeric_limits<double>::quiet_NaN();
  return Column::from_numbers(std::move(values), missing);
}

Columns wine() {
  const std::vector<std::uint32_t> colours{0, 1, 1, 0};
  return {.names = {"alcohol", "acid", "colour", "weight", "class"},
          .columns = {Column::from_numbers({1.5, 2.5, 3.5, 4.5}),
                      Column::from_numbers({1, 2, 1, 3}), Column::from_codes(colours, {"r", "w"}),
                      Column::from_numbers({1, 2, 0.5, 1}), Column::from_numbers({0, 1, 1, 5})},
          .notes = {"from the reader"}};
}

std::string message_of(Columns columns, const Roles& roles,
                       ErrorKind kind = ErrorKind::bad_argument) {
  try {
    (void)assign_roles(std::move(columns), roles);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  return "accepted";
}

TEST(AssignRoles, takes_rows_of_weight_zero_as_absent) {
  Columns columns;
  columns.names = {"a", "w", "y"};
  Mask gap;
  gap.set(1);
  columns.columns = {Column::from_numbers({1, 1.5, 3, 2}), Column::from_numbers({1, 0, 1, 2}),
                     Column::from_codes(std::vector<std::uint32_t>{0, 0, 1, 0}, {"n", "y"}, gap)};
  const Table table = assign_roles(columns, {.weights = "w"});
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_EQ(table.feature(0).numbers()[1], 3);
  EXPECT_EQ(table.notes(), (std::vector<std::string>{"dropped 1 row of weight 0"}));
}

TEST(AssignRoles, takes_the_last_column_as_target) {
  const Table table = assign_roles(wine(), {});
  EXPECT_EQ(table.target_name(), "class");
  EXPECT_EQ(table.target().level_names(), (std::vector<std::string>{"0", "1", "5"}));
  EXPECT_EQ(table.names(), (std::vector<std::string>{"alcohol", "acid", "colour", "weight"}));
  EXPECT_EQ(table.notes(), (std::vector<std::string>{"from the reader"}));
}

TEST(AssignRoles, finds_the_target_by_name_before_position) {
  EXPECT_EQ(assign_roles(wine(), {.target = "colour"}).target_name(), "colour");
  EXPECT_EQ(assign_roles(wine(), {.target = "2"}).target_name(), "colour");
  EXPECT_EQ(assign_roles(wine(), {.target = "-3"}).target_name(), "colour");
  Columns columns = wine();
  columns.names[4] = "2";
  EXPECT_EQ(assign_roles(columns, {.target = "2"}).target().levels(), 3U);
}

TEST(AssignRoles, rejects_an_unknown_target) {
  EXPECT_EQ(message_of(wine(), {.target = "colur"}),
            "there is no column 'colur' for the target; did you mean 'colour'?");
  EXPECT_EQ(message_of(wine(), {.target = "something"}),
            "there is no column 'something' for the target; the columns are 'alcohol', 'acid', "
            "'colour', 'weight', 'class'");
  EXPECT_EQ(message_of(wine(), {.target = "5"}),
            "there is no column 5 for the target; positions go from 0 to 4, or from -5 to -1");
  EXPECT_EQ(message_of({}, {}, ErrorKind::bad_data), "the table has no columns");
}

TEST(AssignRoles, names_the_source_of_bad_data) {
  Columns columns = wine();
  columns.source = "wine.csv";
  columns.columns[0] = Column::from_numbers({7, 7, 7, 7});
  EXPECT_EQ(
      message_of(columns, {.target = "alcohol", .task = TaskKind::regress}, ErrorKind::bad_data),
      "wine.csv: target 'alcohol' has the same number in every row (7); choose a target that "
      "varies");
}

TEST(AssignRoles, regresses_fractions_and_many_integers) {
  const auto is_numeric = [](const std::vector<double>& target, const Roles& roles) {
    Columns columns{.names = {"x", "y"}};
    columns.columns = {Column::from_numbers(target), Column::from_numbers(target)};
    const Table table = assign_roles(std::move(columns), roles);
    EXPECT_NE(table.has_numeric_target(), table.has_classes());
    return table.has_numeric_target();
  };
  std::vector<double> integers(60);
  for (std::size_t row = 0; row < integers.size(); ++row)
    integers[row] = static_cast<double>(row % 20);
  EXPECT_FALSE(is_numeric(integers, {}));
  EXPECT_TRUE(is_numeric(integers, {.task = TaskKind::regress}));
  EXPECT_TRUE(is_numeric(integers, {.kinds = {.numeric = {"y"}}}));
  integers[0] = 20;  // one more distinct value
  EXPECT_TRUE(is_numeric(integers, {}));
  EXPECT_FALSE(is_numeric(integers, {.task = TaskKind::classify}));
  EXPECT_FALSE(is_numeric(integers, {.target_bins = "width:3"}));
  EXPECT_FALSE(is_numeric(integers, {.kinds = {.categorical = {"y"}}}));
  const std::vector<double> fractions = {0.5, 1, 0.5, 1};
  EXPECT_TRUE(is_numeric(fractions, {}));
  EXPECT_FALSE(is_numeric(fractions, {.task = TaskKind::classify}));
}

TEST(AssignRoles, regresses_booleans_and_numbers_in_text_when_asked) {
  Columns columns{.names = {"x", "y", "text"}};
  columns.columns = {Column::from_numbers({1, 2, 3}),
                     Column::from_codes(std::vector<std::uint32_t>{0, 1, 1}, {"False", "True"}),
                     Column::from_codes(std::vector<std::uint32_t>{0, 1, 1}, {"1.5", "10"})};
  EXPECT_TRUE(assign_roles(columns, {.target = "y"}).has_classes());
  const Table flags = assign_roles(columns, {.target = "y", .task = TaskKind::regress});
  EXPECT_EQ(flags.target().number(2), 1);
  const Table text = assign_roles(columns, {.target = "text", .task = TaskKind::regress});
  EXPECT_EQ(text.target().number(1), 10);
}

TEST(AssignRoles, rejects_what_cannot_be_regressed) {
  const TaskKind regress = TaskKind::regress;
  EXPECT_EQ(message_of(wine(), {.target = "colour", .task = regress}),
            "target 'colour' contains text such as 'r', which cannot be regressed; leave out "
            "task=regress, or choose another target");
  EXPECT_EQ(message_of(wine(), {.target = "acid", .task = regress, .target_bins = "width:2"}),
            "target_bins makes classes of target 'acid', which cannot be regressed; leave out one "
            "of target_bins and task=regress");
  EXPECT_EQ(
      message_of(wine(), {.target = "acid", .task = regress, .kinds = {.categorical = {"acid"}}}),
      "target 'acid' is declared categorical, so that it cannot be regressed; leave out one of "
      "categorical and task=regress");
}

TEST(AssignRoles, takes_fractions_as_classes_only_when_the_target_is_named_categorical) {
  const Roles named{.target = "alcohol", .kinds = {.categorical = {"alcohol"}}};
  EXPECT_EQ(assign_roles(wine(), named).classes(), 4U);
  const Roles glob{.target = "alcohol", .kinds = {.categorical = {"*"}}};
  EXPECT_TRUE(assign_roles(wine(), glob).has_numeric_target());
  const Roles numeric{.target = "acid", .kinds = {.numeric = {"acid"}}};
  EXPECT_TRUE(assign_roles(wine(), numeric).has_numeric_target());
}

TEST(AssignRoles, bins_a_numeric_target_when_asked) {
  const Table table = assign_roles(wine(), {.target = "alcohol", .target_bins = "frequency:2"});
  EXPECT_EQ(table.classes(), 2U);
  EXPECT_EQ(table.target().code(1), 0U);
  EXPECT_EQ(table.target().code(2), 1U);
  EXPECT_EQ(table.notes().back(), "binned target 'alcohol' by frequency:2");
  EXPECT_EQ(message_of(wine(), {.target = "colour", .target_bins = "frequency:2"}),
            "target 'colour' holds classes already; leave out target_bins");
  EXPECT_EQ(message_of(wine(), {.target = "alcohol", .target_bins = "thirds"}),
            "target_bins must be sigma, sigma:n, width:N, frequency:N or ranks:N, with N from 2 to "
            "65536 (got 'thirds')");
  EXPECT_EQ(
      message_of(wine(), {.target = "alcohol", .target_bins = "mdl"}),
      "target_bins=mdl cannot be used, since mdl bins a feature by the target; use width:N or "
      "frequency:N");
}

TEST(AssignRoles, rejects_a_numeric_target_that_never_repeats) {
  Columns columns = wine();
  columns.columns[4] = Column::from_numbers({4, 3, 2, 1});
  EXPECT_EQ(message_of(columns, {}, ErrorKind::bad_data),
            "target 'class' has a different value in each of the 4 rows, so that every row would "
            "be its own class; choose another target, or discretise it (target_bins), or regress "
            "it (task=regress)");
}

TEST(AssignRoles, rejects_text_with_a_class_for_each_row_unless_it_is_declared) {
  std::vector<std::uint32_t> codes(10);
  std::vector<std::string> levels(10);
  for (std::uint32_t row = 0; row < 10; ++row) {
    codes[row] = row;
    levels[row] = "name" + std::to_string(row);
  }
  const Columns columns{.names = {"x", "y"},
                        .columns = {Column::from_numbers(std::vector<double>(10, 0.5)),
                                    Column::from_codes(codes, levels)}};
  EXPECT_EQ(message_of(columns, {}, ErrorKind::bad_data),
            "target 'y' has a different value in each of the 10 rows, so that every row would be "
            "its own class; choose another target, or discretise it (target_bins)");
  EXPECT_EQ(assign_roles(columns, {.kinds = {.categorical = {"y"}}}).classes(), 10U);
}

TEST(AssignRoles, notes_classes_that_differ_only_by_case) {
  const Columns columns{
      .names = {"x", "y"},
      .columns = {Column::from_numbers({0.5, 1, 2}),
                  Column::from_codes(std::vector<std::uint32_t>{0, 1, 1}, {"NO", "no"})}};
  EXPECT_EQ(assign_roles(columns, {}).notes(),
            std::vector<std::string>{"classes that differ only by case or blanks count as "
                                     "different: 'NO' (1 row), 'no' (2 rows)"});
}

TEST(AssignRoles, rejects_too_many_classes) {
  std::vector<double> values(140000);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::floor(static_cast<double>(i) / 2);
  const Columns columns{.names = {"x", "y"},
                        .columns = {Column::from_numbers(values), Column::from_numbers(values)}};
  EXPECT_EQ(
      message_of(columns, {.task = TaskKind::classify}, ErrorKind::bad_data),
      "target 'y' has 70000 classes, more than 65536; choose another target, or discretise it "
      "(target_bins)");
}

TEST(AssignRoles, drops_rows_without_a_target_only_when_asked) {
  Columns columns = wine();
  columns.columns[4] = with_gap({0, 1, 1, 5}, 3);
  EXPECT_EQ(
      message_of(columns, {}, ErrorKind::bad_data),
      "target 'class' is missing in 1 row, the first in row 3 (counted from 0); drop this row "
      "with missing=drop");
  const Table table =
      assign_roles(columns, {.weights = "weight", .drop_rows_without_target = true});
  EXPECT_EQ(table.rows(), 3U);
  EXPECT_EQ(table.classes(), 2U);
  EXPECT_EQ(table.weights().size(), 3U);
  EXPECT_EQ(table.notes().back(), "dropped 1 row without a target");
}

TEST(AssignRoles, keeps_weights_out_of_the_features) {
  const Table table = assign_roles(wine(), {.weights = "-2"});
  EXPECT_EQ(table.names(), (std::vector<std::string>{"alcohol", "acid", "colour"}));
  EXPECT_EQ(table.weights()[2], 0.5);
  EXPECT_EQ(message_of(wine(), {.target = "acid", .weights = "acid"}),
            "column 'acid' cannot be both target and weights; change target or weights");
  EXPECT_EQ(message_of(wine(), {.weights = "colour"}, ErrorKind::bad_data),
            "weights 'colour' contain text such as 'r'; choose a numeric column");
  Columns columns = wine();
  columns.columns[3] = with_gap({1, 1, 1, 1}, 2);
  EXPECT_EQ(message_of(columns, {.weights = "weight"}, ErrorKind::bad_data),
            "weights 'weight' have 1 missing value; fill them in (a weight of 0 drops the row)");
  columns.columns[3] = Column::from_numbers({1, 1, 2, 2});
  EXPECT_EQ(assign_roles(columns, {.weights = "class"}).target_name(), "weight");
}

TEST(AssignRoles, keeps_the_order_of_the_input_whatever_the_patterns) {
  const Table table = assign_roles(wine(), {.features = {"weight", "a*"}, .drop = {"ac?d"}});
  EXPECT_EQ(table.names(), (std::vector<std::string>{"alcohol", "weight"}));
}

TEST(AssignRoles, rejects_a_pattern_without_a_match) {
  EXPECT_EQ(message_of(wine(), {.features = {"alcohl"}}),
            "pattern 'alcohl' matches no column; did you mean 'alcohol'?");
  EXPECT_NE(message_of(wine(), {.drop = {"zzz*"}}), "accepted");
  EXPECT_NE(message_of(wine(), {.kinds = {.numeric = {"zzz*"}}}), "accepted");
  EXPECT_EQ(message_of(wine(), {.drop = {"*"}}),
            "none of the 4 features is left; change features or drop");
}

TEST(AssignRoles, takes_a_name_as_itself_before_a_glob) {
  Columns columns = wine();
  columns.names[0] = "a*";
  EXPECT_EQ(assign_roles(columns, {.features = {"a*"}}).names(), (std::vector<std::string>{"a*"}));
}

TEST(AssignRoles, makes_columns_what_they_are_declared_to_be) {
  const Table table =
      assign_roles(wine(), {.kinds = {.categorical = {"acid"}, .numeric = {"a*", "weight"}}});
  EXPECT_TRUE(table.feature(1).is_codes());
  EXPECT_EQ(table.feature(1).levels(), 3U);
  EXPECT_TRUE(table.feature(0).is_declared_numeric());
  EXPECT_FALSE(table.feature(2).is_numbers());
  EXPECT_EQ(message_of(wine(), {.kinds = {.numeric = {"colour"}}}, ErrorKind::bad_data),
            "column 'colour' is declared numeric but contains text such as 'r'; correct the text, "
            "name it in na if it stands for a missing value, or leave the column out of numeric");
}

TEST(AssignRoles, makes_categories_with_numbers_for_names_numeric_on_demand) {
  Columns columns = wine();
  const std::vector<std::uint32_t> codes{0, 1, 1, 0};
  Mask missing;
  missing.set(3);
  columns.columns[2] = Column::from_codes(codes, {"7", "2.5"}, missing);
  const Table table = assign_roles(columns, {.kinds = {.numeric = {"colour"}}});
  EXPECT_EQ(table.feature(2).numbers()[0], 7);
  EXPECT_EQ(table.feature(2).numbers()[2], 2.5);
  EXPECT_TRUE(table.feature(2).missing().test(3));
  EXPECT_TRUE(table.feature(2).is_declared_numeric());
}

TEST(AssignRoles, applies_globs_to_features_only) {
  // As a reader delivers it that was told to keep the text of every column.
  Columns columns = wine();
  const std::vector<std::uint32_t> codes{0, 1, 1, 0};
  columns.columns[3] = Column::from_codes(codes, {"0.5", "2"});
  columns.columns[4] = Column::from_codes(codes, {"10", "9"});
  const Table table = assign_roles(columns, {.weights = "weight", .kinds = {.categorical = {"*"}}});
  EXPECT_EQ(table.target().level_names(), (std::vector<std::string>{"9", "10"}));
  EXPECT_EQ(table.weights()[0], 0.5);
  EXPECT_TRUE(table.feature(0).is_codes());
  columns.columns[4] = columns.columns[3];
  EXPECT_TRUE(assign_roles(columns, {.kinds = {.categorical = {"*"}}}).has_numeric_target());
}

TEST(AssignRoles, rejects_contradictory_declarations) {
  const std::string both =
      "column 'acid' is listed in both categorical and numeric; list it in only one of them";
  EXPECT_EQ(message_of(wine(), {.kinds = {.categorical = {"acid"}, .numeric = {"acid"}}}), both);
  EXPECT_EQ(message_of(wine(), {.kinds = {.categorical = {"ac*"}, .numeric = {"*id"}}}), both);
}

TEST(AssignRoles, can_do_without_a_target) {
  const Table table = assign_roles(wine(), {.has_target = false});
  EXPECT_FALSE(table.has_target());
  EXPECT_EQ(table.features(), 5U);
}

TEST(SplitLists, takes_lists_apart_unless_a_column_has_the_name) {
  using Names = std::vector<std::string>;
  const Names names{"a", "b", "a,b", "gene_1", "x,y*"};
  EXPECT_EQ(split_lists(Names{"a,b"}, names), (Names{"a,b"}));
  EXPECT_EQ(split_lists(Names{"b, a", "gene_*"}, names), (Names{"b", "a", "gene_*"}));
  EXPECT_EQ(split_lists(Names{"b,gene_*"}, names), (Names{"b", "gene_*"}));
  EXPECT_EQ(split_lists(Names{"[a,b]"}, names), (Names{"[a,b]"}));
  EXPECT_EQ(split_lists(Names{"x,y?"}, names), (Names{"x,y?"}));
  for (const char* list : {"b,", ",b", "b,,c", ","})
    EXPECT_THROW(split_lists(Names{list}, names), Error) << list;
}

TEST(AssignRoles, takes_lists_of_names_and_patterns) {
  const Table table =
      assign_roles(wine(), {.features = {"acid,al*"}, .kinds = {.numeric = {"acid,alcohol"}}});
  EXPECT_EQ(table.names(), (std::vector<std::string>{"alcohol", "acid"}));
  EXPECT_TRUE(table.feature(0).is_declared_numeric());
  EXPECT_TRUE(
      message_of(wine(), {.drop = {"acid,zzz"}}).starts_with("pattern 'zzz' matches no column"));
}

std::vector<std::string> targets_of(const Table& table) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < table.targets(); ++i)
    names.push_back(table.target_name(i));
  return names;
}

using Names = std::vector<std::string>;

TEST(AssignRoles, takes_several_targets_by_name_position_list_or_pattern) {
  const Table named = assign_roles(wine(), {.target = "class", .more_targets = {"2"}});
  EXPECT_EQ(targets_of(named), (Names{"class", "colour"}));
  EXPECT_EQ(named.names(), (Names{"alcohol", "acid", "weight"}));
  EXPECT_EQ(targets_of(assign_roles(wine(), {.target = "colour, class"})),
            (Names{"colour", "class"}));
  EXPECT_EQ(targets_of(assign_roles(wine(), {.target = "c*"})), (Names{"colour", "class"}));
  EXPECT_EQ(targets_of(assign_roles(wine(), {.target = "c*", .more_targets = {"class", "acid"}})),
            (Names{"colour", "class", "acid"}));
  // A pattern leaves the weights alone.
  const Table weighted = assign_roles(wine(), {.target = "[cw]*", .weights = "weight"});
  EXPECT_EQ(targets_of(weighted), (Names{"colour", "class"}));
  EXPECT_TRUE(weighted.has_weights());
}

TEST(AssignRoles, decides_the_task_of_each_target) {
  const Table table = assign_roles(wine(), {.target = "alcohol", .more_targets = {"colour"}});
  EXPECT_TRUE(table.target(0).is_numbers());
  EXPECT_TRUE(table.target(1).is_codes());
  EXPECT_EQ(
      message_of(wine(),
                 {.target = "alcohol", .more_targets = {"colour"}, .task = TaskKind::regress}),
      "target 'colour' contains text such as 'r', which cannot be regressed; leave out "
      "task=regress, or choose another target");
}

TEST(AssignRoles, rejects_unknown_targets_among_several) {
  EXPECT_EQ(message_of(wine(), {.target = "class", .more_targets = {"colur"}}),
            "there is no column 'colur' for the target; did you mean 'colour'?");
  EXPECT_EQ(message_of(wine(), {.target = "q*"}),
            "there is no column 'q*' for the target; the columns are 'alcohol', 'acid', 'colour', "
            "'weight', 'class'");
  EXPECT_EQ(message_of(wine(), {.target = "class", .more_targets = {"acid"}, .weights = "acid"}),
            "column 'acid' cannot be both target and weights; change target or weights");
  EXPECT_EQ(message_of(wine(), {.target = "*"}, ErrorKind::bad_data), "the table has no features");
}

TEST(AssignRoles, drops_rows_without_one_of_several_targets) {
  Columns columns = wine();
  columns.columns[4] = with_gap({0, 1, 1, 5}, 3);
  Mask first;
  first.set(0);
  columns.columns[2] =
      Column::from_codes(std::vector<std::uint32_t>{0, 1, 0, 0}, {"r", "w"}, first);
  Roles roles{.target = "class", .more_targets = {"colour"}};
  roles.task = TaskKind::classify;
  EXPECT_EQ(
      message_of(columns, roles, ErrorKind::bad_data),
      "target 'class' is missing in 1 row, the first in row 3 (counted from 0); drop this row "
      "with missing=drop");
  roles.drop_rows_without_target = true;
  columns.columns[4] = with_gap({0, 1, 0, 5}, 3);
  const Table table = assign_roles(columns, roles);
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.notes().back(), "dropped 2 rows without a target");
}

TEST(AssignRoles, takes_the_labels_of_a_reader_unless_targets_are_named) {
  Columns columns = wine();
  columns.labels = 3;
  EXPECT_EQ(targets_of(assign_roles(columns, {.task = TaskKind::classify})),
            (Names{"colour", "weight", "class"}));
  EXPECT_EQ(targets_of(assign_roles(columns, {.target = "colour"})), Names{"colour"});
}

}  // namespace
}  // namespace pith
