// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/parquet.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
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
                     .rows = rows});
  }
  return plans;
}

bool needs_room(const ColumnPlan& plan) {
  return plan.kind == Kind::number || plan.kind == Kind::date || plan.kind == Kind::null;
}

/// Memory that several columns share: a few large blocks come and go faster than many small ones.
/// In ordinary pages: huge ones are faster where the machine has them at hand, and several times
/// slower where a virtual machine must get them first.
struct Block {
  Reservation held;
  std::unique_ptr<double[]> values;
};

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
  constexpr std::uint64_t block_bytes = std::uint64_t{1} << 29U;
  constexpr std::uint64_t line = 64;
  const auto size_of_room = [](const ColumnPlan& plan) {
    return (plan.rows * size_of(plan.number) + line - 1) / line * line;
  };
  const std::string what = fmt::format("{}: a table of {} and {}", source,
                                       counted(plans.empty() ? 0 : plans.front().rows, "row"),
                                       counted(plans.size(), "column"));
  require_table(plans, what, context);
  std::vector<Reservation> held;
  std::vector<std::pair<std::size_t, std::uint64_t>> blocks;  // first column and bytes
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!needs_room(plans[i])) continue;
    const std::uint64_t bytes = size_of_room(plans[i]);
    if (blocks.empty() || blocks.back().second + bytes > block_bytes) {
      blocks.emplace_back(i, 0);
      held.emplace_back();
    }
    blocks.back().second += bytes;
    context.grow(held.back(), held.back().bytes() + bytes + bytes_per_column + plans[i].rows / 8,
                 what, "use a smaller table");
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto block = std::make_shared<Block>();
    block->held = std::move(held[b]);
    block->values = std::make_unique_for_overwrite<double[]>(
        static_cast<std::size_t>(blocks[b].second) / sizeof(double));
    auto* place = reinterpret_cast<std::byte*>(block->values.get());
    const std::size_t end = b + 1 < blocks.size() ? blocks[b + 1].first : plans.size();
    for (std::size_t i = blocks[b].first; i < end; ++i) {
      if (!needs_room(plans[i])) continue;
      plans[i].room = {
          .values = place, .rows = plans[i].rows, .type = plans[i].number, .owner = block};
      place += size_of_room(plans[i]);
    }
  }
}

/// The workspaces of the threads.
class Workspaces {
 public:
  std::unique_ptr<Workspace> take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return std::make_unique<Workspace>();
    std::unique_ptr<Workspace> taken = std::move(free_.back());
    free_.pop_back();
    return taken;
  }
  void give(std::unique_ptr<Workspace> workspace) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(workspace));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

std::vector<Column> read_all(std::span<const SourceFile> files, std::vector<ColumnPlan>& plans,
                             const Context& context) {
  constexpr std::size_t many = 1024;
  const std::size_t at_once = plans.size() < many ? 1 : 16;
  std::vector<std::optional<Column>> read(plans.size());
  Workspaces workspaces;
  parallel_blocks(context, plans.size(), at_once, [&](std::size_t begin, std::size_t end) {
    std::unique_ptr<Workspace> workspace = workspaces.take();
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
      return "number";
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
