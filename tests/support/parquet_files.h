// SPDX-License-Identifier: Apache-2.0
// Parquet files by hand, to be as wrong as a test wants them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// Writes structures in the compact protocol of Thrift; fields in ascending order.
class ThriftBytes {
 public:
  ThriftBytes& integer(int id, std::int64_t value, int type = 6) {
    head(id, type);
    bytes_ += zigzag(value);
    return *this;
  }
  ThriftBytes& small(int id, std::int32_t value) { return integer(id, value, 5); }
  ThriftBytes& truth(int id, bool value) {
    head(id, value ? 1 : 2);
    return *this;
  }
  ThriftBytes& byte(int id, char value) {
    head(id, 3);
    bytes_ += value;
    return *this;
  }
  ThriftBytes& text(int id, std::string_view value) {
    head(id, 8);
    bytes_ += varint(value.size());
    bytes_ += value;
    return *this;
  }
  ThriftBytes& structure(int id, const ThriftBytes& value) {
    head(id, 12);
    bytes_ += value.done();
    return *this;
  }
  ThriftBytes& list(int id, const std::vector<ThriftBytes>& values) {
    head(id, 9);
    constexpr std::size_t short_list = 15;
    if (values.size() < short_list) {
      bytes_ += static_cast<char>(values.size() << 4U | 12U);
    } else {
      bytes_ += '\xfc';
      bytes_ += varint(values.size());
    }
    for (const ThriftBytes& value : values)
      bytes_ += value.done();
    return *this;
  }
  std::string done() const { return bytes_ + '\0'; }

  static std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value > 0x7F; value >>= 7U)
      bytes += static_cast<char>(value | 0x80U);
    return bytes + static_cast<char>(value);
  }
  static std::string zigzag(std::int64_t value) {
    return varint((static_cast<std::uint64_t>(value) << 1U) ^
                  static_cast<std::uint64_t>(value >> 63U));
  }

 private:
  void head(int id, int type) {
    constexpr int longest_step = 15;
    if (id - last_ <= longest_step) {
      bytes_ += static_cast<char>((id - last_) << 4U | type);
    } else {
      bytes_ += static_cast<char>(type);
      bytes_ += zigzag(id);
    }
    last_ = id;
  }

  std::string bytes_;
  int last_ = 0;
};

/// A file of one column of doubles in one page, unless a test changes a part of it.
struct ParquetParts {
  std::vector<double> values{1, 2, 3, 4};
  std::int64_t rows = 4;          ///< that the file and its row group claim
  std::int64_t chunk_values = 4;  ///< that the column claims
  std::int32_t page_values = 4;
  std::int32_t encoding = 0;
  std::int32_t codec = 0;
  std::int32_t physical = 5;
  std::int64_t offset = 4;
  std::string body = {};         ///< of the page; empty: the values
  std::int32_t size = -1;        ///< of the page; -1: that of the body
  std::int64_t chunk_size = -1;  ///< -1: that of the page
  std::string name = "x";
  std::int32_t repetition = 0;
  std::string mark = "PAR1";

  std::string page() const {
    std::string bytes = body;
    if (bytes.empty()) {
      bytes.resize(values.size() * sizeof(double));
      std::memcpy(bytes.data(), values.data(), bytes.size());
    }
    const auto stored = static_cast<std::int32_t>(bytes.size());
    const ThriftBytes data =
        ThriftBytes().small(1, page_values).small(2, encoding).small(3, 3).small(4, 3);
    return ThriftBytes()
               .small(1, 0)
               .small(2, size < 0 ? stored : size)
               .small(3, stored)
               .structure(5, data)
               .done() +
           bytes;
  }
  ThriftBytes footer(std::size_t page_size) const {
    const ThriftBytes root = ThriftBytes().text(4, "schema").small(5, 1);
    const ThriftBytes column = ThriftBytes().small(1, physical).small(3, repetition).text(4, name);
    const std::int64_t stored = chunk_size < 0 ? static_cast<std::int64_t>(page_size) : chunk_size;
    const ThriftBytes metadata = ThriftBytes()
                                     .small(1, physical)
                                     .small(4, codec)
                                     .integer(5, chunk_values)
                                     .integer(6, stored)
                                     .integer(7, stored)
                                     .integer(9, offset);
    const ThriftBytes chunk = ThriftBytes().integer(2, 4).structure(3, metadata);
    const ThriftBytes group = ThriftBytes().list(1, {chunk}).integer(2, stored).integer(3, rows);
    return ThriftBytes()
        .small(1, 2)
        .list(2, {root, column})
        .integer(3, rows)
        .list(4, {group})
        .text(6, "by hand");
  }
  std::string file() const {
    const std::string data = page();
    return whole(data, footer(data.size()).done(), mark);
  }
  /// Data and a description as a file.
  static std::string whole(const std::string& data, const std::string& footer,
                           const std::string& mark = "PAR1") {
    std::string length(4, '\0');
    const auto size = static_cast<std::uint32_t>(footer.size());
    std::memcpy(length.data(), &size, sizeof size);
    return "PAR1" + data + footer + length + mark;
  }
};

}  // namespace pith
