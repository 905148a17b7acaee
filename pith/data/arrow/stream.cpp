// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/arrow/type.h"
#include "pith/data/dense.h"

namespace pith {
namespace {

ArrowField field_of(const ArrowSchema& schema, std::string name, std::string_view remedy) {
  if (schema.format == nullptr) damaged_stream("a column without a type");
  if (schema.dictionary == nullptr)
    return make_arrow_field(std::move(name), schema.format, std::nullopt, remedy);
  const ArrowSchema& values = *schema.dictionary;
  if (values.release == nullptr || values.format == nullptr)
    damaged_stream("a dictionary without a type");
  if (values.dictionary != nullptr) reject_type(name, "a dictionary of dictionaries", remedy);
  return make_arrow_field(std::move(name), schema.format, values.format, remedy);
}

}  // namespace

std::string one_line(std::string line) {
  constexpr std::size_t max_size = 300;
  if (line.size() > max_size) {
    const auto is_inside_letter = [](unsigned char c) { return (c & 0xC0U) == 0x80U; };  // UTF-8
    std::size_t end = max_size;
    while (end > 0 && is_inside_letter(static_cast<unsigned char>(line[end])))
      --end;
    line = line.substr(0, end) + " ...";
  }
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 0x7F; }, ' ');
  return line;
}

std::string stream_failure(ArrowArrayStream& stream, int code) {
  const char* text = stream.get_last_error == nullptr ? nullptr : stream.get_last_error(&stream);
  return one_line(text == nullptr || *text == '\0' ? std::generic_category().message(code) : text);
}

std::vector<ArrowField> fields_of(const ArrowSchema& schema, std::vector<std::string>& notes,
                                  std::string_view remedy) {
  if (schema.release == nullptr || schema.format == nullptr) damaged_stream("no schema");
  if (std::strcmp(schema.format, "+s") != 0) {
    throw Error(ErrorKind::bad_data,
                fmt::format("the Arrow stream contains {}, not a table; pass a table",
                            arrow_type_text(schema.format)));
  }
  if (schema.n_children == 0)
    throw Error(ErrorKind::bad_data,
                "the Arrow stream has no columns; pass a table with at least one");
  if (schema.n_children < 0 || schema.n_children > static_cast<std::int64_t>(max_columns) ||
      schema.children == nullptr)
    damaged_stream("an impossible number of columns");
  const std::span children(schema.children, static_cast<std::size_t>(schema.n_children));
  std::vector<std::string> names;
  for (const ArrowSchema* child : children) {
    if (child == nullptr || child->release == nullptr) damaged_stream("a column without a type");
    names.emplace_back(child->name == nullptr ? "" : child->name);
  }
  unique_names(names, notes);
  std::vector<ArrowField> fields;
  for (std::size_t i = 0; i < names.size(); ++i)
    fields.push_back(field_of(*children[i], std::move(names[i]), remedy));
  return fields;
}

void check_chunk(const ArrowArray& parent, std::size_t columns) {
  if (const std::string_view fault = length_fault(parent); !fault.empty()) damaged_stream(fault);
  if (parent.n_children != static_cast<std::int64_t>(columns) || parent.children == nullptr)
    damaged_stream("a chunk with a different number of columns");
  if (parent.null_count > 0 &&
      (parent.n_buffers < 1 || parent.buffers == nullptr || parent.buffers[0] == nullptr))
    damaged_stream("null rows without a validity bitmap");
  for (const ArrowArray* child : std::span(parent.children, columns)) {
    if (child == nullptr || child->release == nullptr) damaged_stream("a column without an array");
  }
}

ArrowPiece piece_of(const ArrowArray& array, const ArrowField& field, ChunkRows rows) {
  check_array(array, field.type, rows.offset + rows.count, field.name);
  if ((array.dictionary != nullptr) != field.has_dictionary)
    damaged_array(field.name, "a dictionary in only one of the schema and the array");
  if (field.has_dictionary && array.dictionary->release == nullptr)
    damaged_array(field.name, "a dictionary that was released");
  if (field.has_dictionary) check_array(*array.dictionary, field.dictionary, 0, field.name);
  return {&array, static_cast<std::size_t>(array.offset) + rows.offset, rows.count};
}

}  // namespace pith
