// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/encoded_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "pith/base/error.h"
#include "pith/data/blocks/table_blocks.h"
#include "pith/stats/passes/exact_sum.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Kind = FeatureEncoding::Kind;
constexpr std::uint32_t no_code = FeatureEncoding::no_code;
const double nan = std::nan("");

Column numbers(std::vector<double> values) {
  Mask missing;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) missing.set(row);
  }
  return Column::from_numbers(std::move(values), std::move(missing));
}

/// The rows of a feature, whatever its width.
std::vector<std::int64_t> rows_of(const EncodedRows& rows, std::size_t feature) {
  const auto all = [](auto span) { return std::vector<std::int64_t>(span.begin(), span.end()); };
  switch (rows.width(feature)) {
    case 1:
      return all(rows.bytes(feature));
    case 2:
      return all(rows.shorts(feature));
    case 4:
      return all(rows.longs(feature));
    default:
      return all(rows.integers(feature));
  }
}

using Rows = std::vector<std::int64_t>;

Rows encoded(const FeatureEncoding& feature, const Column& column) {
  const RowBlock block{.columns = {column}, .rows = column.rows()};
  return rows_of(EncodedRows(block, {.target = {}, .features = {feature}}, {}), 0);
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    return error.what();
  }
  return "no error";
}

TEST(EncodedRows, codes_numbers_by_cuts) {
  const Column x = numbers({1, 1.5, 2, 3, nan, -0.0});
  EXPECT_EQ(encoded({.kind = Kind::cuts, .cuts = {1, 2}, .has_missing_code = true}, x),
            (Rows{0, 1, 1, 2, 3, 0}));
  EXPECT_EQ(encoded({.kind = Kind::cuts, .cuts = {1, 2}, .fill_number = 2.5}, x),
            (Rows{0, 1, 1, 2, 2, 0}));
  EXPECT_EQ(encoded({.kind = Kind::cuts,
                     .cuts = {1, 2, 5, 6},
                     .has_missing_code = true,
                     .renumbered = {0, 1, 2, no_code, no_code, 3}},
                    x),
            (Rows{0, 1, 1, 2, 3, 0}));
}

TEST(EncodedRows, codes_numbers_by_values) {
  const Column x = numbers({3, -2, 7, nan, -0.0});
  const Rows expected = {2, 0, 3, 4, 1};
  EXPECT_EQ(encoded({.kind = Kind::values, .values = {-2, 0, 3, 7}, .has_missing_code = true}, x),
            expected);
  EXPECT_EQ(encoded({.kind = Kind::values, .values = {-2, 0, 3, 7}, .fill_number = 3}, x),
            (Rows{2, 0, 3, 2, 1}));
  // Fractions are looked up in another way.
  EXPECT_EQ(encoded({.kind = Kind::values, .values = {0.25, 0.5}}, numbers({0.5, 0.25, 0.25})),
            (Rows{1, 0, 0}));
}

TEST(EncodedRows, codes_levels_by_their_names) {
  Mask missing;
  missing.set(2);
  const Column x =
      Column::from_codes(std::vector<std::uint32_t>{0, 1, 0, 2}, {"red", "green", "blue"}, missing);
  const std::vector<std::string> levels = {"blue", "green", "grey", "red"};
  EXPECT_EQ(encoded({.kind = Kind::levels, .levels = levels, .has_missing_code = true}, x),
            (Rows{3, 1, 4, 0}));
  EXPECT_EQ(encoded({.kind = Kind::levels, .levels = levels, .fill_code = 2}, x),
            (Rows{3, 1, 2, 0}));
}

TEST(EncodedRows, puts_numbers_and_booleans_on_grids) {
  const Grid grid = grid_of(-1, 3);
  const auto on = [&](double x) { return on_grid(grid, x); };
  EXPECT_EQ(encoded({.kind = Kind::grid, .grid = grid, .fill_number = 0.5}, numbers({-1, nan, 3})),
            (Rows{on(-1), on(0.5), on(3)}));
  EXPECT_EQ(
      encoded({.kind = Kind::grid, .values = {0, 1}, .levels = {"False", "True"}, .grid = grid},
              Column::from_codes(std::vector<std::uint32_t>{1, 0}, {"False", "True"})),
      (Rows{on(1), on(0)}));
}

