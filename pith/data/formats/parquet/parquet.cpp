// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/parquet.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/files/number_blocks.h"
#include "pith/data/files/reused.h"
#include "pith/data/formats/parquet/column.h"
#include "pith/data/formats/parquet/source_files.h"

namespace pith {
namespace {

using parquet::ColumnPlan;
using parquet::ColumnType;
using parquet::Fault;
using parquet::Kind;
using parquet::SourceFile;
using parquet::Workspace;

std::vector<ColumnPlan> plan_columns(std::span<const SourceFile> files,
                                     std::vector<std::string> names, const ColumnChoice& choice) {
  const std::vector<bool> is_chosen =
      choice ? choice(names) : std::vector<bool>(names.size(), true);
  const auto rows = static_cast<std::size_t>(parquet::rows_of(files));
  std::vector<ColumnPlan> plans;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!is_chosen[i]) continue;
    const ColumnType& type = parquet::type_of(files, i);
    if (type.kind == Kind::other)
      parquet::fail(files.front(), names[i], Fault(type.why, Fault::Kind::unsupported));
    plans.push_back({.name = std::move(names[i]),
                     .field = i,
                     .kind = type.kind,
                     .number = type.kind == Kind::null ? NumberType::uint8 : type.number,
                     .is_category = type.is_category,
                     .rows = rows});
  }
  return plans;
}

bool needs_room(const ColumnPlan& plan) {
  return plan.kind == Kind::number || plan.kind == Kind::date || plan.kind == Kind::null;
}

/// What one column takes at least; nothing on overflow.
std::optional<std::uint64_t> least_bytes(const ColumnPlan& plan) {
  const std::uint64_t value = needs_room(plan) ? size_of(plan.number) : 1;
  const auto values = checked_product(plan.rows, value);
  if (!values || *values > std::uint64_t{1} << 60U) return std::nullopt;
  return *values + plan.rows / 8 + bytes_per_column;
}

/// Refuses a table whose columns do not fit together, so that the limit that is named is one for
/// all of them.
void require_table(std::span<const ColumnPlan> plans, const std::string& what,
                   const Context& context) {
  std::uint64_t sum = 0;
  std::uint64_t texts = 0;
  for (const ColumnPlan& plan : plans) {
    const std::optional<std::uint64_t> bytes = least_bytes(plan);
    if (!bytes || __builtin_add_overflow(sum, *bytes, &sum))
      return (void)reserve_table(std::nullopt, what, context);
    texts += plan.kind == Kind::text ? 1 : 0;
  }
  // Codes of texts are wider while they are collected.
  if (texts > 0) sum += plans.front().rows * sizeof(std::uint32_t);
  const std::uint64_t rows = plans.empty() ? 0 : plans.front().rows;
  (void)context.reserve(sum, what, "use a smaller table",
                        likely_selection_bytes(rows, plans.size()));
}

/// Gives all columns of numbers their room. Throws Error(resources) before anything is allocated.
void make_rooms(std::span<ColumnPlan> plans, const std::string& source, const Context& context) {
  const std::string what = fmt::format("{}: a table of {} and {}", source,
                                       counted(plans.empty() ? 0 : plans.front().rows, "row"),
                                       counted(plans.size(), "column"));
  require_table(plans, what, context);
  std::vector<NumberBytes> bytes(plans.size());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (needs_room(plans[i]))
      bytes[i] = {plans[i].rows * size_of(plans[i].number), bytes_per_column + plans[i].rows / 8};
  }
  std::vector<NumberPlace> places = place_numbers(bytes, what, context);
  for (std::size_t i = 0; i < plans.size(); ++i)
    plans[i].room = {std::move(places[i]), plans[i].rows, plans[i].number};
}

/// Where the columns end that follow the first one in the file without a gap. Many short columns
/// are read together: a call of the system for each would take longer than what it reads.
std::uint64_t end_of_neighbours(std::span<const SourceFile> files,
                                std::span<const ColumnPlan> plans) {
  const SourceFile& file = files.front();
  if (files.size() > 1 || file.metadata.group_rows.size() != 1) return 0;
  std::uint64_t end = 0;
  for (const ColumnPlan& plan : plans) {
    const parquet::Chunk& chunk = file.metadata.chunk(0, file.fields[plan.field].leaf);
    if (end != 0 && chunk.offset != end) break;
    if (chunk.is_elsewhere || chunk.is_encrypted) break;  // its place was not checked
    end = chunk.offset + chunk.size;
  }
  return end;
}

std::vector<Column> read_all(std::span<const SourceFile> files, std::vector<ColumnPlan>& plans,
                             const Context& context) {
  std::uint64_t bytes = 0;
  for (const ColumnPlan& plan : plans)
    bytes += needs_room(plan) ? plan.rows * size_of(plan.number) : 0;
  const std::size_t at_once = columns_at_once(plans.size(), bytes);
  std::vector<std::optional<Column>> read(plans.size());
  Reused<Workspace> workspaces([] { return std::make_unique<Workspace>(); });
  parallel_blocks(context, plans.size(), at_once, [&](std::size_t begin, std::size_t end) {
    std::unique_ptr<Workspace> workspace = workspaces.take();
    workspace->window.ahead =
        end_of_neighbours(files, std::span(plans).subspan(begin, end - begin));
    for (std::size_t i = begin; i < end; ++i)
      read[i] = parquet::read_column(files, std::move(plans[i]), *workspace, context);
    workspaces.give(std::move(workspace));
  });
  std::vector<Column> columns;
  columns.reserve(read.size());
  for (std::optional<Column>& column : read)
    columns.push_back(std::move(*column));
  return columns;
}

std::string kind_word(const ColumnType& type) {
  switch (type.kind) {
    case Kind::number:
    case Kind::null:
      return type.is_category ? "category" : "number";
    case Kind::date:
      return "date";
    case Kind::boolean:
    case Kind::text:
      return "category";
    case Kind::other:
      break;
  }
  return "";
}

}  // namespace

TypedColumns read_parquet(std::span<const Input> files, const ColumnChoice& choice,
                          const Context& context) {
  const std::vector<SourceFile> sources = parquet::open_files(files, context);
  TypedColumns result;
  std::vector<std::string> names = parquet::names_of(sources.front(), result.columns.notes);
  check_shape(files.front().name(), parquet::rows_of(sources), names.size());
  std::vector<ColumnPlan> plans = plan_columns(sources, std::move(names), choice);
  make_rooms(plans, files.front().name(), context);
  for (const ColumnPlan& plan : plans) {
    result.columns.names.push_back(plan.name);
    result.is_text.push_back(parquet::type_of(sources, plan.field).is_plain_text);
  }
  result.columns.columns = read_all(sources, plans, context);
  return result;
}

FileSchema parquet_schema(std::span<const Input> files, const Context& context) {
  const std::vector<SourceFile> sources = parquet::open_files(files, context);
  FileSchema schema{.source = files.front().name(),
                    .format = Format::parquet,
                    .files = files.size(),
                    .rows = parquet::rows_of(sources),
                    .part_name = "row group",
                    .writer = sources.front().metadata.writer};
  for (const SourceFile& source : sources)
    schema.parts += source.metadata.group_rows.size();
  std::vector<std::string> notes;
  std::vector<std::string> names = parquet::names_of(sources.front(), notes);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ColumnType& type = parquet::type_of(sources, i);
    schema.columns.push_back(
        {.name = std::move(names[i]), .type = type.words, .kind = kind_word(type)});
  }
  return schema;
}

}  // namespace pith
