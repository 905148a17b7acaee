// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/data/boolean.h"
#include "pith/data/number.h"
#include "pith/data/table.h"
#include "pith/data/typing.h"

namespace pith {

/// A column as text, without the order of its levels.
inline std::string shown_rows(const Column& column) {
  std::string text;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    text += ' ';
    if (column.missing().test(row)) {
      text += '_';
    } else {
      text +=
          column.is_numbers() ? number_text(column.number(row)) : column.level(column.code(row));
    }
  }
  return text;
}

/// What is known of a column beside its values.
inline std::string shown_kind(const BlockField& field) {
  return fmt::format("{}{}{}{}{}{}", field.name, field.kind == Column::Kind::numbers ? " =" : " ~",
                     field.is_date ? " date" : "", field.is_declared_numeric ? " declared" : "",
                     field.is_boolean ? " boolean" : "", field.stray);
}

inline BlockField field_of(const std::string& name, const Column& column) {
  return {.name = name,
          .kind = column.kind(),
          .is_date = column.is_date(),
          .is_declared_numeric = column.is_declared_numeric(),
          .is_boolean = is_boolean(column),
          .stray = column.stray().empty() ? "" : stray_text(column)};
}

inline std::vector<std::string> shown_columns(const Columns& table) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    shown.push_back(shown_kind(field_of(table.names[i], table.columns[i])) +
                    shown_rows(table.columns[i]));
  }
  return shown;
}

/// Some fields, in the order of the schema, read block by block.
inline std::vector<std::string> shown_columns(const RowBlocks& blocks,
                                              const std::vector<std::size_t>& fields) {
  std::vector<std::string> shown;
  for (const std::size_t field : fields)
    shown.push_back(shown_kind(blocks.schema().fields[field]));
  std::uint64_t rows = 0;
  blocks.read(fields,
              [&](const RowBlock& block) {
                EXPECT_GT(block.rows, 0U);
                ASSERT_EQ(block.columns.size(), fields.size());
                rows += block.rows;
                for (std::size_t i = 0; i < fields.size(); ++i) {
                  const Column& column = block.columns[i];
                  const BlockField& field = blocks.schema().fields[fields[i]];
                  EXPECT_EQ(column.rows(), block.rows);
                  EXPECT_EQ(column.kind(), field.kind) << field.name;
                  EXPECT_EQ(column.is_date(), field.is_date) << field.name;
                  EXPECT_EQ(column.is_declared_numeric(), field.is_declared_numeric) << field.name;
                  shown[i] += shown_rows(column);
                }
              },
              {});
  EXPECT_EQ(blocks.schema().rows.value_or(rows), rows);
  return shown;
}

inline std::vector<std::string> shown_columns(const RowBlocks& blocks) {
  std::vector<std::size_t> all(blocks.schema().fields.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return shown_columns(blocks, all);
}

/// The blocks hold what the table does, with the same notes, and as often as they are read.
inline void expect_same_rows(const RowBlocks& blocks, const Columns& table) {
  const std::vector<std::string> expected = shown_columns(table);
  EXPECT_EQ(shown_columns(blocks), expected);
  EXPECT_EQ(blocks.schema().notes, table.notes);
  std::vector<std::size_t> some;
  std::vector<std::string> those;
  for (std::size_t i = 0; i < expected.size(); i += 2) {
    some.push_back(i);
    those.push_back(expected[i]);
  }
  EXPECT_EQ(shown_columns(blocks, some), those);
}

}  // namespace pith
