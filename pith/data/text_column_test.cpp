// SPDX-License-Identifier: Apache-2.0
#include "pith/data/text_column.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pith {
namespace {

std::optional<std::string> text_in(const Column& column, std::size_t row) {
  if (column.missing().test(row)) return std::nullopt;
  return column.level(column.code(row));
}

/// The text of a row: every fifth is missing, the others repeat after so many.
std::optional<std::string> text_of(std::size_t row, std::size_t texts) {
  if (row % 5 == 3) return std::nullopt;
  return "t" + std::to_string(row * 7919 % texts);
}

TEST(TextColumn, has_the_narrowest_codes_and_the_texts_of_all_rows) {
  constexpr std::size_t rows = 100'000;
  for (const std::size_t texts : {1U, 256U, 257U, 65'536U, 65'537U}) {
    for (const bool is_known : {false, true}) {
      TextColumn made;
      if (is_known) made.reserve(rows);
      for (std::size_t row = 0; row < rows; ++row) {
        const std::optional<std::string> text = text_of(row, texts);
        text ? made.add(*text) : made.add_missing();
      }
      ASSERT_EQ(made.rows(), rows);
      const Column column = made.finish();
      for (std::size_t row = 0; row < rows; ++row)
        ASSERT_EQ(text_in(column, row), text_of(row, texts)) << texts << " " << row;
      const std::size_t width =
          std::visit([](auto codes) { return sizeof(typename decltype(codes)::element_type); },
                     column.codes());
      EXPECT_EQ(width, column.levels() <= 256 ? 1U : column.levels() <= 65'536 ? 2U : 4U);
    }
  }
}

TEST(TextColumn, takes_codes_in_stretches) {
  TextColumn made;
  std::vector<std::string> wanted;
  for (std::size_t stretch = 0; stretch < 300; ++stretch) {
    const std::string text = "s" + std::to_string(stretch);
    const std::uint32_t code = made.code_of(text);
    for (std::uint32_t& each : made.add_codes(stretch * 3 + 1))
      each = code;
    wanted.insert(wanted.end(), stretch * 3 + 1, text);
  }
  const Column column = made.finish();
  ASSERT_EQ(column.rows(), wanted.size());
  for (std::size_t row = 0; row < wanted.size(); ++row)
    ASSERT_EQ(column.level(column.code(row)), wanted[row]);
}

}  // namespace
}  // namespace pith
