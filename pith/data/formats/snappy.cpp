// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/snappy.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace pith {
namespace {

/// Copies this many bytes at once where there is room for them: one or two loads and stores.
constexpr std::size_t stride = 16;

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

  /// Bytes that were written before, at an offset back from here.
  bool copy(std::uint32_t tag) {
    const std::size_t bytes = (tag & 3U) == 1 ? 1 : (tag & 3U) == 2 ? 2 : 4;
    if (left() < bytes) return false;
    std::size_t length = (tag >> 2U) + 1;
    std::size_t offset = little_endian(bytes);
    if (bytes == 1) {
      length = (tag >> 2U & 7U) + 4;
      offset |= std::size_t{tag >> 5U} << 8U;
    }
    if (offset == 0 || offset > static_cast<std::size_t>(out_ - begin_) || length > room())
      return false;
    const std::byte* const from = out_ - offset;
    constexpr std::size_t longest = 64;
    if (offset >= stride && room() >= longest + stride) {
      for (std::size_t i = 0; i < length; i += stride)
        std::memcpy(out_ + i, from + i, stride);
    } else if (offset >= length) {
      std::memcpy(out_, from, length);
    } else {
      repeat(from, offset, length);
    }
    out_ += length;
    return true;
  }

  /// The source reaches into what is being written: a pattern that repeats.
  void repeat(const std::byte* from, std::size_t offset, std::size_t length) {
    constexpr std::size_t word = 8;
    if (offset >= word && room() >= length + word) {
      for (std::size_t i = 0; i < length; i += word)
        std::memcpy(out_ + i, from + i, word);
      return;
    }
    for (std::size_t i = 0; i < length; ++i)
      out_[i] = from[i];
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
