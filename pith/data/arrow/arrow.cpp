// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/arrow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/arrow/column.h"
#include "pith/data/arrow/piece.h"
#include "pith/data/arrow/type.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/encoding.h"

namespace pith {
namespace {

/// Owns a structure of the interface and releases it, unless it was moved.
template <class T>
struct Held {
  T value = {};

  Held() = default;
  explicit Held(T& from) : value(from) { from.release = nullptr; }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    if (value.release != nullptr) value.release(&value);
  }
};

using SharedArray = std::shared_ptr<const ArrowArray>;

/// The rows of one array of the stream; the columns are moved out of their parent.
struct Chunk {
  std::size_t offset = 0;  ///< of the parent
  std::size_t rows = 0;
  std::vector<SharedArray> columns;
};

/// The error message of the stream on one line, shortened since some contain a whole backtrace.
std::string failure_text(ArrowArrayStream& stream, int code) {
  const char* text = stream.get_last_error == nullptr ? nullptr : stream.get_last_error(&stream);
  std::string line =
      text == nullptr || *text == '\0' ? std::generic_category().message(code) : text;
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

void check_call(ArrowArrayStream& stream, int code) {
  if (code == 0) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("the Arrow stream failed: {}", failure_text(stream, code)));
}

ArrowField field_of(const ArrowSchema& schema, std::string name) {
  if (schema.format == nullptr) damaged_stream("a column without a type");
  if (schema.dictionary == nullptr) return make_arrow_field(std::move(name), schema.format);
  const ArrowSchema& values = *schema.dictionary;
  if (values.release == nullptr || values.format == nullptr)
    damaged_stream("a dictionary without a type");
  if (values.dictionary != nullptr) {
    throw Error(ErrorKind::bad_data,
                fmt::format("column {} holds a dictionary of dictionaries, which cannot be read; "
                            "cast it to a numeric or categorical type, or drop it",
                            quoted(name)),
                Cause::unsupported_type);
  }
  return make_arrow_field(std::move(name), schema.format, values.format);
}

std::vector<ArrowField> fields_of(const ArrowSchema& schema, std::vector<std::string>& notes) {
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
    fields.push_back(field_of(*children[i], std::move(names[i])));
  return fields;
}

/// Moves the array out of its parent, which may be released afterwards.
SharedArray taken(ArrowArray& from) {
  const std::shared_ptr<ArrowArray> to(new ArrowArray{}, [](ArrowArray* array) {
    if (array->release != nullptr) array->release(array);
    delete array;
  });
  *to = from;
  from.release = nullptr;
  return to;
}

/// The rows of a struct array. A null struct makes all columns missing: sets `absent` from `row`
/// on.
Chunk chunk_of(ArrowArray& parent, std::size_t columns, std::size_t row, Mask& absent) {
  if (const std::string_view fault = length_fault(parent); !fault.empty()) damaged_stream(fault);
  if (parent.n_children != static_cast<std::int64_t>(columns) || parent.children == nullptr)
    damaged_stream("a chunk with a different number of columns");
  Chunk chunk{.offset = static_cast<std::size_t>(parent.offset),
              .rows = static_cast<std::size_t>(parent.length)};
  if (parent.null_count > 0 &&
      (parent.n_buffers < 1 || parent.buffers == nullptr || parent.buffers[0] == nullptr))
    damaged_stream("null rows without a validity bitmap");
  add_nulls({&parent, chunk.offset, chunk.rows}, row, absent);
  for (ArrowArray* child : std::span(parent.children, columns)) {
    if (child == nullptr || child->release == nullptr) damaged_stream("a column without an array");
    chunk.columns.push_back(taken(*child));
  }
  return chunk;
}

std::vector<Chunk> read_chunks(ArrowArrayStream& stream, std::size_t columns, Mask& absent,
                               const Context& context) {
  std::vector<Chunk> chunks;
  std::size_t row = 0;
  for (;;) {
    context.check_cancelled();
    Held<ArrowArray> parent;
    check_call(stream, stream.get_next(&stream, &parent.value));
    if (parent.value.release == nullptr) return chunks;
    Chunk chunk = chunk_of(parent.value, columns, row, absent);
    row += chunk.rows;
    if (chunk.rows > 0) chunks.push_back(std::move(chunk));
  }
}

/// The validated pieces of a column.
std::vector<ArrowPiece> pieces_of(std::span<const Chunk> chunks, std::size_t column,
                                  const ArrowField& field) {
  std::vector<ArrowPiece> pieces;
  for (const Chunk& chunk : chunks) {
    const ArrowArray& array = *chunk.columns[column];
    check_array(array, field.type, chunk.offset + chunk.rows, field.name);
    if ((array.dictionary != nullptr) != field.has_dictionary)
      damaged_array(field.name, "a dictionary in only one of the schema and the array");
    if (field.has_dictionary && array.dictionary->release == nullptr)
      damaged_array(field.name, "a dictionary that was released");
    if (field.has_dictionary) check_array(*array.dictionary, field.dictionary, 0, field.name);
    pieces.push_back({&array, static_cast<std::size_t>(array.offset) + chunk.offset, chunk.rows});
  }
  return pieces;
}

bool is_borrowed(const ArrowField& field, std::size_t chunks) {
  return field.type.kind == ArrowKind::number && !field.has_dictionary && chunks == 1;
}

Column read_column(std::span<const Chunk> chunks, std::size_t column, const ArrowField& field,
                   const Mask& absent, const Context& context) {
  const std::vector<ArrowPiece> pieces = pieces_of(chunks, column, field);
  if (is_borrowed(field, pieces.size()))
    return borrow_piece(pieces.front(), field, absent, chunks.front().columns[column]);
  std::size_t rows = 0;
  for (const ArrowPiece& piece : pieces)
    rows += piece.rows;
  const std::unique_ptr<ArrowColumn> made = make_arrow_column(field, rows, absent, context);
  for (const ArrowPiece& piece : pieces)
    made->add(piece, field);
  return made->finish();
}

/// The memory of the columns and of copies of numbers. That of texts is reserved while they are
/// read.
Reservation reserve_copies(std::span<const ArrowField> fields, std::span<const Chunk> chunks,
                           const Context& context) {
  std::uint64_t rows = 0;
  for (const Chunk& chunk : chunks)
    rows += chunk.rows;
  std::uint64_t bytes_per_row = 0;
  for (const ArrowField& field : fields) {
    if (!is_coded(field) && !is_borrowed(field, chunks.size()))
      bytes_per_row += size_of(type_in_column(field.type));
  }
  std::optional<std::uint64_t> bytes = checked_product(rows, bytes_per_row);
  if (bytes) *bytes += fields.size() * bytes_per_column;
  return reserve_table(bytes, fmt::format("a copy of {} of the Arrow stream", counted(rows, "row")),
                       context);
}

}  // namespace

