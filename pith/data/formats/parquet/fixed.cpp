// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/fixed.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pith::parquet {
namespace {

bool is_integer(Physical physical) {
  return physical == Physical::int32 || physical == Physical::int64;
}

/// Byte i of value j is at i * count + j.
template <std::size_t Width>
void join(const std::byte* from, std::size_t stride, std::size_t count, std::byte* out) {
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < Width; ++i)
      out[j * Width + i] = from[i * stride + j];
  }
}

}  // namespace

FixedReader::FixedReader(const PageValues& page, const ColumnType& type)
    : encoding_(page.encoding), bytes_(page.bytes), width_(type.width), count_(page.present()) {
  switch (page.encoding) {
    case Encoding::plain:
    case Encoding::byte_stream_split:
      if (bytes_.size() / width_ < count_) damaged("fewer values than its page says");
      return;
    case Encoding::delta:
      if (!is_integer(type.physical)) reject_encoding(encoding_);
      if (count_ > 0) delta_.emplace(bytes_, count_);
      return;
    default:
      reject_encoding(encoding_);
  }
}

void FixedReader::read(std::size_t count, std::byte* out) {
  if (count == 0) return;
  if (encoding_ == Encoding::plain) {
    std::memcpy(out, bytes_.data() + done_ * width_, count * width_);
  } else if (encoding_ == Encoding::byte_stream_split) {
    read_split(count, out);
  } else {
    read_delta(count, out);
  }
  done_ += count;
}

void FixedReader::read_split(std::size_t count, std::byte* out) {
  // All bytes of the same place in a value are together; there may be padding behind the last.
  const std::byte* const from = bytes_.data() + done_;
  if (width_ == sizeof(float)) return join<sizeof(float)>(from, count_, count, out);
  if (width_ == sizeof(double)) return join<sizeof(double)>(from, count_, count, out);
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < width_; ++i)
      out[j * width_ + i] = from[i * count_ + j];
  }
}

void FixedReader::read_delta(std::size_t count, std::byte* out) {
  std::array<std::int64_t, 256> integers{};
  while (count > 0) {
    const std::size_t size = std::min(count, integers.size());
    delta_->read(std::span(integers).first(size));
    if (width_ == sizeof(std::int64_t)) {
      std::memcpy(out, integers.data(), size * width_);
    } else {
      for (std::size_t i = 0; i < size; ++i) {
        const auto narrow = static_cast<std::uint32_t>(integers[i]);  // sums wrap around
        std::memcpy(out + i * width_, &narrow, sizeof narrow);
      }
    }
    out += size * width_;
    count -= size;
  }
}

}  // namespace pith::parquet
