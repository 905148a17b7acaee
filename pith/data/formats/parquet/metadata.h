// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"

namespace pith::parquet {

/// How values are stored; the numbers are those of the format.
enum class Physical : std::uint8_t {
  boolean = 0,
  int32 = 1,
  int64 = 2,
  int96 = 3,
  float32 = 4,
  float64 = 5,
  bytes = 6,
  fixed_bytes = 7,
};

/// The annotations of older files; the numbers are those of the format.
enum class Converted : std::uint8_t {
  utf8 = 0,
  map = 1,
  map_key_value = 2,
  list = 3,
  enumeration = 4,
  decimal = 5,
  date = 6,
  time_millis = 7,
  time_micros = 8,
  timestamp_millis = 9,
  timestamp_micros = 10,
  uint8 = 11,
  uint16 = 12,
  uint32 = 13,
  uint64 = 14,
  int8 = 15,
  int16 = 16,
  int32 = 17,
  int64 = 18,
  json = 19,
  bson = 20,
  interval = 21,
};

/// The annotations of newer files; the numbers are those of the format.
enum class Logical : std::uint8_t {
  none = 0,
  string = 1,
  map = 2,
  list = 3,
  enumeration = 4,
  decimal = 5,
  date = 6,
  time = 7,
  timestamp = 8,
  integer = 10,
  null = 11,
  json = 12,
  bson = 13,
  uuid = 14,
  float16 = 15,
  variant = 16,
  geometry = 17,
  geography = 18,
};

enum class Repetition : std::uint8_t { required = 0, optional = 1, repeated = 2 };
enum class TimeUnit : std::uint8_t { none = 0, milli = 1, micro = 2, nano = 3 };

/// A node of the tree of columns.
struct SchemaElement {
  std::string name = {};
  std::optional<Physical> physical = {};  ///< none: a group of others
  std::int32_t length = 0;                ///< of fixed_bytes
  Repetition repetition = Repetition::required;
  std::size_t children = 0;
  std::optional<Converted> converted = {};
  Logical logical = Logical::none;
  std::int32_t scale = 0;  ///< of decimals
  std::int32_t precision = 0;
  TimeUnit unit = TimeUnit::none;  ///< of times and timestamps
  bool is_utc = false;
  int bits = 0;  ///< of integers
  bool is_signed = true;
};

/// Where the values of a column in a row group are.
struct Chunk {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t values = 0;
  std::uint8_t codec = 0;
  std::uint8_t physical = 0;
  bool is_elsewhere = false;  ///< in another file
  bool is_encrypted = false;
  bool is_null = false;  ///< its statistics say that it has no values
};

/// What a file says about itself.
struct Metadata {
  std::uint64_t rows = 0;
  std::vector<SchemaElement> schema = {};  ///< depth first, from the root
  std::size_t leaves = 0;                  ///< columns of the file, those in groups included
  std::vector<std::uint64_t> group_rows = {};
  std::vector<Chunk> chunks = {};  ///< of each row group all leaves
  std::string writer = {};
  std::string arrow_schema = {};  ///< what Arrow programs add: the schema of the table, in base64
  Reservation held = {};          ///< of its memory

  const Chunk& chunk(std::size_t group, std::size_t leaf) const {
    return chunks[group * leaves + leaf];
  }
};

/// Reads the description of a file of so many bytes. Sums of rows and the places of chunks are
/// checked. Throws Fault, and Error(resources) when it does not fit in memory.
Metadata read_metadata(std::span<const std::byte> footer, std::uint64_t file_size,
                       const Context& context);

}  // namespace pith::parquet
