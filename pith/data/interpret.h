// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/roles.h"
#include "pith/data/table.h"
#include "pith/data/typing.h"

namespace pith {

/// The columns of codes that may be something else than categories, by the roles: neither declared
/// categorical nor the classes of the target. Ascending.
std::vector<std::size_t> open_columns(const Columns& table, const Roles& roles);
/// The same of columns of these names, of which some are codes.
std::vector<std::size_t> open_columns(std::span<const std::string> names,
                                      const std::vector<bool>& are_codes, const Roles& roles);

/// How to type columns of texts.
struct Interpretation {
  TypingRules rules = {};
  /// Must throw: the column holds an infinite number in this row.
  std::function<void(std::size_t column, std::size_t row)> reject_infinity = {};
};

/// Types these columns of the table (data/typing.h). One that is declared numeric may not have
/// stray tokens. Returns for each how its texts were read, where it is not obvious.
std::vector<std::string> type_columns(Columns& table, const std::vector<std::size_t>& open,
                                      const Roles& roles, const Interpretation& how,
                                      const Context& context);

/// How texts of a table whose columns have types are read.
struct TextRules {
  TypingRules rules = {};
  /// What is missing in columns that are no plain texts, and in the target.
  MissingTokens added = MissingTokens::only({});
};

/// Types the columns of plain text, as a text file would be, unless their roles make them
/// categories; notes it. Tokens become missing values.
void type_texts(Columns& table, const std::vector<bool>& is_text, const Roles& roles,
                const TextRules& how, const Context& context);

/// The column without the values that are missing tokens.
Column without_tokens(const Column& column, const MissingTokens& tokens);

/// What is to be noted about a column whose texts were typed.
struct TypeNote {
  std::string name = {};
  bool is_numeric = false;
  std::string reading = {};  ///< how its texts were read, where it is not obvious
  std::string stray = {};    ///< stray_text(), if it has stray tokens
};
/// type_texts() without the notes, which are returned: of the columns that were typed.
std::vector<TypeNote> type_texts_quietly(Columns& table, const std::vector<bool>& is_text,
                                         const Roles& roles, const TextRules& how,
                                         const Context& context);
/// Adds notes about these columns.
void note_types(std::vector<TypeNote> columns, std::vector<std::string>& notes);

/// Notes what type_columns() returned for these columns, and which stray tokens they have.
void note_types(Columns& table, const std::vector<std::size_t>& open,
                std::vector<std::string> readings);

}  // namespace pith
