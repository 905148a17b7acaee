// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_fields.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/dense.h"

namespace pith {
namespace {

/// As the files number them.
enum class TypeId : std::uint8_t {
  none,
  null,
  integer,
  floating_point,
  binary,
  utf8,
  boolean,
  decimal,
  date,
  time,
  timestamp,
  interval,
  list,
  structure,
  one_of,
  fixed_binary,
  fixed_list,
  map,
  duration,
  large_binary,
  large_utf8,
  large_list,
  run_end_encoded,
  binary_view,
  utf8_view,
  list_view,
  large_list_view,
};

/// The format string of the C interface, and the words for it.
struct Described {
  std::string format;
  std::string words;
};

Described integer_type(const FlatTable& type) {
  const auto bits = type.value<std::int32_t>(0, 0);
  const bool is_signed = type.flag(1);
  constexpr std::array<std::pair<int, std::string_view>, 4> widths = {
      {{8, "cC"}, {16, "sS"}, {32, "iI"}, {64, "lL"}}};
  for (const auto& [width, letters] : widths) {
    if (width == bits)
      return {std::string(1, letters[is_signed ? 0 : 1]),
              fmt::format("{}int{}", is_signed ? "" : "u", bits)};
  }
  type.bytes().fail();
}

Described float_type(const FlatTable& type) {
  switch (type.value<std::int16_t>(0, 0)) {
    case 0:
      return {"e", "float16"};
    case 1:
      return {"f", "float32"};
    case 2:
      return {"g", "float64"};
    default:
      type.bytes().fail();
  }
}

/// Seconds, and thousandths of it.
struct Unit {
  char letter = 's';
  std::string_view name = "s";
};
Unit unit_of(const FlatTable& type, std::int16_t absent) {
  constexpr std::array<Unit, 4> units = {{{'s', "s"}, {'m', "ms"}, {'u', "us"}, {'n', "ns"}}};
  const auto unit = type.value<std::int16_t>(0, absent);
  if (unit < 0 || static_cast<std::size_t>(unit) >= units.size()) type.bytes().fail();
  return units[static_cast<std::size_t>(unit)];
}

constexpr std::int16_t milliseconds = 1;

Described timestamp_type(const FlatTable& type) {
  const Unit unit = unit_of(type, 0);
  const std::string zone(type.text(1));
  return {fmt::format("ts{}:{}", unit.letter, zone),
          zone.empty() ? fmt::format("timestamp[{}]", unit.name)
                       : fmt::format("timestamp[{}, {}]", unit.name, zone)};
}

Described decimal_type(const FlatTable& type) {
  constexpr std::int32_t default_bits = 128;
  const auto precision = type.value<std::int32_t>(0, 0);
  const auto scale = type.value<std::int32_t>(1, 0);
  const auto bits = type.value<std::int32_t>(2, default_bits);
  return {fmt::format("d:{},{},{}", precision, scale, bits),
          fmt::format("decimal{}({}, {})", bits, precision, scale)};
}

Described type_of(TypeId id, const FlatTable& type) {
  switch (id) {
    case TypeId::null:
      return {"n", "null"};
    case TypeId::integer:
      return integer_type(type);
    case TypeId::floating_point:
      return float_type(type);
    case TypeId::boolean:
      return {"b", "bool"};
    case TypeId::utf8:
      return {"u", "utf8"};
    case TypeId::large_utf8:
      return {"U", "large_utf8"};
    case TypeId::utf8_view:
      return {"vu", "utf8_view"};
    // Binary values are read as texts, which must be UTF-8.
    case TypeId::binary:
      return {"u", "binary"};
    case TypeId::large_binary:
      return {"U", "large_binary"};
    case TypeId::binary_view:
      return {"vu", "binary_view"};
    case TypeId::decimal:
      return decimal_type(type);
    case TypeId::date:
      return type.value<std::int16_t>(0, milliseconds) == 0 ? Described{"tdD", "date32"}
                                                            : Described{"tdm", "date64"};
    case TypeId::time: {
      const Unit unit = unit_of(type, milliseconds);
      const bool is_short = unit.letter == 's' || unit.letter == 'm';
      return {fmt::format("tt{}", unit.letter),
              fmt::format("time{}[{}]", is_short ? 32 : 64, unit.name)};
    }
    case TypeId::timestamp:
      return timestamp_type(type);
    case TypeId::duration: {
      const Unit unit = unit_of(type, milliseconds);
      return {fmt::format("tD{}", unit.letter), fmt::format("duration[{}]", unit.name)};
    }
    case TypeId::interval:
      return {"ti", "interval"};
    case TypeId::fixed_binary:
      return {fmt::format("w:{}", type.value<std::int32_t>(0, 0)), "fixed_size_binary"};
    case TypeId::structure:
      return {"+s", "struct"};
    case TypeId::map:
      return {"+m", "map"};
    case TypeId::one_of:
      return {"+u", "union"};
    case TypeId::run_end_encoded:
      return {"+r", "run_end_encoded"};
    case TypeId::list:
    case TypeId::large_list:
    case TypeId::fixed_list:
    case TypeId::list_view:
    case TypeId::large_list_view:
      return {"+l", "list"};
    case TypeId::none:
      break;
  }
  return {"?", "unknown"};
}

/// Buffers of a batch without those of views, which each batch counts.
std::size_t buffers_of(TypeId id, const FlatTable& type, bool has_old_unions) {
  switch (id) {
    case TypeId::null:
    case TypeId::run_end_encoded:
      return 0;
    case TypeId::structure:
    case TypeId::fixed_list:
      return 1;
    case TypeId::utf8:
    case TypeId::binary:
    case TypeId::large_utf8:
    case TypeId::large_binary:
    case TypeId::list_view:
    case TypeId::large_list_view:
      return 3;
    case TypeId::one_of: {
      const bool is_dense = type.value<std::int16_t>(0, 0) == 1;
      return (is_dense ? 2U : 1U) + (has_old_unions ? 1U : 0U);
    }
    default:
      break;
  }
  return 2;
}

class Walk {
 public:
  Walk(const FlatTable& schema, bool has_old_unions, const HoldBytes& hold)
      : has_old_unions_(has_old_unions),
        hold_(hold),
        // Each field has a table and an entry in a vector. More of them than that takes means that
        // fields share their children, which could double them at every level.
        most_fields_(schema.bytes().bytes.size() / (2 * sizeof(std::uint32_t))) {}

