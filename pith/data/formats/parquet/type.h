// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pith/data/formats/parquet/metadata.h"
#include "pith/data/number_layout.h"

namespace pith::parquet {

/// What a column of a file becomes.
enum class Kind : std::uint8_t {
  number,
  date,
  boolean,
  text,
  null,   ///< only missing values
  other,  ///< cannot be read
};

/// How stored values become numbers of the column.
enum class Conversion : std::uint8_t {
  none,     ///< they are
  narrow,   ///< 32-bit integers that fit in fewer bits
  half,     ///< 16-bit floats
  decimal,  ///< integers over a power of ten; in bytes the highest comes first
  ticks,    ///< of a day
};

struct ColumnType {
  Kind kind = Kind::other;
  Physical physical = Physical::int32;
  std::size_t width = 0;  ///< of stored values in bytes; 0: bits, or of any length
  bool is_nullable = false;
  NumberType number = NumberType::float64;  ///< of numbers and dates in the column
  Conversion conversion = Conversion::none;
  std::int64_t ticks_per_day = 1;
  int scale = 0;               ///< of decimals
  bool is_uuid = false;        ///< 16 bytes, written as text
  bool is_annotated = true;    ///< false: bytes that need not be text
  bool is_plain_text = false;  ///< whose texts may spell numbers or dates
  bool is_category = false;    ///< numbers that stand for categories
  std::string words = {};      ///< the type in words: `timestamp[us, UTC]`
  std::string why = {};        ///< it cannot be read: what it holds, and what to do

  bool is_numeric() const { return kind == Kind::number || kind == Kind::date; }
};

/// A column at the top of the tree, which may be a group.
struct Field {
  std::string name = {};
  std::size_t leaf = 0;  ///< its first column in row groups
  ColumnType type = {};
};

/// The columns at the top of a schema (Metadata::schema).
std::vector<Field> fields_of(std::span<const SchemaElement> schema);

}  // namespace pith::parquet
