// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/parquet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
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
#include "pith/data/formats/parquet/arrow_schema.h"
#include "pith/data/formats/parquet/column.h"
#include "pith/data/formats/parquet/parquet_write.h"

namespace pith {
namespace {

using parquet::ColumnPlan;
using parquet::ColumnType;
using parquet::Fault;
using parquet::Field;
using parquet::Kind;
using parquet::SourceFile;
using parquet::Workspace;

constexpr std::size_t mark_bytes = 4;
constexpr std::string_view mark = "PAR1";
constexpr std::string_view encrypted_mark = "PARE";

[[noreturn]] void reject_file(const Input& input, std::string_view what) {
  throw Error(ErrorKind::bad_data, fmt::format("{}: {}", input.name(), what));
}

[[noreturn]] void damaged_file(const Input& input, std::string_view what) {
  reject_file(input, fmt::format("the file is damaged: {}; copy or download it again", what));
}

/// The size of the description at the end of the file, which its last eight bytes tell.
std::uint64_t footer_size(const Input& input) {
  constexpr std::uint64_t tail_bytes = sizeof(std::uint32_t) + mark_bytes;
  if (input.size() < mark_bytes + tail_bytes)
    reject_file(input, "not a Parquet file; pass one that is complete");
  std::array<std::byte, tail_bytes> tail{};
  input.read_at(input.size() - tail_bytes, tail);
  const std::string_view end(reinterpret_cast<const char*>(tail.data()) + sizeof(std::uint32_t),
                             mark_bytes);
  if (end == encrypted_mark)
    reject_file(input, "the file is encrypted; write it again without encryption");
  if (end != mark) {
    std::array<std::byte, mark_bytes> head{};
    input.read_at(0, head);
    if (std::memcmp(head.data(), mark.data(), mark_bytes) == 0)
      damaged_file(input, "it was cut off");
    reject_file(input, "not a Parquet file; name its format, or pass a Parquet file");
  }
  std::uint32_t size = 0;
  std::memcpy(&size, tail.data(), sizeof size);
  if (size > input.size() - mark_bytes - tail_bytes)
    damaged_file(input, "its description is larger than the file");
  return size;
}

/// Columns of types that cannot be read, but hold nothing, are columns without values.
void forget_empty_columns(SourceFile& file) {
  const parquet::Metadata& metadata = file.metadata;
  for (std::size_t i = 0; i < file.fields.size(); ++i) {
    Field& field = file.fields[i];
    if (field.type.kind != Kind::other) continue;
    const std::size_t end = i + 1 < file.fields.size() ? file.fields[i + 1].leaf : metadata.leaves;
    bool is_empty = end > field.leaf;
    for (std::size_t group = 0; group < metadata.group_rows.size(); ++group) {
      for (std::size_t leaf = field.leaf; metadata.group_rows[group] > 0 && leaf < end; ++leaf)
        is_empty = is_empty && metadata.chunk(group, leaf).is_null;
    }
    if (is_empty) field.type.kind = Kind::null;
  }
}

SourceFile open_file(const Input& input, const Context& context) {
  const std::uint64_t size = footer_size(input);
  const Reservation held =
      context.reserve(size, fmt::format("{}: its description", input.name()), "use a smaller file");
  std::vector<std::byte> footer(static_cast<std::size_t>(size));
  constexpr std::uint64_t tail_bytes = sizeof(std::uint32_t) + mark_bytes;
  input.read_at(input.size() - tail_bytes - size, footer);
  try {
    SourceFile file{.input = &input,
                    .metadata = parquet::read_metadata(footer, input.size(), context)};
    const std::uint64_t bytes = file.metadata.schema.size() * sizeof(Field);
    context.grow(file.metadata.held, file.metadata.held.bytes() + bytes, "the columns of a file");
    file.fields = parquet::fields_of(file.metadata.schema);
    parquet::apply_arrow_schema(file.metadata.arrow_schema, file.fields);
    forget_empty_columns(file);
    // The texts that pith itself writes are categories, whatever they spell.
    if (file.metadata.writer.starts_with(parquet_writer)) {
      for (Field& field : file.fields)
        field.type.is_plain_text = false;
    }
    return file;
  } catch (const Fault& fault) {
    damaged_file(input, fault.what());
  }
}

/// Whether both become the same kind of column.
bool are_compatible(const ColumnType& one, const ColumnType& other) {
  if (one.kind == Kind::null || other.kind == Kind::null) return true;
  if (one.kind != other.kind) return false;
  if (one.kind == Kind::other) return one.words == other.words;
  return !one.is_numeric() || one.number == other.number;
}

void check_fields(const SourceFile& first, const SourceFile& other) {
  const std::size_t count = std::min(first.fields.size(), other.fields.size());
  for (std::size_t i = 0; i < count; ++i) {
    const Field& one = first.fields[i];
    const Field& two = other.fields[i];
    if (one.name != two.name) {
      reject_file(*other.input,
                  fmt::format("column {} (counted from 0) is {}, but {} in {}; files of one table "
                              "need the same columns in the same order",
                              i, quoted(two.name), quoted(one.name), first.input->name()));
    }
    if (!are_compatible(one.type, two.type)) {
      reject_file(
          *other.input,
          fmt::format("column {} is of type {}, but {} in {}; write them with the same type",
                      quoted(one.name), two.type.words, one.type.words, first.input->name()));
    }
  }
  if (first.fields.size() != other.fields.size()) {
    reject_file(*other.input,
                fmt::format("there are {}, but {} in {}; files of one table need the same columns",
                            counted(other.fields.size(), "column"), first.fields.size(),
                            first.input->name()));
  }
}

std::vector<SourceFile> open_files(std::span<const Input> inputs, const Context& context) {
  std::vector<SourceFile> files;
  files.reserve(inputs.size());
  for (const Input& input : inputs) {
    files.push_back(open_file(input, context));
    if (files.size() > 1) check_fields(files.front(), files.back());
  }
  return files;
}

std::uint64_t rows_of(std::span<const SourceFile> files) {
  std::uint64_t rows = 0;
  for (const SourceFile& file : files) {
    if (__builtin_add_overflow(rows, file.metadata.rows, &rows))
      damaged_file(*file.input, "an impossible number of rows");
  }
  return rows;
}

/// The type of a column in the first file where it has one.
const ColumnType& type_of(std::span<const SourceFile> files, std::size_t field) {
  for (const SourceFile& file : files) {
    if (file.fields[field].type.kind != Kind::null) return file.fields[field].type;
  }
  return files.front().fields[field].type;
}

std::vector<std::string> names_of(const SourceFile& file, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  names.reserve(file.fields.size());
  for (const Field& field : file.fields)
    names.push_back(field.name);
  unique_names(names, notes);
  return names;
}

std::vector<ColumnPlan> plan_columns(std::span<const SourceFile> files,
                                     std::vector<std::string> names, const ColumnChoice& choice) {
  const std::vector<bool> is_chosen =
      choice ? choice(names) : std::vector<bool>(names.size(), true);
  const auto rows = static_cast<std::size_t>(rows_of(files));
  std::vector<ColumnPlan> plans;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!is_chosen[i]) continue;
    const ColumnType& type = type_of(files, i);
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
  context.require_memory(sum, what, "use a smaller table");
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
  constexpr std::size_t many = 1024;
  const std::size_t at_once = plans.size() < many ? 1 : 16;
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
  const std::vector<SourceFile> sources = open_files(files, context);
  TypedColumns result;
  std::vector<std::string> names = names_of(sources.front(), result.columns.notes);
  check_shape(files.front().name(), rows_of(sources), names.size());
  std::vector<ColumnPlan> plans = plan_columns(sources, std::move(names), choice);
  make_rooms(plans, files.front().name(), context);
  for (const ColumnPlan& plan : plans) {
    result.columns.names.push_back(plan.name);
    result.is_text.push_back(type_of(sources, plan.field).is_plain_text);
  }
  result.columns.columns = read_all(sources, plans, context);
  return result;
}

FileSchema parquet_schema(std::span<const Input> files, const Context& context) {
  const std::vector<SourceFile> sources = open_files(files, context);
  FileSchema schema{.source = files.front().name(),
                    .format = Format::parquet,
                    .files = files.size(),
                    .rows = rows_of(sources),
                    .part_name = "row group",
                    .writer = sources.front().metadata.writer};
  for (const SourceFile& source : sources)
    schema.parts += source.metadata.group_rows.size();
  std::vector<std::string> notes;
  std::vector<std::string> names = names_of(sources.front(), notes);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ColumnType& type = type_of(sources, i);
    schema.columns.push_back(
        {.name = std::move(names[i]), .type = type.words, .kind = kind_word(type)});
  }
  return schema;
}

}  // namespace pith
