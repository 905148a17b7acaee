// SPDX-License-Identifier: Apache-2.0
// Every method that needs only statistics gives the same bytes however the rows are read, and
// decides as the plain path does.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/blocks/table_blocks.h"
#include "pith/report/selection_json.h"
#include "pith/select/catalog.h"
#include "pith/select/passes/select_by_passes.h"
#include "pith/select/select.h"
#include "pith/stats/passes/block_runner.h"
#include "tests/support/pass_tables.h"

namespace pith {
namespace {

/// A result, or what was rejected.
struct Outcome {
  std::optional<Selection> selection;
  std::string json;  ///< without seconds and engine
  std::string error;
};

std::string without_engine(const std::string& json) {
  std::istringstream lines(json);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\"seconds\"") == std::string::npos &&
        line.find("\"engine\"") == std::string::npos)
      kept += line + "\n";
  }
  return kept;
}

Roles roles_of(const Request& request) {
  Roles roles{.target = "y"};
  roles.kinds.numeric = {"declared"};
  roles.kinds.may_be_absent = true;
  roles.drop_rows_without_target = request.missing == Missing::drop;
  return roles;
}

template <class Run>
Outcome outcome_of(Run run) {
  Outcome outcome;
  try {
    run(outcome);
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  return outcome;
}

Outcome in_memory(const Columns& columns, Request request, bool is_exact) {
  request.is_exact = is_exact;
  return outcome_of([&](Outcome& outcome) {
    const Table table = assign_roles(columns, roles_of(request));
    outcome.selection = select(table, request);
    outcome.json = without_engine(selection_json(table, *outcome.selection, {}));
  });
}

Outcome by_blocks(const Columns& columns, const Request& request, std::size_t block_rows) {
  return outcome_of([&](Outcome& outcome) {
    const TableBlocks blocks(columns, block_rows);
    BlockRunner runner(blocks);
    outcome.selection =
        select_by_passes(runner, blocks.schema(), roles_of(request), request, Context{});
    outcome.json = without_engine(selection_json(*outcome.selection, {}));
  });
}

/// Every method with its parameters at their defaults, and others that take another path.
std::vector<Request> requests() {
  std::vector<Request> all;
  for (const Method& method : catalog())
    all.push_back({.method = method.id, .k = 4});
  const std::vector<std::pair<std::string, Settings>> more = {
      {"auto", {}},
      {"jmi", {{"correction", "miller-madow"}}},
      {"mrmr", {{"correction", "chance"}}},
      {"cfs", {{"correction", "chance"}}},
      {"qpfs", {{"similarity", "correlation"}}},
      {"chi2", {{"form", "sums"}}},
      {"gc-mi", {{"shrinkage", "1"}, {"cap", "false"}}},
      {"inf-fs", {{"scale", "minmax"}}}};
  for (const auto& [id, settings] : more)
    all.push_back({.method = id, .k = 4, .params = settings});
  return all;
}

bool is_by_statistics(const Request& request) {
  if (request.method == "auto") return true;
  const Method& method = pith::method(request.method);
  return method.unavailable.empty() &&
         !method.traits_for(method.params(request.params)).input.needs_rows;
}

std::string text_of(const Request& request) {
  std::string text = request.method;
  for (const auto& [name, value] : request.params)
    text += ":" + name + "=" + value;
  return text + " missing=" + std::string(missing_text(request.missing));
}

void expect_near(double a, double b) {
  if (a == b) return;
  EXPECT_NEAR(a, b, 1e-9 * std::max(1.0, std::abs(a)));
}

/// The same decisions, and scores that differ by rounding at most.
void expect_same_decisions(const Outcome& plain, const Outcome& exact, bool has_same_bits) {
  ASSERT_EQ(plain.selection.has_value(), exact.selection.has_value()) << plain.error << "\n"
                                                                      << exact.error;
  if (!plain.selection) return;
  const Selection& a = *plain.selection;
  const Selection& b = *exact.selection;
  EXPECT_EQ(a.notes, b.notes);
  EXPECT_EQ(a.method, b.method);
  ASSERT_EQ(a.names(), b.names());
  for (std::size_t i = 0; i < a.selected.size(); ++i) {
    EXPECT_EQ(a.selected[i].feature, b.selected[i].feature);
    if (has_same_bits) {
      EXPECT_EQ(a.selected[i].score, b.selected[i].score);
    } else {
      expect_near(a.selected[i].score, b.selected[i].score);
    }
    const FittedFeature& x = a.fitted[i];
    const FittedFeature& y = b.fitted[i];
    EXPECT_EQ(x.kind, y.kind);
    EXPECT_EQ(x.levels.size(), y.levels.size());
    EXPECT_EQ(x.fill_level, y.fill_level);
    ASSERT_EQ(x.fill_number.has_value(), y.fill_number.has_value());
    if (x.fill_number) expect_near(*x.fill_number, *y.fill_number);
    ASSERT_EQ(x.cuts.has_value(), y.cuts.has_value());
    ASSERT_EQ(x.cuts.value_or(std::vector<double>{}).size(),
              y.cuts.value_or(std::vector<double>{}).size());
  }
  ASSERT_EQ(a.set_aside.size(), b.set_aside.size());
  for (std::size_t i = 0; i < a.set_aside.size(); ++i) {
    EXPECT_EQ(a.set_aside[i].name, b.set_aside[i].name);
    EXPECT_EQ(a.set_aside[i].reason, b.set_aside[i].reason);
  }
}

/// Takes categories, so that all statistics are counts.
bool is_discrete(const Outcome& outcome, const Request& request) {
  if (!outcome.selection) return false;
  const Method& method = pith::method(outcome.selection->method);
  Traits traits = method.traits_for(outcome.selection->params);
  return traits.input.takes == Takes::codes || (request.bins && traits.input.takes == Takes::any);
}

void expect_equal_bytes(const PassExample& example, const Request& request) {
  SCOPED_TRACE(text_of(request));
  const Columns& columns = example.columns;
  const Outcome plain = in_memory(columns, request, false);
  const Outcome exact = in_memory(columns, request, true);
  expect_same_decisions(plain, exact, is_discrete(plain, request) && !example.has_number_names);
  const std::size_t rows = columns.columns.front().rows();
  for (const std::size_t block_rows : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, rows}) {
    SCOPED_TRACE("blocks of " + std::to_string(block_rows));
    const Outcome chunks = by_blocks(columns, request, block_rows);
    EXPECT_EQ(chunks.json, exact.json);
    EXPECT_EQ(chunks.error, exact.error);
  }
  const Outcome other = by_blocks(shuffled(columns, 11), request, 13);
  EXPECT_EQ(other.json, exact.json);
  EXPECT_EQ(other.error, exact.error);
}

