// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/type.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "pith/base/assert.h"

namespace pith::parquet {
namespace {

constexpr std::int64_t millis_per_day = 86'400'000;
constexpr std::string_view drop_it = "drop the column, or write the file again with";

/// The annotation of a column, whichever of the two forms the file has.
SchemaElement with_logical(const SchemaElement& element) {
  SchemaElement result = element;
  if (element.logical != Logical::none || !element.converted) return result;
  const auto integer = [&](int bits, bool is_signed) {
    result.logical = Logical::integer;
    result.bits = bits;
    result.is_signed = is_signed;
  };
  const auto time = [&](Logical logical, TimeUnit unit) {
    result.logical = logical;
    result.unit = unit;
    result.is_utc = true;
  };
  switch (*element.converted) {
    case Converted::utf8:
      result.logical = Logical::string;
      break;
    case Converted::map:
    case Converted::map_key_value:
      result.logical = Logical::map;
      break;
    case Converted::list:
      result.logical = Logical::list;
      break;
    case Converted::enumeration:
      result.logical = Logical::enumeration;
      break;
    case Converted::decimal:
      result.logical = Logical::decimal;
      break;
    case Converted::date:
      result.logical = Logical::date;
      break;
    case Converted::time_millis:
      time(Logical::time, TimeUnit::milli);
      break;
    case Converted::time_micros:
      time(Logical::time, TimeUnit::micro);
      break;
    case Converted::timestamp_millis:
      time(Logical::timestamp, TimeUnit::milli);
      break;
    case Converted::timestamp_micros:
      time(Logical::timestamp, TimeUnit::micro);
      break;
    case Converted::uint8:
      integer(8, false);
      break;
    case Converted::uint16:
      integer(16, false);
      break;
    case Converted::uint32:
      integer(32, false);
      break;
    case Converted::uint64:
      integer(64, false);
      break;
    case Converted::int8:
      integer(8, true);
      break;
    case Converted::int16:
      integer(16, true);
      break;
    case Converted::int32:
      integer(32, true);
      break;
    case Converted::int64:
      integer(64, true);
      break;
    case Converted::json:
      result.logical = Logical::json;
      break;
    case Converted::bson:
      result.logical = Logical::bson;
      break;
    case Converted::interval:
      break;  // by itself
  }
  return result;
}

void reject(ColumnType& type, std::string words, std::string_view what, std::string_view remedy) {
  type.kind = Kind::other;
  type.words = std::move(words);
  type.why = fmt::format("holds {}, which cannot be read; {} {}", what, drop_it, remedy);
}

std::size_t width_of(const SchemaElement& element) {
  switch (element.physical.value_or(Physical::bytes)) {
    case Physical::int32:
    case Physical::float32:
      return 4;
    case Physical::int64:
    case Physical::float64:
      return 8;
    case Physical::fixed_bytes:
      return element.length > 0 ? static_cast<std::size_t>(element.length) : 0;
    case Physical::boolean:
    case Physical::int96:
    case Physical::bytes:
      break;
  }
  return 0;
}

void set_number(ColumnType& type, NumberType number, std::string words) {
  type.kind = Kind::number;
  type.number = number;
  type.words = std::move(words);
}

/// Numbers without an annotation, or whose annotation does not suit how they are stored.
void set_plain(ColumnType& type, const SchemaElement& element) {
  switch (type.physical) {
    case Physical::boolean:
      type.kind = Kind::boolean;
      type.words = "boolean";
      return;
    case Physical::int32:
      return set_number(type, NumberType::int32, "int32");
    case Physical::int64:
      return set_number(type, NumberType::int64, "int64");
    case Physical::float32:
      return set_number(type, NumberType::float32, "float");
    case Physical::float64:
      return set_number(type, NumberType::float64, "double");
    case Physical::int96:
      return reject(type, "int96", "INT96 timestamps, an obsolete form",
                    "timestamps of 64 bits (use_deprecated_int96_timestamps=False in pyarrow, "
                    "outputTimestampType=TIMESTAMP_MICROS in Spark)");
    case Physical::bytes:
    case Physical::fixed_bytes:
      break;
  }
  const bool is_fixed = type.physical == Physical::fixed_bytes;
  type.words = is_fixed ? fmt::format("fixed_len_byte_array[{}]", element.length) : "byte_array";
  if (is_fixed && type.width == 0) return reject(type, type.words, "values without bytes", "texts");
  type.kind = Kind::text;
  type.is_annotated = false;
  type.is_plain_text = true;
}

void set_integer(ColumnType& type, const SchemaElement& element) {
  constexpr std::array<std::pair<int, std::pair<NumberType, NumberType>>, 4> types{{
      {8, {NumberType::int8, NumberType::uint8}},
      {16, {NumberType::int16, NumberType::uint16}},
      {32, {NumberType::int32, NumberType::uint32}},
      {64, {NumberType::int64, NumberType::uint64}},
  }};
  constexpr int stored_bits = 32;
  const Physical wanted = element.bits > stored_bits ? Physical::int64 : Physical::int32;
  for (const auto& [bits, both] : types) {
    if (bits != element.bits || type.physical != wanted) continue;
    set_number(type, element.is_signed ? both.first : both.second,
               fmt::format("{}int{}", element.is_signed ? "" : "u", bits));
    if (bits < stored_bits) type.conversion = Conversion::narrow;
    return;
  }
  set_plain(type, element);
}

void set_decimal(ColumnType& type, const SchemaElement& element) {
  constexpr int max_digits = 76;  // of the widest decimals that other programs write
  constexpr std::size_t max_bytes = 256;
  const bool is_fixed = type.physical == Physical::fixed_bytes;
  const bool is_stored = type.physical == Physical::int32 || type.physical == Physical::int64 ||
                         type.physical == Physical::bytes ||
                         (is_fixed && type.width > 0 && type.width <= max_bytes);
  std::string words = fmt::format("decimal[{}, {}]", element.precision, element.scale);
  if (!is_stored || element.scale < 0 || element.scale > max_digits)
    return reject(type, std::move(words), "decimals of an impossible form", "floats");
  set_number(type, NumberType::float64, std::move(words));
  type.conversion = Conversion::decimal;
  type.scale = element.scale;
}

void set_time(ColumnType& type, const SchemaElement& element) {
  const bool is_stored = type.physical == Physical::int64 ||
                         (type.physical == Physical::int32 && element.logical == Logical::time);
  if (!is_stored || element.unit == TimeUnit::none) return set_plain(type, element);
  constexpr std::array<std::string_view, 4> units{"", "ms", "us", "ns"};
  constexpr std::array<std::int64_t, 4> per_milli{0, 1, 1000, 1'000'000};
  const auto unit = static_cast<std::size_t>(element.unit);
  const bool is_time = element.logical == Logical::time;
  set_number(type, NumberType::float64,
             fmt::format("{}[{}{}]", is_time ? "time" : "timestamp", units[unit],
                         element.is_utc && !is_time ? ", UTC" : ""));
  if (!is_time) type.kind = Kind::date;
  type.conversion = Conversion::ticks;
  type.ticks_per_day = millis_per_day * per_milli[unit];
}

void set_text(ColumnType& type, const SchemaElement& element, std::string_view words) {
  if (type.physical != Physical::bytes && type.physical != Physical::fixed_bytes)
    return set_plain(type, element);
  set_plain(type, element);
  if (type.kind != Kind::text) return;
  type.words = words;
  type.is_annotated = true;
}

void set_fixed(ColumnType& type, const SchemaElement& element) {
  constexpr std::size_t uuid_bytes = 16;
  constexpr std::size_t half_bytes = 2;
  const bool is_fixed = type.physical == Physical::fixed_bytes;
  if (element.logical == Logical::uuid && is_fixed && type.width == uuid_bytes) {
    type.kind = Kind::text;
    type.is_uuid = true;
    type.is_plain_text = true;
    type.words = "uuid";
  } else if (element.logical == Logical::float16 && is_fixed && type.width == half_bytes) {
    set_number(type, NumberType::float32, "float16");
    type.conversion = Conversion::half;
  } else {
    set_plain(type, element);
  }
}

ColumnType leaf_type(const SchemaElement& stored) {
  PITH_ASSERT(stored.physical.has_value());
  const SchemaElement element = with_logical(stored);
  ColumnType type{.physical = *element.physical,
                  .width = width_of(element),
                  .is_nullable = element.repetition == Repetition::optional};
  switch (element.logical) {
    case Logical::string:
      set_text(type, element, "string");
      break;
    case Logical::json:
      set_text(type, element, "json");
      break;
    case Logical::enumeration:
      set_text(type, element, "enum");
      type.is_plain_text = false;
      break;
    case Logical::decimal:
      set_decimal(type, element);
      break;
    case Logical::date:
      set_plain(type, element);
      if (type.physical != Physical::int32) break;
      type = {.kind = Kind::date,
              .physical = type.physical,
              .width = type.width,
              .is_nullable = type.is_nullable,
              .number = NumberType::float64,
              .conversion = Conversion::ticks,
              .words = "date"};
      break;
    case Logical::time:
    case Logical::timestamp:
      set_time(type, element);
      break;
    case Logical::integer:
      set_integer(type, element);
      break;
    case Logical::null:
      type.kind = Kind::null;
      type.words = "null";
      break;
    case Logical::uuid:
    case Logical::float16:
      set_fixed(type, element);
      break;
    case Logical::bson:
      reject(type, "bson", "BSON documents", "one column for each value");
      break;
    case Logical::geometry:
    case Logical::geography:
      reject(type, "geometry", "shapes", "the coordinates as numbers");
      break;
    case Logical::none:
      set_plain(type, element);
      if (element.converted == Converted::interval)
        reject(type, "interval", "intervals", "durations as numbers");
      break;
    case Logical::map:
    case Logical::list:
    case Logical::variant:
      set_plain(type, element);
      break;
  }
  return type;
}

ColumnType group_type(const SchemaElement& stored) {
  const SchemaElement element = with_logical(stored);
  ColumnType type;
  constexpr std::string_view flat = "one column for each value";
  if (element.repetition == Repetition::repeated || element.logical == Logical::list) {
    reject(type, "list", "lists", flat);
  } else if (element.logical == Logical::map) {
    reject(type, "map", "maps", flat);
  } else if (element.logical == Logical::variant) {
    reject(type, "variant", "values of any type", flat);
  } else {
    reject(type, "struct", "structs", flat);
  }
  return type;
}

}  // namespace

std::vector<Field> fields_of(std::span<const SchemaElement> schema) {
  std::vector<Field> fields;
  std::size_t leaf = 0;
  std::size_t inside = 0;  // elements of a group that are still to come
  for (const SchemaElement& element : schema.subspan(1)) {
    if (inside == 0) {
      const bool is_flat = element.physical && element.repetition != Repetition::repeated;
      fields.push_back({.name = element.name,
                        .leaf = leaf,
                        .type = is_flat ? leaf_type(element) : group_type(element)});
    } else {
      --inside;
    }
    inside += element.children;
    leaf += element.physical ? 1 : 0;
  }
  return fields;
}

}  // namespace pith::parquet
