// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/blocks/table_blocks.h"
#include "pith/stats/passes/pass.h"

// What tests of passes share: a table with everything that may go wrong, and the law that a state
// has the same bytes however the rows are split, ordered and merged.
namespace pith {

/// Numbers, in which NaN is missing.
inline Column numbers_column(std::vector<double> values) {
  Mask missing;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) missing.set(row);
  }
  return Column::from_numbers(std::move(values), std::move(missing));
}

/// The same rows with the levels that occur in them, in another order.
inline Column recoded(const Column& column) {
  if (!column.is_codes()) return column;
  std::vector<std::string> levels;
  std::map<std::string, std::uint32_t> places;
  std::vector<std::uint32_t> codes(column.rows());
  for (std::size_t row = column.rows(); row-- > 0;) {
    if (column.missing().test(row)) continue;
    const std::string& level = column.level(column.code(row));
    const auto [place, is_new] = places.emplace(level, static_cast<std::uint32_t>(levels.size()));
    if (is_new) levels.push_back(level);
    codes[row] = place->second;
  }
  return Column::from_codes(codes, std::move(levels), column.missing());
}

/// Fields of hard_table() by kind.
inline constexpr std::size_t hard_numbers = 10;  // fields 0 .. 9 are numeric
inline constexpr std::size_t hard_fields = 13;
inline constexpr std::size_t hard_target = 12;
inline constexpr std::size_t hard_empty = 9;

/// 0 uniform, 1 with an offset of 1e8, 2 normal-ish with missing values, 3 small integers, 4 zeros
/// of both signs, 5 constant, 6 a permutation with gaps of 3, 7 integers of many sizes, 8 two
/// fractions, 9 nothing but missing values; 10 few levels with missing values, 11 many levels, 12
/// the target: class `c` only in the last rows, some missing.
inline Columns hard_table(std::size_t rows, std::uint64_t seed = 1) {
  const Random random(seed, 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::vector<double>> numbers(hard_numbers, std::vector<double>(rows));
  const std::vector<std::size_t> places = Random(seed, 1).permutation(rows);
  std::vector<std::uint32_t> few(rows);
  std::vector<std::uint32_t> many(rows);
  std::vector<std::uint32_t> target(rows);
  Mask no_level;
  Mask no_target;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto draw = [&](std::size_t i) { return random.uniform(row * 20 + i); };
    const auto below = [&](std::size_t i, std::uint64_t n) {
      return random.below(row * 20 + i, n);
    };
    numbers[0][row] = draw(0);
    numbers[1][row] = 1e8 + draw(1);
    numbers[2][row] = draw(2) < 0.2 ? nan : draw(3) + draw(4) + draw(5) - 1.5;
    numbers[3][row] = static_cast<double>(below(6, 5)) - 2;
    numbers[4][row] = draw(7) < 0.5 ? -0.0 : 0.0;
    numbers[5][row] = 7.25;
    numbers[6][row] = 100 + 3 * static_cast<double>(places[row]);
    numbers[7][row] = std::round(std::exp2(50 * draw(8)) * (draw(9) - 0.5));
    numbers[8][row] = draw(10) < 0.3 ? 0.1 : 0.3;
    numbers[9][row] = nan;
    few[row] = static_cast<std::uint32_t>(below(11, 4));
    many[row] = static_cast<std::uint32_t>(below(12, rows + 1));
    target[row] = row + 5 >= rows ? 2 : static_cast<std::uint32_t>(below(13, 2));
    if (draw(14) < 0.1) no_level.set(row);
    if (draw(15) < 0.05) no_target.set(row);
  }
  std::vector<std::string> levels(rows + 1);
  for (std::size_t i = 0; i < levels.size(); ++i)
    levels[i] = "level " + std::to_string(i);
  Columns columns;
  for (std::vector<double>& values : numbers)
    columns.columns.push_back(numbers_column(std::move(values)));
  columns.columns.push_back(Column::from_codes(few, {"p", "q", "r", "s"}, no_level));
  columns.columns.push_back(Column::from_codes(many, levels));
  columns.columns.push_back(Column::from_codes(target, {"b", "a", "c"}, no_target));
  for (std::size_t i = 0; i < columns.columns.size(); ++i)
    columns.names.push_back("f" + std::to_string(i));
  return columns;
}

/// These rows of a table, whose levels have other codes.
inline Columns rows_of(const Columns& table, std::span<const std::size_t> rows) {
  Columns part = table;
  for (Column& column : part.columns)
    column = recoded(column.take(rows));
  return part;
}

inline std::vector<std::string> partials(const Pass& pass, const PassState& state) {
  std::vector<std::string> parts(pass.blocks());
  for (std::size_t block = 0; block < parts.size(); ++block)
    parts[block] = state.partial(block);
  return parts;
}

