// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pith/select/catalog.h"
#include "pith/stats/source.h"
#include "tests/support/gaussian_twin.h"
#include "tests/support/pass_runner.h"
#include "tests/support/tables.h"

// Methods that need statistics only, on a source of passes and on a table.
namespace pith {
namespace {

Selection run(std::string_view id, const Source& source, std::size_t k,
              const Settings& settings = {}, std::span<const Feature> keep = {}) {
  const Method& which = method(id);
  return which.run(source, {.k = k, .keep = keep, .params = {id, which.parameters, settings}}, {});
}

void expect_same(const Selection& found, const Selection& expected, double tolerance) {
  ASSERT_EQ(found.features(), expected.features());
  for (std::size_t i = 0; i < expected.selected.size(); ++i)
    EXPECT_NEAR(found.selected[i].score, expected.selected[i].score, tolerance);
  EXPECT_EQ(found.notes, expected.notes);
}

/// Codes that share some information with the classes and with each other.
Table coded_table(std::size_t rows, std::size_t features, std::size_t levels) {
  const std::vector<std::uint32_t> target = random_codes(rows, 3, 1);
  std::vector<Column> columns;
  std::vector<std::uint32_t> last(rows);
  for (std::size_t j = 0; j < features; ++j) {
    std::vector<std::uint32_t> codes = random_codes(rows, levels, 10 + j);
    const Random random(1000 + j, 0);
    const double relevance = 0.5 * random.uniform(0);
    const double redundancy = 0.6 * random.uniform(1);
    for (std::size_t row = levels; row < rows; ++row) {
      if (random.uniform(2 * row) < redundancy) codes[row] = last[row];
      if (random.uniform(2 * row + 1) < relevance)
        codes[row] = static_cast<std::uint32_t>((target[row] + j) % levels);
    }
    last = codes;
    columns.push_back(codes_column(codes));
  }
  return table_of(std::move(columns), target);
}

TEST(Passes, select_from_codes_with_the_bits_of_a_table) {
  const Table table = coded_table(400, 40, 4);
  for (const std::string id : {"mim", "gain-ratio", "symmetric-uncertainty", "mifs", "mrmr", "jmi",
                               "cmim", "jmim", "njmim", "disr", "cife", "icap", "condred",
                               "beta-gamma", "fcbf", "cfs", "qpfs", "spec-cmi"}) {
    SCOPED_TRACE(id);
    for (const std::string correction : {"none", "miller-madow", "chance"}) {
      PassTable passes(table, 70);
      const Settings settings{{"correction", correction}};
      expect_same(run(id, passes.source, 12, settings), run(id, TableSource(table), 12, settings),
                  0);
    }
  }
}

TEST(Passes, select_from_numbers_what_a_table_gives) {
  const Table table = gaussian_table(300, 40, 3, 1);
  for (const std::string id : {"gc-mi", "gc-e", "gkl-mi", "gkl-e", "fisher", "anova-f"}) {
    SCOPED_TRACE(id);
    PassTable passes(table, 70);
    expect_same(run(id, passes.source, 12), run(id, TableSource(table), 12), 1e-9);
  }
  PassTable passes(table, 70);
  const Settings by_values{{"similarity", "correlation"}};
  expect_same(run("qpfs", passes.source, 12, by_values),
              run("qpfs", TableSource(table), 12, by_values), 1e-9);
  passes.use_ranks(table);
  expect_same(run("inf-fs", passes.source, 12), run("inf-fs", TableSource(table), 12), 1e-9);
}

TEST(Passes, keep_features_as_a_table_does) {
  const std::vector<Feature> keep{30, 2, 17};
  const Table codes = coded_table(300, 40, 3);
  for (const std::string id : {"mrmr", "cmim", "fcbf"}) {
    PassTable passes(codes, 70);
    expect_same(run(id, passes.source, 10, {}, keep), run(id, TableSource(codes), 10, {}, keep), 0);
    EXPECT_LE(passes.runner.passes, 3U) << id;
  }
  const Table numbers = gaussian_table(200, 40, 3, 2);
  PassTable passes(numbers, 70);
  expect_same(run("gc-mi", passes.source, 10, {}, keep),
              run("gc-mi", TableSource(numbers), 10, {}, keep), 1e-9);
}

TEST(Passes, are_few_for_50_of_200_features) {
  const Table codes = coded_table(500, 200, 3);
  const std::vector<std::pair<std::string, std::size_t>> limits{
      {"mrmr", 8}, {"jmi", 8}, {"cmim", 10}, {"jmim", 10}, {"cfs", 10}, {"fcbf", 10}};
  for (const auto& [id, limit] : limits) {
    PassTable passes(codes, 500);
    (void)run(id, passes.source, 50);
    EXPECT_LE(passes.runner.passes, limit) << id;
  }
}

TEST(Passes, are_few_for_scatter_columns) {
  // The whole matrix, all columns at once, and columns in batches.
  const std::vector<std::pair<std::size_t, std::size_t>> sizes{{200, 50}, {200, 30}, {300, 50}};
  for (const auto& [features, k] : sizes) {
    const Table numbers = gaussian_table(200, features, 2, 3);
    for (const std::string id : {"gc-mi", "gkl-mi"}) {
      PassTable passes(numbers, 200);
      (void)run(id, passes.source, k);
      EXPECT_LE(passes.runner.passes, features > 256 ? 8U : 1U) << id << " of " << features;
    }
  }
}

}  // namespace
}  // namespace pith
