// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pith {
inline namespace stats {

/// What the bytes of a message hold. The numbers are part of the format: never reuse one.
enum class WireKind : std::uint16_t {
  encoding = 1,
  encoded_rows = 2,
  partial = 3,  ///< of a state
  // Passes:
  summary = 16,
  value_counts = 17,
  ranges = 18,
  moments = 19,
  class_tables = 20,
  pair_tables = 21,
  scatter = 22,
};

/// A checksum of 64 bits, the same on every machine. Changes of up to eight adjacent aligned bytes
/// are always found; it is no protection against somebody who computes it.
std::uint64_t wire_checksum(std::string_view bytes);

/// Writes a message: magic, version, kind and length, then what is appended, then a checksum.
/// Integers and doubles are little-endian; arrays and texts begin with their length.
class WireWriter {
 public:
  explicit WireWriter(WireKind kind);

  /// A number of 1 to 16 bytes.
  template <class T>
  void value(T value) {
    static_assert(std::is_arithmetic_v<T> || sizeof(T) == 16);
    append(&value, sizeof value);
  }
  void flag(bool is_set) { value<std::uint8_t>(is_set ? 1 : 0); }
  void size(std::size_t size) { value<std::uint64_t>(size); }
  void text(std::string_view text) {
    size(text.size());
    append(text.data(), text.size());
  }
  /// The number of values and the values.
  template <class T>
  void array(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    size(values.size());
    append(values.data(), values.size_bytes());
  }
  template <class T>
  void array(const std::vector<T>& values) {
    array(std::span<const T>(values));
  }
  void texts(std::span<const std::string> texts) {
    size(texts.size());
    for (const std::string& each : texts)
      text(each);
  }
  /// Bytes without their length.
  void append(const void* bytes, std::size_t count) {
    if (count != 0) bytes_.append(static_cast<const char*>(bytes), count);
  }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes_.size() + bytes + sizeof(std::uint64_t)); }

  /// The message. The writer is empty afterwards.
  std::string finish();

 private:
  std::string bytes_;
};

/// The kind of a message. Throws as WireReader does, but verifies only its beginning.
WireKind wire_kind(std::string_view message);

/// Reads a message that a WireWriter made. Everything throws Error(bad_data) where the bytes are
/// damaged, end too early, or are those of another kind or version. Lengths are checked against the
/// bytes that are there before anything is allocated.
class WireReader {
 public:
  /// Verifies the frame. `message` must outlive the reader.
  WireReader(std::string_view message, WireKind kind);

  template <class T>
  T value() {
    static_assert(std::is_arithmetic_v<T> || sizeof(T) == 16);
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  bool flag();
  /// A number of things of which each takes at least so many of the bytes that follow.
  std::size_t size(std::size_t bytes_each = 1);
  /// An integer of 8 bytes, at most `max`.
  std::uint64_t at_most(std::uint64_t max);
  std::string_view text() { return take(size()); }
  template <class T>
  std::vector<T> array() {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> values(size(sizeof(T)));
    copy(std::span<T>(values));
    return values;
  }
  /// An array whose length is known: throws where it is another one.
  template <class T>
  void array_into(std::span<T> values) {
    require(size(sizeof(T)) == values.size());
    copy(values);
  }
  std::vector<std::string> texts();
  std::string_view take(std::size_t bytes);
  std::size_t remaining() const { return rest_.size(); }

  /// Throws unless `holds`: for what only the caller can check.
  void require(bool holds) const;
  /// Throws where something is left.
  void end() const { require(rest_.empty()); }

 private:
  template <class T>
  void copy(std::span<T> values) {
    const std::string_view bytes = take(values.size_bytes());
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  }

  std::string_view rest_;
};

/// Which part of which state a message holds.
struct PartialHeader {
  WireKind kind = WireKind::summary;  ///< of the pass
  std::uint64_t pass = 0;             ///< the checksum of Pass::describe()
  std::size_t block = 0;
};

/// A writer that has begun a partial state, and a reader that has verified that it is of this pass
/// and block.
WireWriter partial_writer(const PartialHeader& header);
WireReader partial_reader(std::string_view message, const PartialHeader& header);

}  // namespace stats
}  // namespace pith
