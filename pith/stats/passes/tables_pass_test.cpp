// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/tables_pass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "tests/support/pass_runner.h"
#include "tests/support/pass_splits.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

/// Features of many numbers of levels: for each kernel and each width of codes.
const std::vector<std::size_t> all_levels{1, 2, 3, 3, 5, 11, 16, 33, 40, 257, 300};

Table coded_table(std::size_t rows, std::size_t classes) {
  std::vector<Column> features;
  for (std::size_t i = 0; i < all_levels.size(); ++i) {
    const std::size_t levels = std::min(all_levels[i], rows);
    features.push_back(codes_column(random_codes(rows, levels, i)));
  }
  return table_of(std::move(features), random_codes(rows, classes, 99));
}

PairTablesPass::Options options_of(const PassTable& table, bool by_class) {
  PairTablesPass::Options options{.classes = table.facts.class_rows.size(), .by_class = by_class};
  for (const FeatureEncoding& feature : table.facts.encoding.features)
    options.codes.push_back(static_cast<std::uint32_t>(feature.codes()));
  options.pivots = {3, 0, 5, 8, 9};
  for (Feature i = 0; i < options.codes.size(); ++i)
    options.partners.push_back(i);
  return options;
}

TEST(ClassTables, count_the_codes_of_each_class) {
  const Table table = coded_table(2000, 3);
  PassTable passes(table, 300);
  const auto codes = options_of(passes, true).codes;
  const auto state = run_pass<ClassTablesState>(passes.runner, ClassTablesPass(codes, 3), {});
  for (Feature x = 0; x < table.features(); ++x) {
    std::vector<std::uint64_t> naive(table.feature(x).levels() * 3);
    for (std::size_t row = 0; row < table.rows(); ++row)
      ++naive[table.feature(x).code(row) * 3 + table.target().code(row)];
    const auto found = state->table(x);
    EXPECT_EQ(std::vector<std::uint64_t>(found.begin(), found.end()), naive);
  }
}

/// [pivot][partner][cell]
std::vector<std::vector<std::uint64_t>> naive_tables(const Table& table,
                                                     const PairTablesPass::Options& options) {
  std::vector<std::vector<std::uint64_t>> naive;
  for (const Feature pivot : options.pivots) {
    const Column& s = table.feature(pivot);
    for (const Feature partner : options.partners) {
      const Column& x = table.feature(partner);
      const std::size_t segments = options.by_class ? options.classes : 1;
      std::vector<std::uint64_t>& cells = naive.emplace_back(segments * x.levels() * s.levels());
      for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::size_t c = options.by_class ? table.target().code(row) : 0;
        ++cells[(c * x.levels() + x.code(row)) * s.levels() + s.code(row)];
      }
    }
  }
  return naive;
}

TEST(PairTables, equal_a_naive_count_with_any_kernel) {
  const Table table = coded_table(1500, 3);
  for (const bool by_class : {false, true}) {
    const PairTablesPass pass(options_of(PassTable(table, 1500), by_class));
    const auto naive = naive_tables(table, pass.options());
    for (const std::size_t block_rows : {1500U, 700U, 90U}) {
      PassTable passes(table, block_rows);
      const auto state = run_pass<PairTablesState>(passes.runner, pass, {.threads = 3});
      for (std::size_t p = 0; p < pass.options().pivots.size(); ++p) {
        for (std::size_t j = 0; j < pass.options().partners.size(); ++j) {
          const auto found = state->table(p, j);
          ASSERT_TRUE(std::ranges::equal(found, naive[p * pass.options().partners.size() + j]))
              << "pivot " << p << ", partner " << j << ", blocks of " << block_rows;
        }
      }
    }
  }
}

/// Cuts, values and levels of hard_table(), missing values as codes.
Encoding hard_encoding(std::size_t rows) {
  Encoding encoding;
  encoding.target.field = hard_target;
  encoding.target.names = {"a", "b", "c"};
  const auto add = [&](FeatureEncoding::Kind kind, std::size_t field) -> FeatureEncoding& {
    FeatureEncoding& feature = encoding.features.emplace_back();
    feature.kind = kind;
    feature.field = field;
    feature.has_missing_code = true;
    return feature;
  };
  add(FeatureEncoding::Kind::cuts, 0).cuts = {0.2, 0.4, 0.9};
  add(FeatureEncoding::Kind::cuts, 2).cuts = {-0.5, 0.5};
  add(FeatureEncoding::Kind::values, 3).values = {-2, -1, 0, 1, 2};
  add(FeatureEncoding::Kind::levels, 10).levels = {"p", "q", "r", "s"};
  FeatureEncoding& many = add(FeatureEncoding::Kind::levels, 11);
  for (std::size_t i = 0; i <= rows; ++i)
    many.levels.push_back("level " + std::to_string(i));
  std::sort(many.levels.begin(), many.levels.end());
  return encoding;
}

std::vector<std::uint32_t> codes_of(const Encoding& encoding) {
  std::vector<std::uint32_t> codes;
  for (const FeatureEncoding& feature : encoding.features)
    codes.push_back(static_cast<std::uint32_t>(feature.codes()));
  return codes;
}

TEST(Tables, have_the_same_bytes_for_any_split) {
  const Columns table = hard_table(300);
  const Encoding encoding = hard_encoding(300);
  expect_same_bytes_for_any_split(ClassTablesPass(codes_of(encoding), 3), table, encoding);
  for (const bool by_class : {false, true}) {
    const PairTablesPass pass({.codes = codes_of(encoding),
                               .classes = 3,
                               .by_class = by_class,
                               .pivots = {4, 0, 2},
                               .partners = {0, 1, 3, 4}});
    expect_same_bytes_for_any_split(pass, table, encoding);
  }
}

TEST(Tables, reject_damaged_bytes) {
  const Columns table = hard_table(40);
  const Encoding encoding = hard_encoding(40);
  const ClassTablesPass of_classes(codes_of(encoding), 3);
  const auto first = of_classes.start();
  add_rows(of_classes, *first, table, 9, encoding);
  expect_damage_is_rejected(of_classes, *first);
  const PairTablesPass of_pairs({.codes = codes_of(encoding),
                                 .classes = 3,
                                 .by_class = true,
                                 .pivots = {1, 3},
                                 .partners = {0, 2, 3}});
  const auto second = of_pairs.start();
  add_rows(of_pairs, *second, table, 9, encoding);
  expect_damage_is_rejected(of_pairs, *second);
  EXPECT_THROW(second->merge(0, first->partial(0)), Error);
}

TEST(Tables, reject_rows_of_another_encoding) {
  const Columns table = hard_table(40);
  const Encoding encoding = hard_encoding(40);
  std::vector<std::uint32_t> codes = codes_of(encoding);
  ++codes[1];
  const ClassTablesPass pass(codes, 3);
  const auto state = pass.start();
  EXPECT_THROW(add_rows(pass, *state, table, 9, encoding), Error);
}

TEST(Tables, are_sent_in_blocks_of_a_few_megabytes) {
  const ClassTablesPass pass(std::vector<std::uint32_t>(1000, 10'000), 2);
  EXPECT_EQ(pass.state_bytes() / 1'000'000, 160U);
  EXPECT_GE(pass.blocks(), 19U);
  EXPECT_LE(pass.blocks(), 22U);
}

}  // namespace
}  // namespace stats
}  // namespace pith
