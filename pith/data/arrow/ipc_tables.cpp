// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "pith/data/arrow/column.h"
#include "pith/data/table.h"

namespace pith {
namespace {

std::vector<std::string> names_of(const IpcFile& file, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  for (const IpcField& field : file.schema.fields)
    names.push_back(field.name);
  unique_names(names, notes);
  return names;
}

bool is_all_null(const IpcFile& file, const IpcField& field) {
  return file.rows > 0 &&
         std::all_of(file.batches.begin(), file.batches.end(), [&](const IpcBatch& batch) {
           const IpcBatch::Node node = batch.node(field.node);
           return node.nulls == node.length;
         });
}

bool is_supported(const IpcField& field) {
  const ArrowType type = arrow_type(field.dictionary ? field.values : field.format);
  return type.kind != ArrowKind::other && (!field.dictionary || !type.is_in_ticks());
}

ArrowField field_at(const IpcFile& file, std::size_t position, const std::string& name) {
  const IpcField& field = file.schema.fields[position];
  try {
    // A column of a type that cannot be read, but holds nothing, is a column without values.
    if (!is_supported(field) && is_all_null(file, field)) return make_arrow_field(name, "n");
    if (field.dictionary) return make_arrow_field(name, field.format, field.values);
    return make_arrow_field(name, field.format);
  } catch (const Error& error) {
    throw_in_file(file.input->name(), error);
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

}  // namespace

void throw_in_file(const std::string& file, const Error& error) {
  const std::string text = error.marked();
  const bool is_about_file = error.kind() != ErrorKind::bad_data || text.starts_with(file + ":");
  throw Error(error.kind(), is_about_file ? text : file + ": " + text, error.cause());
}

IpcTables::IpcTables(std::span<const Input> inputs, const Context& context) {
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

IpcChosen IpcTables::chosen(std::size_t column) const {
  IpcChosen made;
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

/// Finds the columns of the first file in another one.
void IpcTables::match(const IpcFile& file) {
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

void IpcTables::reject_column(const IpcFile& file, const std::string& name, bool is_new) const {
  const std::string& first = files_.front().input->name();
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: {} column {}, which {} {}; files of one table must have the same "
                          "columns",
                          file.input->name(), is_new ? "there is a" : "there is no", quoted(name),
                          first, is_new ? "does not have" : "has"));
}

}  // namespace pith
