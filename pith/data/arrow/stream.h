// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/arrow/arrow.h"
#include "pith/data/arrow/field.h"
#include "pith/data/arrow/piece.h"

namespace pith {

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

/// A message of a library on one line, shortened since some contain a whole backtrace.
std::string one_line(std::string text);

/// The error message of a stream on one line.
std::string stream_failure(ArrowArrayStream& stream, int code);

/// The columns of a table. Throws Error(bad_data) for types that cannot be read.
std::vector<ArrowField> fields_of(const ArrowSchema& schema, std::vector<std::string>& notes,
                                  std::string_view remedy = type_remedy);

/// Checks that a struct array has this many columns, each with an array, and is consistent. Throws
/// as damaged_stream() does.
void check_chunk(const ArrowArray& parent, std::size_t columns);

/// The rows of a chunk within the arrays of its columns.
struct ChunkRows {
  std::size_t offset = 0;
  std::size_t count = 0;
};
/// The values of these rows, validated. Throws as damaged_array() does.
ArrowPiece piece_of(const ArrowArray& array, const ArrowField& field, ChunkRows rows);

}  // namespace pith
