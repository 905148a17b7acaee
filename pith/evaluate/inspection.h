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

/// How discrete and numeric methods will see a column.
enum class InferredKind {
  number,    ///< binned by methods that take categories
  integer,   ///< few distinct integers: each is a category to methods that take categories
  category,  ///< text, or declared
};

std::string_view seen_text(InferredKind seen);

struct ColumnFacts {
  std::string name;
  InferredKind seen = InferredKind::number;
  std::size_t levels = 0;  ///< distinct values, for integers and categories
  std::size_t missing = 0;
  /// Of the values that are there; none for categories and where there is no value.
  struct Extent {
    double least = 0;
    double mean = 0;
    double most = 0;
  };
  std::optional<Extent> extent;
  bool is_constant = false;
  bool is_unique = false;                   ///< no value twice, among integers or categories
  std::optional<std::size_t> duplicate_of;  ///< the first column that is the same
};

struct ClassCount {
  std::string name;
  std::size_t rows = 0;
};

/// What pith sees in a table.
struct Inspection {
  std::string source;
  std::string sha256;
  std::size_t rows = 0;
  std::vector<ColumnFacts> columns;
  std::optional<std::size_t> target;  ///< position among the columns
  std::vector<ClassCount> classes;    ///< of the target
  std::string target_problem;         ///< why the target cannot be one; empty: it can
  std::vector<std::string> notes;     ///< of the reader
  std::vector<std::string> warnings;  ///< what is worth a look before selecting
};

/// Looks at every column. Throws Error(bad_argument) for a target that does not exist.
Inspection inspect(const Columns& columns, const Roles& roles, const Context& context);

}  // namespace pith
