// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/roles.h"

namespace pith {

/// How methods will treat a column.
enum class InferredKind {
  number,    ///< numeric; discretised for methods on categorical features
  integer,   ///< few distinct integers: each is a level for methods on categorical features
  category,  ///< categorical: text, or declared as such
  date,      ///< numeric: days since 1970-01-01
};

/// `number`, `integer`, `category`, `date`.
std::string_view kind_text(InferredKind kind);

struct ColumnFacts {
  std::string name;
  InferredKind kind = InferredKind::number;
  std::size_t levels = 0;  ///< distinct values of an integer or categorical column
  std::size_t missing = 0;
  std::vector<StrayToken> stray = {};  ///< texts read as missing because they are not numbers
  /// Of the values that are not missing; none for categorical columns and if all are missing.
  struct Extent {
    double min = 0;
    double mean = 0;
    double max = 0;
  };
  std::optional<Extent> extent;
  bool is_empty = false;     ///< without any value
  bool is_constant = false;  ///< one value in every row
  bool is_unique = false;    ///< integer or categorical, at least 10 values, no value twice
  /// The same with at most 5 % repeated values; else a number, so that it is only remarked upon.
  bool is_nearly_unique = false;
  bool is_identifier = false;               ///< as data/identifier.h has it
  std::optional<std::size_t> duplicate_of;  ///< the first identical column
};

struct ClassCount {
  std::string name;
  std::size_t rows = 0;
};

/// A summary of a table.
struct Inspection {
  std::string source;
  std::string sha256;
  std::size_t rows = 0;
  std::vector<ColumnFacts> columns;
  std::optional<std::size_t> target;                 ///< position among the columns
  std::vector<ClassCount> classes;                   ///< of the target; none where it holds numbers
  std::optional<ColumnFacts::Extent> target_extent;  ///< of a target that holds numbers
  std::string target_problem;  ///< why the column cannot be the target, with mentions; else empty
  std::vector<std::string> notes;     ///< of the reader, with mentions
  std::vector<std::string> warnings;  ///< problems to look at before selecting
};

/// Inspects every column. Throws Error(bad_argument) if the target does not exist.
Inspection inspect(const Columns& columns, const Roles& roles, const Context& context);

}  // namespace pith
