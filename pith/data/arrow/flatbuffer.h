// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pith {

/// The bytes of a flatbuffer, and how messages name where they come from. Both must outlive what is
/// read from it.
struct FlatBytes {
  std::span<const std::byte> bytes;
  const std::string* source = nullptr;

  /// Throws Error(bad_data): the metadata are damaged.
  [[noreturn]] void fail() const;

  /// The value at this place, which must be inside.
  template <class T>
  T at(std::uint64_t place) const {
    T value;
    require(place, sizeof value);
    std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
  }
  /// Fails unless these bytes are inside.
  void require(std::uint64_t place, std::uint64_t size) const {
    if (place > bytes.size() || size > bytes.size() - place) fail();
  }
};

class FlatTables;

/// A table of a flatbuffer: slots that may be absent. Every access is checked against the bytes, so
/// that these may be any.
class FlatTable {
 public:
  /// The table that the buffer holds.
  static FlatTable root(const FlatBytes& bytes);

  template <class T>
  T value(unsigned slot, T absent) const {
    const std::uint64_t place = place_of(slot, sizeof(T));
    return place == 0 ? absent : bytes_.at<T>(place);
  }
  bool flag(unsigned slot) const { return value<std::uint8_t>(slot, 0) != 0; }
  std::optional<FlatTable> table(unsigned slot) const;
  std::string_view text(unsigned slot) const;
  /// A vector of structs of this size; none: empty.
  std::span<const std::byte> structs(unsigned slot, std::size_t size) const;
  FlatTables tables(unsigned slot) const;

  const FlatBytes& bytes() const { return bytes_; }

 private:
  friend class FlatTables;
  FlatTable(const FlatBytes& bytes, std::uint64_t place);
  /// The place of what is in the slot, 0 if it is absent.
  std::uint64_t place_of(unsigned slot, std::size_t size) const;
  /// The place that the offset in the slot leads to, 0 if it is absent.
  std::uint64_t target_of(unsigned slot) const;

  FlatBytes bytes_;
  std::uint64_t place_ = 0;
  std::uint64_t slots_ = 0;  ///< the place of their table
  std::uint32_t slots_size_ = 0;
  std::uint32_t size_ = 0;
};

/// A vector of tables.
class FlatTables {
 public:
  std::size_t size() const { return size_; }
  FlatTable operator[](std::size_t i) const;

 private:
  friend class FlatTable;
  FlatTables(const FlatBytes& bytes, std::uint64_t first, std::size_t size)
      : bytes_(bytes), first_(first), size_(size) {}

  FlatBytes bytes_;
  std::uint64_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace pith