  IpcSchema run(const FlatTable& schema) {
    const FlatTables fields = schema.tables(1);
    if (fields.size() > max_columns) schema.bytes().fail();
    hold_(fields.size() * sizeof(IpcField));
    made_.fields.reserve(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
      made_.fields.push_back(field_of(fields[i]));
    hold_(letters_);
    return std::move(made_);
  }

 private:
  /// Reserves memory for the texts of a field, some fields at a time.
  void hold_texts(const FlatTable& table, TypeId id, const FlatTable& type) {
    constexpr std::uint64_t some = std::uint64_t{1} << 16U;
    constexpr unsigned copies = 4;  // name, format and words, and the words of a dictionary
    letters_ += table.text(0).size();
    if (id == TypeId::timestamp) letters_ += copies * type.text(1).size();
    if (letters_ < some) return;
    hold_(letters_);
    letters_ = 0;
  }

  IpcField field_of(const FlatTable& table) {
    const auto id = static_cast<TypeId>(table.value<std::uint8_t>(2, 0));
    const std::optional<FlatTable> type = table.table(3);
    if (!type) table.bytes().fail();
    hold_texts(table, id, *type);
    IpcField field{.name = std::string(table.text(0)),
                   .node = made_.nodes,
                   .buffer = made_.buffers,
                   .view = made_.views};
    Described described = type_of(id, *type);
    if (const std::optional<FlatTable> encoding = table.table(4)) {
      const std::optional<FlatTable> index = encoding->table(1);
      const Described indices = index ? integer_type(*index) : Described{"i", "int32"};
      field.dictionary = encoding->value<std::int64_t>(0, 0);
      field.values = std::move(described.format);
      described = {indices.format,
                   fmt::format("dictionary<{}, {}>", indices.words, described.words)};
    }
    field.format = std::move(described.format);
    field.type = std::move(described.words);
    count(table, 0);
    return field;
  }

  /// Counts what a field and its children have in each batch.
  void count(const FlatTable& table, int depth) {
    constexpr int deepest = 64;
    if (depth > deepest || ++fields_ > most_fields_) table.bytes().fail();
    ++made_.nodes;
    if (table.table(4)) {  // the indices; the children are those of the dictionary
      made_.buffers += 2;
      return;
    }
    const auto id = static_cast<TypeId>(table.value<std::uint8_t>(2, 0));
    const std::optional<FlatTable> type = table.table(3);
    if (!type || id == TypeId::none || id > TypeId::large_list_view) table.bytes().fail();
    made_.buffers += buffers_of(id, *type, has_old_unions_);
    if (id == TypeId::utf8_view || id == TypeId::binary_view) ++made_.views;
    const FlatTables children = table.tables(5);
    for (std::size_t i = 0; i < children.size(); ++i)
      count(children[i], depth + 1);
  }

  bool has_old_unions_;
  const HoldBytes& hold_;
  std::uint64_t letters_ = 0;  ///< of texts that are not held yet
  std::size_t most_fields_;
  std::size_t fields_ = 0;
  IpcSchema made_;
};

}  // namespace

IpcSchema ipc_fields(const FlatTable& schema, bool has_old_unions, const HoldBytes& hold) {
  if (schema.value<std::int16_t>(0, 0) != 0) {
    throw Error(ErrorKind::bad_data,
                *schema.bytes().source +
                    ": the values of the Arrow file are big-endian; write it again on a "
                    "little-endian computer, or as another format");
  }
  return Walk(schema, has_old_unions, hold).run(schema);
}

}  // namespace pith
