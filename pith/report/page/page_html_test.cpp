// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/page_html.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/read.h"
#include "pith/report/page/report_document.h"
#include "pith/report/page/report_run.h"
#include "pith/report/page/report_table.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

const ReportHeading heading{
    .title = "A <title>", .command = "pith report x", .generated = "2027-01-15T08:00:00Z"};

Column numbers_column(std::vector<double> values) {
  return Column::from_numbers(std::move(values));
}

/// Two features that tell the class, a copy of the first and a constant.
Table small_table(const std::string& name = "a") {
  const Column a = codes_column({0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1});
  const Column b = codes_column({0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0});
  const Column y = codes_column({0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0});
  return Table({.features = {a, b, a, codes_column(std::vector<std::uint32_t>(12, 0))},
                .names = {name, "b", "copy", "constant"},
                .target = y,
                .target_name = "y",
                .source = "small"});
}

ReportPlan quick_plan() {
  return {.methods = parse_variants("mrmr,mim"), .k = K(2), .folds = 2, .resamples = 3};
}

Json small_report(const Table& table, const Context& context = {}) {
  return report_document(run_report(table, quick_plan(), context, plain_spelling), heading);
}

std::string problem_of(const std::string& text) {
  ReportParts parts;
  try {
    parts.add(text, "x.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    return error.what();
  }
  return "";
}

TEST(Report, holds_what_it_ran_and_no_times) {
  const Json report = small_report(small_table());
  EXPECT_EQ(report["schema"], "pith/report/1");
  ASSERT_EQ(report["selections"].size(), 2U);
  EXPECT_EQ(report["selections"][0]["method"]["id"], "mrmr");
  EXPECT_EQ(report["selections"][1]["method"]["id"], "mim");
  EXPECT_EQ(report["explanations"].size(), 1U);
  EXPECT_EQ(report["evaluation"]["splits"]["folds"], 2);
  EXPECT_EQ(report["stability"]["resamples"]["count"], 3);
  EXPECT_TRUE(report["omitted"].empty());
  EXPECT_EQ(report.dump().find("seconds"), std::string::npos);
  EXPECT_EQ(report.dump().find("threads"), std::string::npos);
}

TEST(Report, is_the_same_on_any_number_of_threads) {
  const Table table = small_table();
  EXPECT_EQ(page_html(small_report(table, {.threads = 1})),
            page_html(small_report(table, {.threads = 4})));
}

TEST(Report, omits_what_a_table_does_not_allow_and_says_why) {
  const Column a = numbers_column({1, 2, 3, 4, 5, 6});
  const Column b = numbers_column({2, 1, 4, 3, 6, 5});
  const Table table({.features = {a, b}, .names = {"a", "b"}, .source = "no target"});
  ReportPlan plan{.methods = parse_variants("laplacian"), .k = K(1), .resamples = 2};
  const Json report = report_document(run_report(table, plan, {}, plain_spelling), heading);
  ASSERT_FALSE(report["omitted"].empty());
  EXPECT_FALSE(report.contains("evaluation"));
  EXPECT_NE(page_html(report).find("Not in this report: evaluation"), std::string::npos);
}

TEST(Report, chooses_methods_that_take_the_table) {
  const Table table = small_table();
  std::vector<std::string> ids;
  for (const Variant& each : contrasting_methods(table, {.method = "mrmr"}, {}))
    ids.push_back(each.id);
  EXPECT_EQ(ids.size(), 3U);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), "mrmr"), 0);
}

TEST(Report, inspects_the_columns_that_have_a_role) {
  Columns columns{.names = {"a", "unused", "y"},
                  .columns = {numbers_column({1, 2, 3, 4}), numbers_column({1, 1, 1, 1}),
                              codes_column({0, 1, 0, 1})},
                  .source = "memory"};
  const ReportTable read = report_table(columns, {.target = "y", .drop = {"unused"}}, {});
  ASSERT_TRUE(read.inspection.has_value());
  ASSERT_EQ(read.inspection->columns.size(), 2U);
  EXPECT_EQ(read.inspection->columns[0].name, "a");
  EXPECT_EQ(read.table.features(), 1U);
}

TEST(Report, rejects_what_is_no_result) {
  EXPECT_NE(problem_of("[").find("x.json: this is not a JSON document"), std::string::npos);
  EXPECT_NE(problem_of("{}").find("(got none)"), std::string::npos);
  EXPECT_NE(problem_of(R"({"schema": "pith/report/1"})").find("(got 'pith/report/1')"),
            std::string::npos);
  EXPECT_NE(problem_of(R"({"schema": "pith/stability/1", "version": 3})").find("version must be"),
            std::string::npos);
  EXPECT_THROW(report_document({}, heading), Error);
}

TEST(Report, cuts_long_lists_and_counts_them) {
  std::vector<Column> columns;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < 300; ++i) {
    columns.push_back(codes_column({i % 2, 0, 1, 1, 0, (i / 2) % 2, 0, 1}));
    names.push_back("feature " + std::to_string(i));
  }
  const Table table({.features = columns,
                     .names = names,
                     .target = codes_column({0, 1, 0, 1, 0, 1, 0, 1}),
                     .target_name = "y"});
  ReportPlan plan{.methods = parse_variants("mim"), .k = K(5), .folds = 2, .resamples = 2};
  const Json report = report_document(run_report(table, plan, {}, plain_spelling), heading);
  EXPECT_EQ(report["selections"][0]["ranking"].size(), 40U);
  EXPECT_EQ(report["totals"]["ranking"], 300);
}

