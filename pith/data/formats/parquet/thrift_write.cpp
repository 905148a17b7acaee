// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/thrift_write.h"

namespace pith {
namespace {

enum Type : unsigned {
  is_true = 1,
  is_false = 2,
  byte = 3,
  i32 = 5,
  i64 = 6,
  text = 8,
  list = 9,
  structure = 12
};

/// Small numbers of either sign become small unsigned ones.
std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}

}  // namespace

void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80U; value >>= 7U)
    bytes += static_cast<char>((value & 0x7FU) | 0x80U);
  bytes += static_cast<char>(value);
}

void ThriftWriter::end_struct() {
  bytes_ += '\0';
  last_.pop_back();
}

void ThriftWriter::put_header(std::int16_t field, unsigned type) {
  const int step = field - last_.back();
  constexpr int max_step = 15;
  if (step > 0 && step <= max_step) {
    bytes_ += static_cast<char>(static_cast<unsigned>(step) << 4U | type);
  } else {
    bytes_ += static_cast<char>(type);
    append_varint(bytes_, zigzag(field));
  }
  last_.back() = field;
}

void ThriftWriter::field_struct(std::int16_t field) {
  put_header(field, structure);
  begin_struct();
}

void ThriftWriter::field_bool(std::int16_t field, bool value) {
  put_header(field, value ? is_true : is_false);
}

void ThriftWriter::field_byte(std::int16_t field, std::int8_t value) {
  put_header(field, byte);
  bytes_ += static_cast<char>(value);
}

void ThriftWriter::field_i32(std::int16_t field, std::int32_t value) {
  put_header(field, i32);
  put_i32(value);
}

void ThriftWriter::field_i64(std::int16_t field, std::int64_t value) {
  put_header(field, i64);
  append_varint(bytes_, zigzag(value));
}

void ThriftWriter::field_text(std::int16_t field, std::string_view value) {
  put_header(field, text);
  put_text(value);
}

void ThriftWriter::put_list(std::int16_t field, std::size_t size, unsigned type) {
  put_header(field, list);
  constexpr std::size_t max_short = 14;
  if (size <= max_short) {
    bytes_ += static_cast<char>(size << 4U | type);
  } else {
    bytes_ += static_cast<char>(0xF0U | type);
    append_varint(bytes_, size);
  }
}

void ThriftWriter::field_structs(std::int16_t field, std::size_t size) {
  put_list(field, size, structure);
}

void ThriftWriter::field_i32s(std::int16_t field, std::size_t size) {
  put_list(field, size, i32);
}

void ThriftWriter::field_texts(std::int16_t field, std::size_t size) {
  put_list(field, size, text);
}

void ThriftWriter::put_i32(std::int32_t value) {
  append_varint(bytes_, zigzag(value));
}

void ThriftWriter::put_text(std::string_view value) {
  append_varint(bytes_, value.size());
  bytes_ += value;
}

}  // namespace pith
