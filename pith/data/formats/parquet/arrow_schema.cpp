// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/arrow_schema.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/arrow/ipc_fields.h"
#include "pith/data/arrow/type.h"

namespace pith::parquet {
namespace {

constexpr std::uint8_t no_digit = 0xFF;

/// Of each letter its digit of base64.
constexpr std::array<std::uint8_t, 256> digits = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(no_digit);
  std::uint8_t digit = 0;
  for (const char letter :
       std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
    table[static_cast<std::uint8_t>(letter)] = digit++;
  return table;
}();

/// The bytes that base64 stands for, up to what is no digit of it.
std::vector<std::byte> decoded(std::string_view text) {
  std::vector<std::byte> bytes(text.size() / 4 * 3 + 3);
  std::byte* out = bytes.data();
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char letter : text) {
    const std::uint8_t digit = digits[static_cast<std::uint8_t>(letter)];
    if (digit == no_digit) break;
    bits = bits << 6U | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    *out++ = static_cast<std::byte>(bits >> count & 0xFFU);
  }
  bytes.resize(static_cast<std::size_t>(out - bytes.data()));
  return bytes;
}

/// The schema in a message: a mark, which old versions do not write, the size and the flatbuffer.
std::vector<IpcField> fields_in(std::span<const std::byte> message, const HoldBytes& hold) {
  constexpr std::uint32_t continuation = 0xFFFFFFFFU;
  constexpr std::uint8_t schema_header = 1;
  std::uint32_t word = 0;
  for (int i = 0; i < 2; ++i) {
    if (message.size() < sizeof word) return {};
    std::memcpy(&word, message.data(), sizeof word);
    message = message.subspan(sizeof word);
    if (word != continuation) break;
  }
  const std::string source = "ARROW:schema";
  try {
    const FlatTable root = FlatTable::root({message, &source});
    const std::optional<FlatTable> schema = root.table(2);
    if (root.value<std::uint8_t>(1, 0) != schema_header || !schema) return {};
    return ipc_fields(*schema, false, hold).fields;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::resources) throw;
    return {};
  }
}

void apply(const IpcField& arrow, ColumnType& type) {
  if (arrow.dictionary) {
    if (type.kind == Kind::text) type.is_plain_text = false;
    type.is_category = type.kind == Kind::number;
    if (type.kind == Kind::text || type.kind == Kind::number) type.words = arrow.type;
    return;
  }
  const ArrowType stored = arrow_type(arrow.format);
  const bool is_plain_integer = type.kind == Kind::number && type.physical == Physical::int64 &&
                                type.number == NumberType::int64;
  if (stored.kind == ArrowKind::duration && arrow.format.starts_with("tD") && is_plain_integer) {
    type.number = NumberType::float64;
    type.conversion = Conversion::ticks;
    type.ticks_per_day = stored.ticks_per_day;
    type.words = arrow.type;
  } else if (stored.kind == ArrowKind::date && type.kind == Kind::date) {
    type.words = arrow.type;  // with the time zone
  }
}

}  // namespace

void apply_arrow_schema(std::string_view encoded, std::span<Field> fields, const Context& context) {
  if (encoded.empty()) return;
  Reservation held;
  const auto hold = [&](std::uint64_t bytes) {
    context.grow(held, held.bytes() + bytes, "the schema that Arrow adds to a Parquet file");
  };
  hold(encoded.size());
  const std::vector<std::byte> message = decoded(encoded);
  const std::vector<IpcField> arrow = fields_in(message, hold);
  if (arrow.size() != fields.size()) return;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (arrow[i].name != fields[i].name) return;
  }
  for (std::size_t i = 0; i < fields.size(); ++i)
    apply(arrow[i], fields[i].type);
}

}  // namespace pith::parquet
