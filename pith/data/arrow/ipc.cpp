// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/arrow/column.h"
#include "pith/data/arrow/ipc_column.h"
#include "pith/data/arrow/ipc_messages.h"
#include "pith/data/arrow/ipc_tables.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/encoding.h"
#include "pith/data/files/reused.h"

namespace pith {
namespace {

/// What a column of numbers takes, with its mask.
std::uint64_t number_bytes(const ArrowField& field, std::uint64_t rows) {
  return bytes_per_column + (is_coded(field) ? 0 : value_bytes(field, rows) + rows / 8);
}

void require_columns(const IpcTables& tables, std::span<const IpcChosen> chosen,
                     const Context& context) {
  std::optional<std::uint64_t> bytes = 0;
  for (const IpcChosen& column : chosen) {
    std::uint64_t sum = 0;
    const std::uint64_t more = number_bytes(column.fields.front(), tables.rows());
    const bool fits = bytes && !__builtin_add_overflow(*bytes, more, &sum);
    bytes = fits ? std::optional(sum) : std::nullopt;
  }
  (void)reserve_table(bytes,
                      fmt::format("{}: {} of {}", tables.files().front().input->name(),
                                  counted(tables.rows(), "row"), counted(chosen.size(), "column")),
                      context, likely_selection_bytes(tables.rows(), chosen.size()));
}

/// Places for the numbers of all columns that have some. Refuses what does not fit at once.
std::vector<NumberPlace> place_columns(const IpcTables& tables, std::span<const IpcChosen> chosen,
                                       const Context& context) {
  require_columns(tables, chosen, context);
  std::vector<NumberBytes> bytes;
  for (const IpcChosen& column : chosen) {
    const ArrowField& field = column.fields.front();
    const std::uint64_t values = has_numbers(field) ? value_bytes(field, tables.rows()) : 0;
    bytes.push_back({values, number_bytes(field, tables.rows()) - values});
  }
  return place_numbers(bytes,
                       fmt::format("{}: {} of {}", tables.files().front().input->name(),
                                   counted(tables.rows(), "row"), counted(chosen.size(), "column")),
                       context);
}

/// Reads columns one after the other, with the same buffers.
class ColumnReader {
 public:
  ColumnReader(const IpcTables& tables, const Context& context)
      : tables_(tables), context_(context) {
    for (const IpcFile& file : tables.files())
      readers_.push_back(std::make_unique<IpcReader>(file, context_));
  }

  Column read(const IpcChosen& chosen, NumberPlace place) {
    const ArrowField& field = chosen.fields.front();
    if (place.values) {
      NumberColumn column(field, tables_.rows(), std::move(place));
      return filled(chosen, column);
    }
    auto held = std::make_shared<const Reservation>(context_.reserve(
        number_bytes(field, tables_.rows()),
        fmt::format("{}: column {}", tables_.files().front().input->name(), quoted(field.name)),
        "use a smaller table"));
    const Column made = filled(chosen, *make_arrow_column(field, tables_.rows(), {}, context_));
    return is_coded(field) ? made : made.holding(std::move(held));
  }

 private:
  Column filled(const IpcChosen& chosen, ArrowColumn& column) {
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      try {
        readers_[i]->read(chosen.positions[i], chosen.fields[i], column);
      } catch (const Error& error) {
        throw_in_file(tables_.files()[i].input->name(), error);
      }
    }
    try {
      return column.finish();
    } catch (const Error& error) {
      if (readers_.size() > 1) throw;  // any of the files may hold the value
      throw_in_file(tables_.files().front().input->name(), error);
    }
  }

  const IpcTables& tables_;
  const Context& context_;
  std::vector<std::unique_ptr<IpcReader>> readers_;
};

std::string_view kind_of(const IpcField& field) {
  const ArrowType type = arrow_type(field.dictionary ? field.values : field.format);
  if (type.kind == ArrowKind::other) return "";
  if (field.dictionary) {
    return type.kind == ArrowKind::decimal || type.is_in_ticks() ? "" : "category";
  }
  if (type.is_text() || type.kind == ArrowKind::boolean) return "category";
  return type.kind == ArrowKind::date ? "date" : "number";
}

}  // namespace

TypedColumns read_ipc(std::span<const Input> files, const ColumnChoice& choice,
                      const Context& context) {
  IpcTables tables(files, context);
  const std::string& first = files.front().name();
  check_shape(first, tables.rows(), tables.names().size());
  std::vector<bool> is_chosen(tables.names().size(), true);
  if (choice) is_chosen = choice(tables.names());
  std::vector<IpcChosen> chosen;
  TypedColumns made;
  for (std::size_t i = 0; i < is_chosen.size(); ++i) {
    if (!is_chosen[i]) continue;
    chosen.push_back(tables.chosen(i));
    const ArrowField& field = chosen.back().fields.front();
    made.columns.names.push_back(field.name);
    made.is_text.push_back(field.type.is_text() && !field.has_dictionary);
  }
  std::vector<NumberPlace> places = place_columns(tables, chosen, context);
  std::vector<std::optional<Column>> read(chosen.size());
  const Context serial = context.serial();
  Reused<ColumnReader> readers([&] { return std::make_unique<ColumnReader>(tables, serial); });
  std::uint64_t bytes = 0;
  for (const IpcChosen& column : chosen)
    bytes +=
        has_numbers(column.fields.front()) ? value_bytes(column.fields.front(), tables.rows()) : 0;
  const std::size_t at_once = columns_at_once(chosen.size(), bytes);
  parallel_blocks(context, chosen.size(), at_once, [&](std::size_t begin, std::size_t end) {
    std::unique_ptr<ColumnReader> reader = readers.take();
    for (std::size_t i = begin; i < end; ++i)
      read[i] = reader->read(chosen[i], std::move(places[i]));
    readers.give(std::move(reader));
  });
  for (std::optional<Column>& column : read)
    made.columns.columns.push_back(std::move(*column));
  made.columns.notes = tables.take_notes();
  return made;
}

FileSchema ipc_schema(std::span<const Input> files, const Context& context) {
  const IpcTables tables(files, context);
  FileSchema schema{.source = files.front().name(), .format = Format::arrow};
  schema.files = files.size();
  schema.rows = tables.rows();
  schema.part_name = "record batch";
  for (const IpcFile& file : tables.files())
    schema.parts += file.batches.size();
  const std::vector<IpcField>& fields = tables.files().front().schema.fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    schema.columns.push_back({.name = tables.names()[i],
                              .type = fields[i].type,
                              .kind = std::string(kind_of(fields[i]))});
  }
  return schema;
}

}  // namespace pith