TEST(EncodedRows, gives_ranks_by_values) {
  EXPECT_EQ(
      encoded({.kind = Kind::ranks, .values = {1, 2.5, 4}, .ranks = {2, 5, 9}, .fill_number = 2.5},
              numbers({4, 1, 2.5, nan})),
      (Rows{9, 2, 5, 5}));
  EXPECT_EQ(encoded({.kind = Kind::ranks, .values = {1, 2.5, 4}, .fill_number = 2.5},
                    numbers({4, 1, 2.5})),
            (Rows{6, 2, 4}))
      << "distinct values need no list of ranks";
}

TEST(EncodedRows, takes_the_narrowest_width) {
  const Column x = codes_column(random_codes(70'000, 70'000, 1));
  const auto width = [&](std::size_t levels) {
    FeatureEncoding feature{.kind = Kind::levels, .levels = x.level_names()};
    feature.levels.resize(levels);
    const RowBlock block{.columns = {x.slice(0, 10)}, .rows = 10};
    return EncodedRows(block, {.target = {}, .features = {feature}}, {}).width(0);
  };
  EXPECT_EQ(width(256), 1U);
  EXPECT_EQ(width(257), 2U);
  EXPECT_EQ(width(65'536), 2U);
  EXPECT_EQ(width(65'537), 4U);
}

/// A table of 500 rows with everything in it, and its encoding.
struct Example {
  Columns columns;
  Encoding encoding;
};

Example example() {
  constexpr std::size_t rows = 500;
  const Random random(9, 0);
  std::vector<double> x(rows);
  std::vector<double> wide(rows);
  Mask no_target;
  Mask no_level;
  for (std::size_t row = 0; row < rows; ++row) {
    x[row] = row % 17 == 4 ? nan : random.uniform(row);
    wide[row] = 1e8 + static_cast<double>(random.below(rows + row, 400));
    if (row % 29 == 0) no_target.set(row);
    if (row % 31 == 0) no_level.set(row);
  }
  std::vector<double> values(400);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 1e8 + static_cast<double>(i);
  const Column y = codes_column(random_codes(rows, 3, 1), no_target);
  const Column c = codes_column(random_codes(rows, 5, 2), no_level);
  return {
      .columns = {.names = {"x", "wide", "c", "y"}, .columns = {numbers(x), numbers(wide), c, y}},
      .encoding = {
          .target = {.field = 3, .name = "y", .names = {"2", "0", "1"}},
          .features =
              {{.kind = Kind::grid,
                .field = 0,
                .name = "x",
                .grid = grid_of(0, 1),
                .fill_number = 0.25},
               {.kind = Kind::values, .field = 1, .name = "wide", .values = values},
               {.kind = Kind::levels, .field = 2, .name = "c", .levels = {"4", "3", "2", "1", "0"}},
               {.kind = Kind::cuts,
                .field = 0,
                .name = "x",
                .cuts = {0.3, 0.6},
                .has_missing_code = true}},
          .required_fields = {2}}};
}

std::vector<EncodedRows> encode_blocks(const Example& table, std::size_t block_rows,
                                       const Context& context = {}) {
  std::vector<EncodedRows> parts;
  TableBlocks(table.columns, block_rows)
      .read(table.encoding.fields(),
            [&](const RowBlock& block) { parts.emplace_back(block, table.encoding, context); }, {});
  return parts;
}

TEST(EncodedRows, are_sorted_by_class_and_leave_rows_out) {
  const Example table = example();
  const EncodedRows rows = encode_blocks(table, 1000)[0];
  const Column& c = table.columns.columns[2];
  const Column& y = table.columns.columns[3];
  ASSERT_EQ(rows.classes(), 3U);
  std::size_t place = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t row = 0; row < y.rows(); ++row) {
      if (y.missing().test(row) || c.missing().test(row) ||
          y.level(y.code(row)) != table.encoding.target.names[k]) {
        continue;
      }
      const double x = table.columns.columns[0].number(row);
      const double wide = table.columns.columns[1].number(row);
      EXPECT_EQ(rows.integers(0)[place], on_grid(grid_of(0, 1), std::isnan(x) ? 0.25 : x));
      EXPECT_EQ(rows.shorts(1)[place], wide - 1e8);
      EXPECT_EQ(rows.bytes(2)[place], 4 - c.code(row));
      EXPECT_EQ(rows.bytes(3)[place], std::isnan(x) ? 3 : (x > 0.3) + (x > 0.6));
      ++place;
    }
    EXPECT_EQ(rows.class_ends()[k], place);
  }
  EXPECT_EQ(rows.rows(), place);
}

TEST(EncodedRows, are_the_same_rows_however_they_are_split) {
  const Example table = example();
  const EncodedRows whole = encode_blocks(table, 1000)[0];
  for (const std::size_t size : {1, 7, 100}) {
    const std::vector<EncodedRows> parts = encode_blocks(table, size);
    for (std::size_t feature = 0; feature < whole.features(); ++feature) {
      Rows together;
      for (std::size_t k = 0; k < whole.classes(); ++k) {
        for (const EncodedRows& part : parts) {
          const Rows rows = rows_of(part, feature);
          const auto begin = rows.begin() + (k == 0 ? 0 : part.class_ends()[k - 1]);
          together.insert(together.end(), begin, rows.begin() + part.class_ends()[k]);
        }
      }
      EXPECT_EQ(together, rows_of(whole, feature));
    }
  }
}

TEST(EncodedRows, have_the_same_bytes_on_any_number_of_threads) {
  const Example table = example();
  EXPECT_EQ(encode_blocks(table, 1000, {.threads = 1})[0].pack(),
            encode_blocks(table, 1000, {.threads = 4})[0].pack());
}

TEST(EncodedRows, encode_a_matrix_in_row_order) {
  constexpr std::size_t rows = 90;
  constexpr std::size_t cols = 40;
  auto matrix = std::make_shared<std::vector<double>>(rows * cols);
  const Random random(2, 0);
  RowBlock block{.columns = {}, .rows = rows};
  Encoding encoding;
  for (std::size_t i = 0; i < matrix->size(); ++i)
    (*matrix)[i] = random.uniform(i);
  for (std::size_t col = 0; col < cols; ++col) {
    block.columns.push_back(Column::borrow(
        {.values = matrix->data() + col, .rows = rows, .step = 8 * std::ptrdiff_t{cols}}, matrix));
    encoding.features.push_back({.kind = Kind::cuts, .field = 3 * col, .cuts = {0.5}});
  }
  const EncodedRows encoded_rows(block, encoding, {});
  for (std::size_t col = 0; col < cols; ++col) {
    for (std::size_t row = 0; row < rows; ++row)
      ASSERT_EQ(encoded_rows.bytes(col)[row], (*matrix)[row * cols + col] > 0.5 ? 1 : 0);
  }
}

TEST(EncodedRows, are_the_same_after_they_were_packed) {
  const Example table = example();
  for (const EncodedRows& rows : encode_blocks(table, 77)) {
    const std::string bytes = rows.pack();
    const EncodedRows back = EncodedRows::unpack(bytes);
    EXPECT_EQ(back.pack(), bytes);
    EXPECT_EQ(back.rows(), rows.rows());
    for (std::size_t feature = 0; feature < rows.features(); ++feature) {
      EXPECT_EQ(back.codes(feature), rows.codes(feature));
      EXPECT_EQ(rows_of(back, feature), rows_of(rows, feature));
    }
  }
  EXPECT_EQ(EncodedRows::unpack(EncodedRows().pack()).rows(), 0U);
}

TEST(EncodedRows, reject_every_truncation_and_every_changed_byte) {
  const std::string whole = encode_blocks(example(), 20)[0].pack();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_THROW(EncodedRows::unpack(std::string_view(whole).substr(0, i)), Error);
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_THROW(EncodedRows::unpack(changed), Error);
  }
}

TEST(EncodedRows, take_as_much_memory_as_they_say) {
  const Example table = example();
  const EncodedRows rows = encode_blocks(table, 1000)[0];
  const std::uint64_t bytes = EncodedRows::bytes_of(rows.rows(), table.encoding);
  EXPECT_GE(bytes + 100, rows.pack().size());
  EXPECT_LE(bytes, rows.pack().size() + 100);
}

TEST(EncodedRows, reject_values_that_the_encoding_does_not_know) {
  const auto fails = [](const FeatureEncoding& feature, const Column& column) {
    return error_of([&] { encoded(feature, column); });
  };
  const std::string changed =
      " that was not there when the table was read first; the data must not change during a run";
  EXPECT_EQ(fails({.kind = Kind::values, .name = "x", .values = {1, 2}}, numbers({1, 1.5})),
            "feature 'x' has the value 1.5" + changed);
  EXPECT_EQ(fails({.kind = Kind::cuts, .name = "x", .cuts = {1}}, numbers({1, nan})),
            "feature 'x' has a missing value" + changed);
  EXPECT_EQ(fails({.kind = Kind::grid, .name = "x"}, numbers({1, nan})),
            "feature 'x' has a missing value" + changed);
  EXPECT_EQ(fails({.kind = Kind::levels, .name = "x", .levels = {"0"}}, codes_column({0, 1})),
            "feature 'x' has the level '1'" + changed);
  EXPECT_EQ(fails({.kind = Kind::cuts, .name = "x", .cuts = {1}, .renumbered = {0, no_code}},
                  numbers({0, 5})),
            "feature 'x' has the value 5" + changed);
  EXPECT_EQ(fails({.kind = Kind::cuts, .name = "x", .cuts = {1}}, codes_column({0, 1})),
            "feature 'x' is categorical where a numeric one was expected; it must have the same "
            "type in all rows");
  const RowBlock block{.columns = {codes_column({0, 1})}, .rows = 2};
  EXPECT_EQ(error_of([&] {
              EncodedRows(block, {.target = {.field = 0, .name = "y", .names = {"0"}}}, {});
            }),
            "target 'y': the class '1' was not there when the table was read first; the data must "
            "not change during a run");
}

TEST(EncodedRows, do_not_look_at_values_of_rows_that_are_left_out) {
  Mask missing;
  missing.set(1);
  const RowBlock block{.columns = {numbers({1, 9, 2}), codes_column({0, 0, 1}, missing)},
                       .rows = 3};
  const Encoding encoding{.target = {.field = 1, .names = {"0", "1"}},
                          .features = {{.kind = Kind::values, .field = 0, .values = {1, 2}}}};
  EXPECT_EQ(rows_of(EncodedRows(block, encoding, {}), 0), (Rows{0, 1}));
}

TEST(EncodedRows, take_numeric_and_binned_targets) {
  const RowBlock block{.columns = {numbers({0.5, 2, 1, nan, 2})}, .rows = 5};
  const FeatureEncoding row{.kind = Kind::cuts, .field = 0, .cuts = {0.7, 1.5}};
  const TargetEncoding values{.field = 0, .values = {0.5, 1, 2}, .names = {"0.5", "1", "2"}};
  EXPECT_EQ(rows_of(EncodedRows(block, {.target = values, .features = {row}}, {}), 0),
            (Rows{0, 1, 2, 2}));
  const TargetEncoding bins{
      .field = 0, .cuts = {0.6, 0.7}, .names = {"low", "high"}, .renumbered = {0, no_code, 1}};
  const EncodedRows binned(block, {.target = bins, .features = {row}}, {});
  EXPECT_EQ(rows_of(binned, 0), (Rows{0, 2, 1, 2}));
  EXPECT_EQ(binned.class_ends()[0], 1U);
}

}  // namespace
}  // namespace pith
