// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/encoding.h"
#include "pith/data/files/reused.h"

namespace pith {
namespace {

/// A column that is read: where it is in each file, and how it is stored there.
struct Chosen {
  std::vector<std::size_t> positions = {};
  std::vector<ArrowField> fields = {};
};

std::vector<std::string> names_of(const IpcFile& file, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  for (const IpcField& field : file.schema.fields)
    names.push_back(field.name);
  unique_names(names, notes);
  return names;
}

/// The same error, which says in which file.
[[noreturn]] void throw_in(const std::string& file, const Error& error) {
  const std::string text = error.marked();
  const bool is_about_file = error.kind() != ErrorKind::bad_data || text.starts_with(file + ":");
  throw Error(error.kind(), is_about_file ? text : file + ": " + text, error.cause());
}

ArrowField field_at(const IpcFile& file, std::size_t position, const std::string& name) {
  const IpcField& field = file.schema.fields[position];
  try {
    if (field.dictionary) return make_arrow_field(name, field.format, field.values);
    return make_arrow_field(name, field.format);
  } catch (const Error& error) {
    throw_in(file.input->name(), error);
  }
}

/// Whether both hold values that one column can hold.
bool are_alike(const ArrowField& one, const ArrowField& other) {
  if (one.has_dictionary || other.has_dictionary) return one.has_dictionary == other.has_dictionary;
  if (one.type.is_text() || other.type.is_text()) return one.type.is_text() == other.type.is_text();
  if (type_in_column(one.type) != type_in_column(other.type)) return false;
  const auto special = [](const ArrowType& type) {
    const bool is_plain = type.kind == ArrowKind::half || type.kind == ArrowKind::decimal;
    return is_plain ? ArrowKind::number : type.kind;
  };
  return special(one.type) == special(other.type);
}

/// The files of one table, and which columns are read.
class Tables {
 public:
  Tables(std::span<const Input> inputs, const Context& context) {
    for (const Input& input : inputs)
      files_.push_back(open_ipc(input, context));
    names_ = names_of(files_.front(), notes_);
    for (const IpcFile& file : files_) {
      rows_ += file.rows;
      if (rows_ > most_ipc_rows)
        throw Error(
            ErrorKind::bad_data,
            file.input->name() + ": the files have more rows than possible; write them again");
    }
    for (std::size_t i = 1; i < files_.size(); ++i)
      match(files_[i]);
  }

  const std::vector<IpcFile>& files() const { return files_; }
  const std::vector<std::string>& names() const { return names_; }
  std::vector<std::string> take_notes() { return std::move(notes_); }
  std::uint64_t rows() const { return rows_; }

  Chosen chosen(std::size_t column) const {
    Chosen made;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const std::size_t position = i == 0 ? column : places_[i - 1][column];
      made.positions.push_back(position);
      made.fields.push_back(field_at(files_[i], position, names_[column]));
      if (are_alike(made.fields.front(), made.fields.back())) continue;
      throw Error(
          ErrorKind::bad_data,
          fmt::format("{}: column {} has the type {}, but in {} it has the type {}; write the "
                      "files again with the same types",
                      files_[i].input->name(), quoted(names_[column]),
                      files_[i].schema.fields[position].type, files_.front().input->name(),
                      files_.front().schema.fields[column].type));
    }
    return made;
  }

 private:
  /// Finds the columns of the first file in another one.
  void match(const IpcFile& file) {
    std::vector<std::string> ignored;
    const std::vector<std::string> names = names_of(file, ignored);
    std::map<std::string_view, std::size_t> place;
    for (std::size_t i = 0; i < names.size(); ++i)
      place.emplace(names[i], i);
    std::vector<std::size_t> found;
    for (const std::string& name : names_) {
      const auto known = place.find(name);
      if (known == place.end()) reject_column(file, name, false);
      found.push_back(known->second);
      place.erase(known);
    }
    if (!place.empty()) reject_column(file, std::string(place.begin()->first), true);
    places_.push_back(std::move(found));
  }

  [[noreturn]] void reject_column(const IpcFile& file, const std::string& name, bool is_new) const {
    const std::string& first = files_.front().input->name();
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: {} column {}, which {} {}; files of one table must have the same "
                            "columns",
                            file.input->name(), is_new ? "there is a" : "there is no", quoted(name),
                            first, is_new ? "does not have" : "has"));
  }

  std::vector<IpcFile> files_;
  std::vector<std::string> names_;
  std::vector<std::string> notes_;
  std::uint64_t rows_ = 0;
  std::vector<std::vector<std::size_t>> places_;  ///< in each file but the first
};

/// What a column of numbers takes, with its mask.
std::uint64_t number_bytes(const ArrowField& field, std::uint64_t rows) {
  return bytes_per_column + (is_coded(field) ? 0 : value_bytes(field, rows) + rows / 8);
}

void require_columns(const Tables& tables, std::span<const Chosen> chosen, const Context& context) {
  std::optional<std::uint64_t> bytes = 0;
  for (const Chosen& column : chosen) {
    std::uint64_t sum = 0;
    const std::uint64_t more = number_bytes(column.fields.front(), tables.rows());
    const bool fits = bytes && !__builtin_add_overflow(*bytes, more, &sum);
    bytes = fits ? std::optional(sum) : std::nullopt;
  }
  (void)reserve_table(bytes,
                      fmt::format("{}: {} of {}", tables.files().front().input->name(),
                                  counted(tables.rows(), "row"), counted(chosen.size(), "column")),
                      context);
}

/// Places for the numbers of all columns that have some. Refuses what does not fit at once.
std::vector<NumberPlace> place_columns(const Tables& tables, std::span<const Chosen> chosen,
                                       const Context& context) {
  require_columns(tables, chosen, context);
  std::vector<NumberBytes> bytes;
  for (const Chosen& column : chosen) {
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
  ColumnReader(const Tables& tables, const Context& context) : tables_(tables), context_(context) {
    for (const IpcFile& file : tables.files())
      readers_.push_back(std::make_unique<IpcReader>(file, context_));
  }

  Column read(const Chosen& chosen, NumberPlace place) {
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
  Column filled(const Chosen& chosen, ArrowColumn& column) {
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      try {
        readers_[i]->read(chosen.positions[i], chosen.fields[i], column);
      } catch (const Error& error) {
        throw_in(tables_.files()[i].input->name(), error);
      }
    }
    try {
      return column.finish();
    } catch (const Error& error) {
      if (readers_.size() > 1) throw;  // any of the files may hold the value
      throw_in(tables_.files().front().input->name(), error);
    }
  }

  const Tables& tables_;
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
  Tables tables(files, context);
  const std::string& first = files.front().name();
  check_shape(first, tables.rows(), tables.names().size());
  std::vector<bool> is_chosen(tables.names().size(), true);
  if (choice) is_chosen = choice(tables.names());
  std::vector<Chosen> chosen;
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
  const std::size_t block = std::clamp<std::size_t>(chosen.size() / 32, 1, 1024);
  parallel_blocks(context, chosen.size(), block, [&](std::size_t begin, std::size_t end) {
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
  const Tables tables(files, context);
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
