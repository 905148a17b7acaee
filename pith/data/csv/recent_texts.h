// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace pith {

/// A direct-mapped cache of the codes of short fields of one column, by the bytes of the field as
/// they are in the text. Most fields of a categorical column repeat one that was scanned, compared
/// with the missing tokens and looked up before; the cache saves all of that. It forgets fields
/// whose places collide, so that every search takes the same time, whatever the texts.
class RecentTexts {
 public:
  static constexpr std::size_t max_size = 16;  ///< bytes of a field
  /// The first `size` bytes as two words, the rest zero.
  struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint32_t size = 0;
  };
  /// Whether fields of this size are kept.
  static constexpr bool takes(std::size_t size) {
    return std::endian::native == std::endian::little && size <= max_size;
  }
  /// The key of a field that takes() takes; max_size bytes must be readable at `text`.
  static Key key_of(const char* text, std::size_t size) {
    Key key{.size = static_cast<std::uint32_t>(size)};
    std::memcpy(&key.low, text, sizeof key.low);
    std::memcpy(&key.high, text + sizeof key.low, sizeof key.high);
    if (size < sizeof key.low) {
      key.low &= ones(size);
      key.high = 0;
    } else if (size < max_size) {
      key.high &= ones(size - sizeof key.low);
    }
    return key;
  }

  /// Sets `code` to that of this field; false: it is not known.
  bool find(const Key& key, std::uint32_t& code) const {
    const Entry& entry = entries_[place_of(key)];
    if (entry.key.low != key.low || entry.key.high != key.high || entry.key.size != key.size)
      return false;
    code = entry.code;
    return true;
  }

  /// Remembers the code of a field. `fields` is how many the caller has looked for and `levels` how
  /// many codes there are: the cache grows with both, so that its memory stays a fraction of that
  /// of the fields.
  void add(const Key& key, std::uint32_t code, std::size_t fields, std::size_t levels) {
    if (entries_.size() < 4 * levels && entries_.size() < max_entries &&
        8 * entries_.size() <= fields)
      resize(2 * entries_.size());
    entries_[place_of(key)] = {.key = key, .code = code};
  }

  /// Forgets all fields.
  void clear() { resize(entries_.size()); }
  /// Memory in use.
  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  static constexpr std::size_t max_entries = 4096;
  static constexpr std::uint32_t no_size = ~std::uint32_t{0};
  struct Entry {
    Key key{.size = no_size};
    std::uint32_t code = 0;
  };

  static std::uint64_t ones(std::size_t bytes) { return (std::uint64_t{1} << 8 * bytes) - 1; }
  /// The top bits of a product depend on all bits of its factors.
  std::size_t place_of(const Key& key) const {
    return (key.low ^ key.high * 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U >> shift_;
  }
  void resize(std::size_t size) {
    entries_.assign(size, {});
    shift_ = 64 - std::countr_zero(size);
  }

  std::vector<Entry> entries_ = std::vector<Entry>(2);  ///< a power of two
  int shift_ = 63;                                      ///< 64 minus the exponent
};

}  // namespace pith
