// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/arrow.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/arrow/column.h"
#include "pith/data/arrow/piece.h"
#include "pith/data/arrow/stream.h"
#include "pith/data/arrow/type.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/encoding.h"

namespace pith {
namespace {

using SharedArray = std::shared_ptr<const ArrowArray>;

/// The rows of one array of the stream; the columns are moved out of their parent.
struct Chunk {
  std::size_t offset = 0;  ///< of the parent
  std::size_t rows = 0;
  std::vector<SharedArray> columns;
};

void check_call(ArrowArrayStream& stream, int code) {
  if (code == 0) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("the Arrow stream failed: {}", stream_failure(stream, code)));
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
  check_chunk(parent, columns);
  Chunk chunk{.offset = static_cast<std::size_t>(parent.offset),
              .rows = static_cast<std::size_t>(parent.length)};
  add_nulls({&parent, chunk.offset, chunk.rows}, row, absent);
  for (ArrowArray* child : std::span(parent.children, columns)) {
    if (child->release == nullptr) damaged_stream("a column without an array");  // named twice
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
  for (const Chunk& chunk : chunks)
    pieces.push_back(piece_of(*chunk.columns[column], field, {chunk.offset, chunk.rows}));
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
