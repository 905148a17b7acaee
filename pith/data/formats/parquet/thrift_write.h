// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// Writes structures of Thrift's compact protocol, in which the headers of Parquet are. The fields
/// of a structure are written in ascending order of their numbers.
class ThriftWriter {
 public:
  /// The structure at the top, and those in lists.
  void begin_struct() { last_.push_back(0); }
  /// Of any structure.
  void end_struct();

  void field_struct(std::int16_t field);
  void field_bool(std::int16_t field, bool value);
  void field_byte(std::int16_t field, std::int8_t value);
  void field_i32(std::int16_t field, std::int32_t value);
  void field_i64(std::int16_t field, std::int64_t value);
  void field_text(std::int16_t field, std::string_view value);

  /// The elements follow: structures, or what put_i32() and put_text() write.
  void field_structs(std::int16_t field, std::size_t size);
  void field_i32s(std::int16_t field, std::size_t size);
  void field_texts(std::int16_t field, std::size_t size);
  void put_i32(std::int32_t value);
  void put_text(std::string_view value);
  /// Elements that another writer has written.
  void put_written(std::string_view bytes) { bytes_ += bytes; }

  const std::string& bytes() const { return bytes_; }

 private:
  void put_header(std::int16_t field, unsigned type);
  void put_list(std::int16_t field, std::size_t size, unsigned type);

  std::string bytes_;
  std::vector<std::int16_t> last_;  ///< the last field of each open structure
};

/// Appends an unsigned number in groups of seven bits, the lowest first.
void append_varint(std::string& bytes, std::uint64_t value);

}  // namespace pith
