// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/snappy.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace pith {
namespace {

/// So many bytes are copied at once where there is room for them.
constexpr std::size_t stride = 16;
constexpr std::size_t word = 8;

class Snappy {
 public:
  Snappy(std::span<const std::byte> from, std::span<std::byte> to)
      : in_(from.data()),
        in_end_(from.data() + from.size()),
        begin_(to.data()),
        out_(to.data()),
        out_end_(to.data() + to.size()) {}

  std::string_view run() {
    std::uint64_t size = 0;
    if (!read_size(size)) return "no length";
    if (size != room()) return "another length than expected";
    while (in_ != in_end_) {
      const auto tag = std::to_integer<std::uint32_t>(*in_++);
      if (!((tag & 3U) == 0 ? literal(tag >> 2U) : copy(tag))) return "an impossible element";
    }
    return room() == 0 ? std::string_view() : "they end early";
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(in_end_ - in_); }
  std::size_t room() const { return static_cast<std::size_t>(out_end_ - out_); }

  bool read_size(std::uint64_t& size) {
    constexpr unsigned max_shift = 28;
    for (unsigned shift = 0; shift <= max_shift && in_ != in_end_; shift += 7) {
      const auto part = std::to_integer<std::uint64_t>(*in_++);
      size |= (part & 0x7FU) << shift;
      if ((part & 0x80U) == 0) return true;
    }
    return false;
  }

  std::uint32_t little_endian(std::size_t bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      value |= std::to_integer<std::uint32_t>(in_[i]) << (8 * i);
    in_ += bytes;
    return value;
  }

  /// Bytes that follow as they are; a length above 60 is in one to four bytes of its own.
  bool literal(std::uint32_t length_code) {
    constexpr std::uint32_t own_bytes = 60;
    std::size_t length = std::size_t{length_code} + 1;
    if (length_code >= own_bytes) {
      const std::size_t bytes = length_code - own_bytes + 1;
      if (left() < bytes) return false;
      length = std::size_t{little_endian(bytes)} + 1;
    }
    if (length > left() || length > room()) return false;
    if (length <= stride && left() >= stride && room() >= stride) {
      std::memcpy(out_, in_, stride);
    } else {
      std::memcpy(out_, in_, length);
    }
    in_ += length;
    out_ += length;
    return true;
  }

  /// Bytes that were written before, at an offset back from here. The lowest bits of the tag say
  /// how many bytes the offset has.
  bool copy(std::uint32_t tag) {
    constexpr std::array<std::uint8_t, 4> sizes{0, 1, 2, 4};
    constexpr std::array<std::uint32_t, 4> masks{0, 0xFF, 0xFFFF, 0xFFFFFFFF};
    const std::uint32_t kind = tag & 3U;
    const std::size_t bytes = sizes[kind];
    std::uint32_t field = 0;
    if (left() >= sizeof field) {
      std::memcpy(&field, in_, sizeof field);
      field &= masks[kind];
      in_ += bytes;
    } else {
      if (left() < bytes) return false;
      field = little_endian(bytes);
    }
    const bool is_short = kind == 1;
    const std::size_t length = is_short ? (tag >> 2U & 7U) + 4 : (tag >> 2U) + 1;
    const std::size_t offset = field | (is_short ? (tag >> 5U) << 8U : 0U);
    if (offset == 0 || offset > static_cast<std::size_t>(out_ - begin_) || length > room())
      return false;
    constexpr std::size_t longest = 64;
    const std::byte* const from = out_ - offset;
    if (offset >= word && room() >= longest + 2 * word) {
      copy_words(from, length);
    } else {
      for (std::size_t i = 0; i < length; ++i)
        out_[i] = from[i];
    }
    out_ += length;
    return true;
  }

  /// Word by word, so that a source that reaches into what is being written repeats itself; most
  /// copies are short.
  void copy_words(const std::byte* from, std::size_t length) {
    std::memcpy(out_, from, word);
    std::memcpy(out_ + word, from + word, word);
    for (std::size_t i = 2 * word; i < length; i += word)
      std::memcpy(out_ + i, from + i, word);
  }

  const std::byte* in_;
  const std::byte* in_end_;
  std::byte* begin_;
  std::byte* out_;
  std::byte* out_end_;
};

}  // namespace

std::string_view decompress_snappy(std::span<const std::byte> from, std::span<std::byte> to) {
  return Snappy(from, to).run();
}

}  // namespace pith