struct TakenStream::Content {
  std::vector<ArrowField> fields;
  std::vector<Chunk> chunks;
  Mask absent;
  std::vector<std::string> notes;
};

TakenStream::TakenStream(ArrowArrayStream* given, const Context& context) {
  if (given == nullptr || given->release == nullptr)
    throw Error(ErrorKind::bad_data, "the Arrow stream was already read; pass a new one");
  Held<ArrowArrayStream> held(*given);
  ArrowArrayStream& stream = held.value;
  if (stream.get_schema == nullptr || stream.get_next == nullptr)
    damaged_stream("it has no callbacks");
  Content content;
  {
    Held<ArrowSchema> schema;
    check_call(stream, stream.get_schema(&stream, &schema.value));
    content.fields = fields_of(schema.value, content.notes);
  }
  content.chunks = read_chunks(stream, content.fields.size(), content.absent, context);
  if (content.chunks.empty())
    throw Error(ErrorKind::bad_data,
                "the Arrow stream has no rows; pass a table with at least one");
  content_ = std::make_shared<const Content>(std::move(content));
}

Columns TakenStream::columns(const Context& context) const {
  const std::vector<ArrowField>& fields = content_->fields;
  const auto held =
      std::make_shared<const Reservation>(reserve_copies(fields, content_->chunks, context));
  std::vector<std::optional<Column>> read(fields.size());
  parallel_blocks(context, fields.size(), 1, [&](std::size_t column, std::size_t) {
    read[column] = read_column(content_->chunks, column, fields[column], content_->absent, context);
  });
  Columns columns;
  columns.notes = content_->notes;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    columns.names.push_back(fields[i].name);
    columns.columns.push_back(is_coded(fields[i]) ? std::move(*read[i]) : read[i]->holding(held));
  }
  require_utf8(columns);
  return columns;
}

std::vector<bool> TakenStream::is_text() const {
  std::vector<bool> texts;
  for (const ArrowField& field : content_->fields)
    texts.push_back(field.type.is_text() && !field.has_dictionary);
  return texts;
}

Columns read_stream(ArrowArrayStream* stream, const Context& context) {
  return TakenStream(stream, context).columns(context);
}

}  // namespace pith
