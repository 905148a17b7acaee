// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/column_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "pith/data/blocks/cached_part.h"

namespace pith {
namespace {

constexpr std::uint32_t none = ColumnFile::missing_code;

std::vector<std::uint32_t> codes_of(const ColumnFile& file, std::size_t column, std::size_t block,
                                    std::size_t rows) {
  std::vector<std::uint32_t> codes(rows);
  file.read(column, block, codes);
  return codes;
}

TEST(ColumnFile, reads_what_was_appended_in_the_width_that_it_needs) {
  ColumnFile file("test", 2, {});
  const std::vector<double> numbers{1.5, std::nan(""), -3};
  const std::vector<std::uint32_t> narrow{0, none, 254};
  const std::vector<std::uint32_t> wide{255, 65'534, none};
  const std::vector<std::uint32_t> widest{65'535, 0, 1};
  file.append(0, numbers);
  file.append(1, narrow);
  file.append(1, wide);
  file.append(1, widest);
  EXPECT_EQ(file.bytes(), 3U * (8 + 1 + 2 + 4));
  file.finish();
  EXPECT_EQ(file.column_bytes(1), 3U * (1 + 2 + 4));
  EXPECT_EQ(file.blocks(1), 3U);
  std::vector<double> again(3);
  file.read(0, 0, again);
  EXPECT_EQ(again[0], 1.5);
  EXPECT_TRUE(std::isnan(again[1]));
  EXPECT_EQ(again[2], -3);
  EXPECT_TRUE(file.has_missing(0, 0));
  EXPECT_EQ(codes_of(file, 1, 0, 3), narrow);
  EXPECT_EQ(codes_of(file, 1, 1, 3), wide);
  EXPECT_EQ(codes_of(file, 1, 2, 3), widest);
  EXPECT_FALSE(file.has_missing(1, 2));
}

TEST(ColumnFile, writes_more_than_its_buffer) {
  Context little;
  little.memory = std::uint64_t{4} << 20U;
  ColumnFile file("test", 3, little);
  for (std::size_t block = 0; block < 50; ++block) {
    for (std::size_t column = 0; column < 3; ++column) {
      const std::size_t rows = column == 2 ? 20'000 : 700;  // larger than the buffer, and smaller
      file.append(column, std::vector<double>(rows, static_cast<double>(block * 3 + column)));
    }
  }
  file.finish();
  EXPECT_LT(little.ledger->in_use(), std::uint64_t{1} << 20U);
  for (std::size_t block = 0; block < 50; ++block) {
    for (std::size_t column = 0; column < 3; ++column) {
      std::vector<double> values(column == 2 ? 20'000 : 700);
      file.read(column, block, values);
      EXPECT_EQ(values.front(), static_cast<double>(block * 3 + column));
      EXPECT_EQ(values.back(), static_cast<double>(block * 3 + column));
    }
  }
}

TEST(CachedPart, gives_codes_their_meaning) {
  ColumnFile file("test", 3, {});
  const std::vector<std::uint32_t> codes{2, none, 0, 1};
  for (std::size_t column = 0; column < 3; ++column)
    file.append(column, codes);
  file.finish();
  std::vector<CachedColumn> columns(3);
  columns[0] = {.field = {.kind = Column::Kind::codes},
                .levels = {"x", "y", "z"},
                .is_stored_as_codes = true};
  columns[1] = {.field = {.kind = Column::Kind::codes},
                .recoded = {1, none, 0},
                .levels = {"n", "o"},
                .is_stored_as_codes = true};
  columns[2] = {.field = {.kind = Column::Kind::numbers, .is_date = true},
                .numbers = {10, std::nan(""), 30},
                .is_stored_as_codes = true};
  const CachedPart part(std::move(file), std::move(columns), BlockEnds::even(4, 4), {});
  const std::vector<std::size_t> all{2, 0, 1};
  const std::vector<Column> read = part.read(0, all, {});
  EXPECT_TRUE(read[0].is_date());
  EXPECT_EQ(read[0].number(0), 30);
  EXPECT_EQ(read[0].number(2), 10);
  EXPECT_EQ(read[0].missing().count(), 2U);
  EXPECT_EQ(read[1].level(read[1].code(0)), "z");
  EXPECT_TRUE(read[1].missing().test(1));
  EXPECT_EQ(read[2].level(read[2].code(0)), "n");
  EXPECT_EQ(read[2].level(read[2].code(2)), "o");
  EXPECT_EQ(read[2].missing().count(), 2U);
}

TEST(CachedPart, leaves_out_levels_that_a_block_does_not_have) {
  ColumnFile file("test", 1, {});
  file.append(0, std::vector<std::uint32_t>{4000, none, 17});
  file.finish();
  std::vector<std::string> levels(5000);
  for (std::size_t i = 0; i < levels.size(); ++i)
    levels[i] = std::to_string(i);
  std::vector<CachedColumn> columns(1);
  columns[0] = {
      .field = {.kind = Column::Kind::codes}, .levels = levels, .is_stored_as_codes = true};
  const CachedPart part(std::move(file), std::move(columns), BlockEnds::even(3, 3), {});
  const std::vector<std::size_t> all{0};
  const Column read = part.read(0, all, {}).front();
  EXPECT_EQ(read.level_names(), (std::vector<std::string>{"17", "4000"}));
  EXPECT_EQ(read.level(read.code(0)), "4000");
  EXPECT_EQ(read.level(read.code(2)), "17");
}

}  // namespace
}  // namespace pith