inline void merge_into(PassState& state, const std::vector<std::string>& parts) {
  for (std::size_t block = 0; block < parts.size(); ++block)
    state.merge(block, parts[block]);
}

/// Adds all rows in blocks of `block_rows`: as read, or encoded.
inline void add_rows(const Pass& pass, PassState& state, const Columns& table,
                     std::size_t block_rows, const Encoding& encoding = {},
                     const Context& context = {}) {
  const std::vector<std::size_t> fields = pass.reads_encoded() ? encoding.fields() : pass.fields();
  TableBlocks(table, block_rows)
      .read(
          fields,
          [&](const RowBlock& block) {
            if (pass.reads_encoded()) {
              state.update(EncodedRows(block, encoding, context), context);
            } else {
              state.update(block, context);
            }
          },
          context);
}

/// The state of a pass over a table has the same bytes for any blocks, threads, order of rows and
/// tree of merges, and for a pass that was sent.
inline void expect_same_bytes_for_any_split(const Pass& pass, const Columns& table,
                                            const Encoding& encoding = {}) {
  const std::size_t rows = table.columns.front().rows();
  const std::unique_ptr<PassState> whole = pass.start();
  add_rows(pass, *whole, table, std::max<std::size_t>(rows, 1), encoding, {.threads = 1});
  const std::vector<std::string> expected = partials(pass, *whole);

  const std::unique_ptr<const Pass> sent = parse_pass(pass.describe());
  ASSERT_EQ(sent->describe(), pass.describe());
  ASSERT_EQ(sent->fields(), pass.fields());
  for (const std::size_t block_rows : {1, 7, 1000}) {
    const std::unique_ptr<PassState> state = sent->start();
    add_rows(*sent, *state, table, block_rows, encoding, {.threads = 3});
    ASSERT_EQ(partials(*sent, *state), expected) << "blocks of " << block_rows;
  }

  const std::vector<std::size_t> order = Random(3, 0).permutation(rows);
  const std::unique_ptr<PassState> shuffled = pass.start();
  add_rows(pass, *shuffled, rows_of(table, order), 100, encoding);
  ASSERT_EQ(partials(pass, *shuffled), expected) << "other order";

  // Parts of 0, 1, 2, ... rows, merged from the left, from the right and as a tree.
  std::vector<std::vector<std::string>> parts;
  std::size_t first = 0;
  for (std::size_t size = 0; first < rows; size = 3 * size + 1) {
    const std::size_t count = std::min(size, rows - first);
    const std::unique_ptr<PassState> state = pass.start();
    if (count > 0) {
      add_rows(pass, *state, rows_of(table, std::span(order).subspan(first, count)), 11, encoding);
    }
    parts.push_back(partials(pass, *state));
    first += count;
  }
  const std::unique_ptr<PassState> left = pass.start();
  for (const auto& part : parts)
    merge_into(*left, part);
  EXPECT_EQ(partials(pass, *left), expected) << "merged from the left";
  const std::unique_ptr<PassState> right = pass.start();
  for (std::size_t i = parts.size(); i-- > 0;)
    merge_into(*right, parts[i]);
  EXPECT_EQ(partials(pass, *right), expected) << "merged from the right";
  while (parts.size() > 1) {
    std::vector<std::vector<std::string>> next;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const std::unique_ptr<PassState> pair = pass.start();
      merge_into(*pair, parts[i]);
      if (i + 1 < parts.size()) merge_into(*pair, parts[i + 1]);
      next.push_back(partials(pass, *pair));
    }
    parts = std::move(next);
  }
  EXPECT_EQ(parts.front(), expected) << "merged as a tree";
}

/// Every truncation and every changed byte of what a pass sends is rejected: the pass itself, and
/// a state.
inline void expect_damage_is_rejected(const Pass& pass, const PassState& state) {
  const auto check = [](const std::string& whole, const auto& read) {
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 2000);
    for (std::size_t i = 0; i < whole.size(); i += step) {
      EXPECT_THROW(read(std::string_view(whole).substr(0, i)), Error);
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ 0x20);
      EXPECT_THROW(read(changed), Error);
    }
  };
  check(pass.describe(), [](std::string_view bytes) { (void)parse_pass(bytes); });
  const std::unique_ptr<PassState> target = pass.start();
  for (std::size_t block = 0; block < pass.blocks(); ++block) {
    check(state.partial(block), [&](std::string_view bytes) { target->merge(block, bytes); });
  }
  const std::unique_ptr<PassState> fresh = pass.start();
  EXPECT_EQ(partials(pass, *target), partials(pass, *fresh)) << "damaged bytes changed the state";
}

}  // namespace pith
