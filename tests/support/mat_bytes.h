// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// The bytes of a MATLAB file of version 4 or 5, in either byte order.
class MatBytesWriter {
 public:
  explicit MatBytesWriter(int version = 5, bool is_swapped = false)
      : version_(version), is_swapped_(is_swapped) {
    if (version_ == 5)
      bytes_ =
          std::string(124, ' ') + number<std::uint16_t>(0x0100) + number<std::uint16_t>(0x4D49);
  }

  const std::string& bytes() const { return bytes_; }

  /// An array of numbers of a class of version 5, stored as the type of T.
  template <class T>
  MatBytesWriter& add(const std::string& name, std::uint32_t array_class,
                      const std::vector<std::uint32_t>& extents, const std::vector<T>& values,
                      bool is_compressed = false) {
    if (version_ == 4) return add_old(name, 0, extents, values);
    const std::string array =
        array_header(name, array_class, extents) + element(type_of<T>(), text_of(values));
    return write(array, is_compressed);
  }
  MatBytesWriter& add_doubles(const std::string& name, const std::vector<std::uint32_t>& extents,
                              const std::vector<double>& values, bool is_compressed = false) {
    return add<double>(name, 6, extents, values, is_compressed);
  }
  /// A sparse array, whose positions count from 0.
  template <class T>
  MatBytesWriter& add_sparse(const std::string& name, const std::vector<std::uint32_t>& extents,
                             const std::vector<std::int32_t>& rows,
                             const std::vector<std::int32_t>& starts, const std::vector<T>& values,
                             bool is_compressed = false) {
    const std::string array = array_header(name, 5, extents) + element(5, text_of(rows)) +
                              element(5, text_of(starts)) + element(type_of<T>(), text_of(values));
    return write(array, is_compressed);
  }
  MatBytesWriter& add_text(const std::string& name, const std::string& text) {
    const std::vector<std::uint8_t> letters(text.begin(), text.end());
    const std::vector<std::uint32_t> extents{1, static_cast<std::uint32_t>(text.size())};
    return version_ == 4 ? add_old(name, 1, extents, letters)
                         : add<std::uint8_t>(name, 4, extents, letters);
  }
  /// An array with any parts after its name.
  MatBytesWriter& add_array(const std::string& name, std::uint32_t flags,
                            const std::vector<std::uint32_t>& extents, const std::string& parts) {
    return write(array_header(name, flags, extents) + parts, false);
  }
  /// Version 4: `kind` is 0 for numbers, 1 for text, 2 for sparse arrays.
  template <class T>
  MatBytesWriter& add_old(const std::string& name, std::uint32_t kind,
                          const std::vector<std::uint32_t>& extents, const std::vector<T>& values) {
    const std::uint32_t precision = old_precision<T>();
    for (const std::uint32_t field :
         {(is_swapped_ ? 1000U : 0U) + 10 * precision + kind, extents[0], extents[1], 0U,
          static_cast<std::uint32_t>(name.size() + 1)})
      bytes_ += number(field);
    bytes_ += name + '\0' + text_of(values);
    return *this;
  }

  template <class T>
  std::string number(T value) const {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), &value, sizeof(T));
    if (is_swapped_) std::reverse(raw.begin(), raw.end());
    return {raw.begin(), raw.end()};
  }
  /// A part with its tag, small where it can be.
  std::string element(std::uint32_t type, const std::string& data) const {
    const auto size = static_cast<std::uint32_t>(data.size());
    if (size <= 4 && size > 0)
      return number(type | size << 16U) + data + std::string(4 - data.size(), '\0');
    return number(type) + number(size) + data + std::string((8 - size % 8) % 8, '\0');
  }
  template <class T>
  std::string text_of(const std::vector<T>& values) const {
    std::string text;
    for (const T value : values)
      text += number(value);
    return text;
  }

 private:
  template <class T>
  static std::uint32_t type_of() {
    if (std::is_same_v<T, double>) return 9;
    if (std::is_same_v<T, float>) return 7;
    const bool is_signed = std::is_signed_v<T>;
    if (sizeof(T) == 8) return is_signed ? 12 : 13;
    return (sizeof(T) == 1 ? 1U : sizeof(T) == 2 ? 3U : 5U) + (is_signed ? 0U : 1U);
  }
  template <class T>
  static std::uint32_t old_precision() {
    if (std::is_same_v<T, double>) return 0;
    if (std::is_same_v<T, float>) return 1;
    if (sizeof(T) == 4) return 2;
    if (sizeof(T) == 1) return 5;
    return std::is_signed_v<T> ? 3 : 4;
  }

  std::string array_header(const std::string& name, std::uint32_t flags,
                           const std::vector<std::uint32_t>& extents) const {
    return element(6, number(flags) + number(0U)) + element(5, text_of(extents)) + element(1, name);
  }
  MatBytesWriter& write(const std::string& array, bool is_compressed) {
    std::string whole = number(14U) + number(static_cast<std::uint32_t>(array.size())) + array;
    if (is_compressed) {
      uLongf size = compressBound(whole.size());
      std::string packed(size, '\0');
      compress(reinterpret_cast<Bytef*>(packed.data()), &size,
               reinterpret_cast<const Bytef*>(whole.data()), whole.size());
      packed.resize(size);
      whole = number(15U) + number(static_cast<std::uint32_t>(packed.size())) + packed;
    }
    bytes_ += whole;
    return *this;
  }

  int version_;
  bool is_swapped_;
  std::string bytes_;
};

}  // namespace pith
