// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/delta.h"

#include <algorithm>
#include <cstring>

#include "pith/base/assert.h"
#include "pith/data/formats/parquet/hybrid.h"

namespace pith::parquet {
namespace {

constexpr unsigned max_width = 64;

/// Integers of up to 64 bits; slower than unpack(). There must be bytes for all of them.
void unpack_wide(std::span<const std::byte> bytes, unsigned width, std::span<std::uint64_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t bit = i * width;
    const std::size_t first = bit / 8;
    const unsigned shift = bit % 8;
    std::array<std::byte, 9> copy{};
    std::memcpy(copy.data(), bytes.data() + first, (shift + width + 7) / 8);
    std::uint64_t value = 0;
    std::memcpy(&value, copy.data(), sizeof value);
    value >>= shift;
    if (shift + width > max_width) {
      value |= std::to_integer<std::uint64_t>(copy[8]) << (max_width - shift);
    }
    out[i] = width == max_width ? value : value & ((std::uint64_t{1} << width) - 1);
  }
}

}  // namespace

DeltaReader::DeltaReader(std::span<const std::byte> bytes, std::size_t count) : in_(bytes) {
  constexpr std::uint64_t largest_block = std::uint64_t{1} << 30U;
  const std::uint64_t block = in_.varint();
  const std::uint64_t parts = in_.varint();
  const std::uint64_t total = in_.varint();
  last_ = in_.zigzag();
  if (total != count) damaged("another number of values than its page");
  if (block == 0 || block > largest_block || parts == 0 || parts > block / group ||
      block % (parts * group) != 0)
    damaged("impossible blocks of differences");
  part_size_ = static_cast<std::size_t>(block / parts);
  parts_ = static_cast<std::size_t>(parts);
  has_first_ = count > 0;
  left_ = count > 0 ? count - 1 : 0;
}

void DeltaReader::open_part() {
  if (widths_.empty()) {
    lowest_ = in_.zigzag();
    widths_ = in_.take(parts_);
  }
  width_ = std::to_integer<unsigned>(widths_.front());
  widths_ = widths_.subspan(1);
  if (width_ > max_width) damaged("integers of more than 64 bits");
  part_left_ = part_size_;
}

/// The last group of all may have been cut off behind the last integer.
void DeltaReader::unpack_group() {
  const std::size_t count = std::min(group, left_);
  const std::size_t whole = group * width_ / 8;
  const std::span<const std::byte> bytes = in_.take(
      count < left_ ? whole : std::min(whole, std::max(in_.left(), (count * width_ + 7) / 8)));
  if (width_ <= 32) {
    std::array<std::uint32_t, group> narrow{};
    unpack(bytes, width_, std::span(narrow).first(count));
    std::copy_n(narrow.begin(), count, deltas_.begin());
  } else {
    unpack_wide(bytes, width_, std::span(deltas_).first(count));
  }
  part_left_ -= group;
  left_ -= count;
  next_ = 0;
  unpacked_ = count;
}

void DeltaReader::read(std::span<std::int64_t> out) {
  std::size_t done = 0;
  if (has_first_ && !out.empty()) {
    out[done++] = last_;
    has_first_ = false;
  }
  while (done < out.size()) {
    if (next_ == unpacked_) {
      PITH_ASSERT(left_ > 0);
      if (part_left_ == 0) open_part();
      unpack_group();
    }
    const std::size_t count = std::min(unpacked_ - next_, out.size() - done);
    auto sum = static_cast<std::uint64_t>(last_);
    for (std::size_t i = 0; i < count; ++i) {
      sum += static_cast<std::uint64_t>(lowest_) + deltas_[next_ + i];
      out[done + i] = static_cast<std::int64_t>(sum);
    }
    last_ = static_cast<std::int64_t>(sum);
    next_ += count;
    done += count;
  }
}

std::span<const std::byte> DeltaReader::finish() {
  has_first_ = false;
  next_ = unpacked_ = 0;
  for (;;) {
    (void)in_.take(part_left_ / 8 * width_);
    left_ -= std::min(left_, part_left_);
    part_left_ = 0;
    if (left_ == 0) return in_.rest();
    open_part();
  }
}

}  // namespace pith::parquet