TEST(Page, allows_its_own_style_and_script_and_nothing_else) {
  const std::string page = page_html(small_report(small_table()));
  EXPECT_NE(page.find("content=\"default-src 'none'; style-src 'sha256-"), std::string::npos);
  EXPECT_NE(page.find("script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(page.find("unsafe"), std::string::npos);
  EXPECT_EQ(page.find(" style=\""), std::string::npos);
  EXPECT_EQ(page.find("http://", page.find("<main")),
            page.find("http://www.w3.org/2000/svg", page.find("<main")));
  EXPECT_EQ(page.find("https://"), std::string::npos);
}

TEST(Page, escapes_names_wherever_they_appear) {
  const std::string name = "</script><b>\xE2\x80\xAE\"'";
  const std::string page = page_html(small_report(small_table(name)));
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(page.find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_NE(page.find("&lt;/script&gt;&lt;b&gt;"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script>\\u003cb>\\u202e"), std::string::npos);
  EXPECT_NE(page.find("<title>A &lt;title&gt;</title>"), std::string::npos);
}

TEST(Page, shortens_names_and_keeps_them_in_full_once) {
  const std::string name = std::string(10000, 'n') + "end";
  const std::string page = page_html(small_report(small_table(name)));
  std::size_t count = 0;
  for (std::size_t place = page.find(name); place != std::string::npos;
       place = page.find(name, place + 1))
    ++count;
  EXPECT_EQ(count, 2U);  // in the list of features and in the JSON
}

TEST(Page, takes_its_time_from_the_environment) {
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "1800000000", 1), 0);
  EXPECT_EQ(report_time(), "2027-01-15T08:00:00Z");
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "-1", 1), 0);
  EXPECT_THROW(report_time(), Error);
  ASSERT_EQ(unsetenv("SOURCE_DATE_EPOCH"), 0);
  EXPECT_GT(report_time(), "2026");
}

/// Random numbers; the first columns follow the target.
std::vector<Column> noisy_columns(std::size_t count, const std::vector<double>& target) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> values;
    for (std::size_t row = 0; row < target.size(); ++row)
      values.push_back((i < 40 ? target[row] : 0) + Random(1, i).uniform(row));
    columns.push_back(Column::from_numbers(std::move(values)));
  }
  return columns;
}

TEST(Report, has_the_error_of_a_method_that_is_named_for_a_numeric_target) {
  std::vector<double> target;
  for (std::size_t row = 0; row < 40; ++row)
    target.push_back(Random(2, 0).uniform(row));
  const Table table({.features = noisy_columns(3, target),
                     .names = {"a", "b", "c"},
                     .target = Column::from_numbers(target),
                     .target_name = "price",
                     .source = "small"});
  ReportPlan plan = quick_plan();
  plan.methods = parse_variants("mrmr,gc-mi");
  const Json report = report_document(run_report(table, plan, {}, plain_spelling), heading);
  const std::string page = page_html(report);
  EXPECT_NE(page.find("has a cross-validated RMSE of"), std::string::npos);
  EXPECT_EQ(page.find("mrmr:relevance=correlation"), std::string::npos);
  EXPECT_NE(page.find(": mean of price "), std::string::npos);
}

TEST(Report, says_which_of_several_targets_the_histograms_are_about) {
  TableParts parts = small_table().parts();
  parts.more_targets = {{.name = "z", .column = parts.features[1]}};
  const std::string page = page_html(small_report(Table(std::move(parts))));
  EXPECT_NE(page.find("The histograms are about <bdi>y</bdi>, the first of the 2 targets."),
            std::string::npos);
  EXPECT_NE(page.find("How many rows of each class have which values"), std::string::npos);
}

TEST(Report, of_many_classes_and_long_names_stays_small) {
  constexpr std::size_t rows = 240;
  constexpr std::size_t features = 400;
  std::vector<double> level;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> classes;
  for (std::uint32_t row = 0; row < rows; ++row) {
    level.push_back(row % 12);
    codes.push_back(row % 12);
  }
  for (std::size_t c = 0; c < 12; ++c)
    classes.push_back("class number " + std::to_string(c) + " with a name of some length");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < features; ++i)
    names.push_back("a_feature_of_sixty_letters_that_says_what_was_measured_" +
                    std::to_string(10000 + i));
  const Table table({.features = noisy_columns(features, level),
                     .names = std::move(names),
                     .target = Column::from_codes(codes, std::move(classes)),
                     .target_name = "y",
                     .source = "many"});
  ReportPlan plan = quick_plan();
  plan.methods = parse_variants("mim,mrmr,jmi,anova-f");
  plan.learners = parse_variants("naive-bayes");
  plan.k = K(10);
  const Json report = report_document(run_report(table, plan, {}, plain_spelling), heading);
  const std::string page = page_html(report);
  EXPECT_LE(page.size(), 500'000U);
  EXPECT_NE(page.find("id=\"figure-chart-distribution-3\""), std::string::npos);
}

}  // namespace
}  // namespace pith