class SelectByPasses : public testing::TestWithParam<PassExample> {};

TEST_P(SelectByPasses, gives_equal_bytes_for_any_blocks_and_the_decisions_of_select) {
  for (Request request : requests()) {
    if (!is_by_statistics(request)) continue;
    for (const Missing missing :
         {Missing::error, Missing::drop, Missing::impute, Missing::level, Missing::spread}) {
      request.missing = missing;
      expect_equal_bytes(GetParam(), request);
      const std::vector<Column>& all = GetParam().columns.columns;
      const bool has_missing = std::any_of(all.begin(), all.end() - 1, [](const Column& column) {
        return column.has_missing() && column.missing().count() < column.rows();
      });
      if (!has_missing) break;
    }
  }
}

TEST_P(SelectByPasses, bins_by_every_rule) {
  for (const char* const bins :
       {"sigma", "sigma:n", "width:5", "width:40", "frequency:4", "ranks:3", "mdl", "mdl:plain"}) {
    for (const Missing missing : {Missing::drop, Missing::impute, Missing::level}) {
      SCOPED_TRACE(bins);
      expect_equal_bytes(GetParam(), {.method = "jmi",
                                      .k = 4,
                                      .bins = parse_bins(bins),
                                      .missing = missing,
                                      .allows_ids = true});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(tables, SelectByPasses, testing::ValuesIn(pass_examples()),
                         [](const auto& example) { return example.param.name; });

/// A table with these roles, in memory and by blocks; errors are equal but for the row.
void expect_equal_roles(const Columns& columns, const Roles& roles, const Request& request) {
  Request asked = request;
  asked.is_exact = true;
  const Outcome exact = outcome_of([&](Outcome& outcome) {
    const Table table = assign_roles(columns, roles);
    outcome.selection = select(table, asked);
    outcome.json = without_engine(selection_json(table, *outcome.selection, {}));
  });
  const Outcome plain = outcome_of(
      [&](Outcome& outcome) { outcome.selection = select(assign_roles(columns, roles), request); });
  expect_same_decisions(plain, exact, false);
  for (const std::size_t block_rows : {1, 7, 1000}) {
    const Outcome chunks = outcome_of([&](Outcome& outcome) {
      const TableBlocks blocks(columns, block_rows);
      BlockRunner runner(blocks);
      outcome.selection = select_by_passes(runner, blocks.schema(), roles, request, Context{});
      outcome.json = without_engine(selection_json(*outcome.selection, {}));
    });
    // In memory, the mean of a target that is binned by sigma is not computed on a grid, which
    // shows in the last digits of the names of the classes.
    if (roles.target_bins == "sigma" && exact.selection && chunks.selection) {
      EXPECT_EQ(chunks.selection->names(), exact.selection->names());
    } else {
      EXPECT_EQ(chunks.json, exact.json);
    }
    EXPECT_EQ(chunks.error, exact.error);
  }
}

TEST(SelectPasses, assigns_roles_as_in_memory) {
  const Columns mixed = mixed_example().columns;
  const Request request{.method = "jmi", .k = 3};
  expect_equal_roles(mixed, {.target = "flag"}, request);
  expect_equal_roles(mixed, {.target = "2"}, request);
  expect_equal_roles(mixed, {.target = "-2", .features = {"x,text", "*_integers"}}, request);
  expect_equal_roles(mixed, {.drop = {"*integers"}}, request);
  expect_equal_roles(mixed, {.kinds = {.categorical = {"large_integers", "x"}}}, request);
  expect_equal_roles(mixed, {.kinds = {.categorical = {"*"}, .numeric = {"day"}}},
                     {.method = "mim", .k = 3});
  expect_equal_roles(mixed, {.target = "nothing"}, request);
  expect_equal_roles(mixed, {.features = {"q*"}}, request);
  expect_equal_roles(mixed, {.target = "none"}, {.method = "random", .k = 3});
  expect_equal_roles(mixed, {.target = "none"}, request);
  expect_equal_roles(numeric_example().columns, {.target = "none", .drop = {"y"}},
                     {.method = "inf-fs", .k = 3});
}

TEST(SelectPasses, finds_classes_as_in_memory) {
  const Columns numbers = numeric_example().columns;
  for (const char* const bins : {"width:4", "frequency:3", "sigma", "ranks:5", "width:30", "mdl"}) {
    SCOPED_TRACE(bins);
    expect_equal_roles(numbers, {.target = "n3", .target_bins = bins}, {.method = "jmi", .k = 3});
    expect_equal_roles(numbers, {.target = "n3", .target_bins = bins}, {.method = "gc-mi", .k = 3});
  }
  expect_equal_roles(categorical_example().columns, {.target = "size", .target_bins = "sigma"},
                     {.method = "jmi", .k = 2});
  expect_equal_roles(mixed_example().columns, {.target = "large_integers"},
                     {.method = "jmi", .k = 3});
  const auto with_target = [&](std::vector<double> values) {
    Columns changed = numbers;
    changed.columns.back() = number_column(std::move(values));
    return changed;
  };
  const std::size_t rows = numbers.columns.front().rows();
  std::vector<double> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = row % 5 == 0 ? std::nan("") : static_cast<double>(row % 3);
  expect_equal_roles(with_target(target), {.drop_rows_without_target = true},
                     {.method = "jmi", .k = 3});
  expect_equal_roles(with_target(std::vector<double>(rows, 1.0)), {}, {.method = "jmi", .k = 3});
  std::vector<double> many(rows);
  std::iota(many.begin(), many.end(), 0.0);
  expect_equal_roles(with_target(many), {}, {.method = "jmi", .k = 3});
  expect_equal_roles(with_target(many), {.kinds = {.categorical = {"y"}}},
                     {.method = "mim", .k = 3});
}

TEST(SelectPasses, names_what_is_wrong_with_a_target_without_a_row) {
  Columns columns = numeric_example().columns;
  const auto error_of = [&](const Roles& roles) {
    return outcome_of([&](Outcome&) {
             const TableBlocks blocks(columns);
             BlockRunner runner(blocks);
             select_by_passes(runner, blocks.schema(), roles, {.method = "jmi"}, Context{});
           })
        .error;
  };
  EXPECT_EQ(
      error_of({.target = "n3"}),
      "numeric.csv: target 'n3' holds numbers, and only classes can be selected for with exact "
      "and from files larger than memory; make classes of it (for example "
      "target_bins=frequency:3), or leave out exact and give it enough memory (memory)");
  std::vector<double> gaps(columns.columns.front().rows(), 1.0);
  gaps[4] = std::nan("");
  columns.columns.back() = number_column(gaps);
  EXPECT_EQ(error_of({}),
            "numeric.csv: target 'y' is missing in 1 row; drop this row with missing=drop");
  columns.columns.back() = number_column(std::vector<double>(gaps.size(), std::nan("")));
  EXPECT_EQ(error_of({.drop_rows_without_target = true}),
            "numeric.csv: target 'y' is missing in every row; choose another target");
  EXPECT_EQ(error_of({.weights = "n2"}),
            "row weights are not supported with exact or with a table beyond memory; leave out "
            "weights, or repeat the rows");
}

TEST(SelectPasses, keeps_features_and_reports_too_small_k) {
  const PassExample example = mixed_example();
  expect_equal_bytes(example, {.method = "mrmr", .k = 3, .keep = {"text", "x"}});
  expect_equal_bytes(example, {.method = "mrmr", .k = 1, .keep = {"text", "x"}});
  expect_equal_bytes(example, {.method = "mrmr", .k = 0});
  expect_equal_bytes(example, {.method = "mrmr", .k = K::all()});
  expect_equal_bytes(odd_example(), {.method = "mim", .k = 2, .keep = {"permuted"}});
  expect_equal_bytes(odd_example(), {.method = "mim", .k = 2, .keep = {"nothing"}});
}

TEST(SelectExactly, rejects_methods_that_need_rows_with_a_remedy) {
  const Columns columns = numeric_example().columns;
  for (const Request& request : requests()) {
    SCOPED_TRACE(text_of(request));
    const Outcome exact = in_memory(columns, request, true);
    if (is_by_statistics(request)) {
      EXPECT_EQ(exact.error, "");
      ASSERT_TRUE(exact.selection.has_value());
      EXPECT_EQ(exact.selection->engine->kind, "memory");
      EXPECT_GT(exact.selection->engine->passes, 0U);
    } else if (pith::method(request.method).unavailable.empty()) {
      EXPECT_NE(exact.error.find("needs the rows of the table"), std::string::npos) << exact.error;
      EXPECT_NE(exact.error.find("gc-mi"), std::string::npos) << exact.error;
    }
  }
}

}  // namespace
}  // namespace pith
