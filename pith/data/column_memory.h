// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/missing.h"
#include "pith/data/roles.h"
#include "pith/data/table.h"

namespace pith {

/// What a column of a file takes beside its values: its state, its name if that is short, its
/// places in the tables that are made of it, and the overhead of the heap.
inline constexpr std::uint64_t bytes_per_column = 576;

/// The same for a column that is made of another one.
inline constexpr std::uint64_t bytes_per_made_column = 352;

/// What a level takes beside its letters: the text itself, if it is short.
inline constexpr std::uint64_t bytes_per_level = sizeof(std::string);

/// The memory of these names beyond that of short ones.
std::uint64_t long_name_bytes(std::span<const std::string> names);

/// The memory of codes of so many levels in the narrowest type that holds them.
std::uint64_t code_bytes(std::size_t rows, std::size_t levels);

/// What a selection is likely to take beside a table of this shape: the result and, for each
/// feature, what a method makes of it. A refusal of the table names a limit with room for it.
std::uint64_t likely_selection_bytes(std::uint64_t rows, std::uint64_t columns);
/// The part of it that follows once the method has its own copy of the features.
std::uint64_t likely_search_bytes(std::uint64_t rows, std::uint64_t features);

/// The column, which holds a reservation of its memory. `what` is for the message.
Column reserved(const Column& column, const std::string& what, const Context& context);

/// The memory of take(): of the result, and what it needs besides while it is made.
struct TakingBytes {
  std::uint64_t result = 0;
  std::uint64_t making = 0;
};
TakingBytes taking_bytes(const Column& column, std::size_t rows);

/// Column::take() and Table::take(), whose columns hold reservations of their memory.
Column take_reserved(const Column& column, std::span<const std::size_t> rows,
                     const Context& context);
Table take_reserved(const Table& table, std::span<const std::size_t> rows, const Context& context);

/// The functions of these names in missing.h and roles.h, within the memory limit: columns that
/// they make hold reservations of their memory.
Table handle_missing(const Table& table, Missing missing, const Context& context);
Table missing_as_level(const Table& table, const Context& context);
Table assign_roles(Columns columns, const Roles& roles, const Context& context);

/// A context with so few threads that there is memory for each of them, which is reserved.
struct Workers {
  Context context;
  Reservation held;
};
/// For `tasks` tasks, each of which needs so many bytes while it runs.
Workers workers_within(const Context& context, std::size_t tasks, std::uint64_t bytes,
                       const std::string& what);

}  // namespace pith
