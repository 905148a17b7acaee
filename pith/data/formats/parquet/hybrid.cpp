// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/hybrid.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "pith/base/assert.h"

namespace pith::parquet {
namespace {

constexpr std::size_t group = 8;  ///< integers; they take as many bytes as one has bits
constexpr unsigned max_width = 32;

/// Eight integers; reads up to eight bytes beyond theirs.
template <unsigned Width>
void unpack_group(const std::byte* from, std::uint32_t* to) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << Width) - 1;
  for (unsigned i = 0; i < group; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from + i * Width / 8, sizeof bits);
    to[i] = static_cast<std::uint32_t>(bits >> (i * Width % 8) & mask);
  }
}

template <unsigned Width>
void unpack_width(std::span<const std::byte> bytes, std::span<std::uint32_t> out) {
  const std::byte* from = bytes.data();
  std::size_t done = 0;
  if constexpr (Width > 0) {
    constexpr std::size_t reach = Width + sizeof(std::uint64_t);
    const std::byte* const end = from + bytes.size();
    for (; done + group <= out.size() && static_cast<std::size_t>(end - from) >= reach;
         done += group, from += Width)
      unpack_group<Width>(from, out.data() + done);
    // The last ones, from a copy with room behind it.
    while (done < out.size()) {
      std::array<std::byte, reach> copy{};
      std::array<std::uint32_t, group> integers{};
      std::memcpy(copy.data(), from,
                  std::min<std::size_t>(Width, static_cast<std::size_t>(end - from)));
      unpack_group<Width>(copy.data(), integers.data());
      const std::size_t count = std::min(group, out.size() - done);
      std::copy_n(integers.begin(), count, out.begin() + static_cast<std::ptrdiff_t>(done));
      done += count;
      from += std::min<std::size_t>(Width, static_cast<std::size_t>(end - from));
    }
  } else {
    std::fill(out.begin(), out.end(), 0U);
  }
}

using Unpack = void (*)(std::span<const std::byte>, std::span<std::uint32_t>);

template <unsigned... Widths>
constexpr std::array<Unpack, sizeof...(Widths)> unpackers(
    std::integer_sequence<unsigned, Widths...>) {
  return {&unpack_width<Widths>...};
}

constexpr auto by_width = unpackers(std::make_integer_sequence<unsigned, max_width + 1>());

}  // namespace

void unpack(std::span<const std::byte> bytes, unsigned width, std::span<std::uint32_t> out) {
  PITH_ASSERT(width <= max_width && bytes.size() >= (out.size() * width + 7) / 8);
  by_width[width](bytes, out);
}

HybridReader::HybridReader(std::span<const std::byte> bytes, unsigned width, std::size_t count)
    : in_(bytes), width_(width), left_(count) {
  if (width > max_width) damaged("integers of more than 32 bits");
}

void HybridReader::open_run() {
  const std::uint64_t head = in_.varint();
  const std::uint64_t length = head >> 1U;
  is_packed_ = (head & 1U) != 0;
  if (length == 0) damaged("a run without values");
  run_ = length >= left_ ? left_ : static_cast<std::size_t>(length);
  if (is_packed_) {
    run_ = std::min(left_, run_ * group);
    return;
  }
  value_ = 0;
  const std::span<const std::byte> from = in_.take((width_ + 7) / 8);
  std::copy(from.begin(), from.end(), std::as_writable_bytes(std::span(&value_, 1)).begin());
}

std::size_t HybridReader::read(std::span<std::uint32_t> out) {
  PITH_ASSERT(out.size() >= group);
  if (left_ == 0) return 0;
  if (run_ == 0) open_run();
  std::size_t count = std::min(run_, out.size());
  if (is_packed_) {
    // Whole groups, except for the last one, which may have been cut off behind the last value.
    if (count < run_) count -= count % group;
    const bool is_end = count == left_;
    const std::size_t bytes =
        is_end ? (count * width_ + 7) / 8 : (count + group - 1) / group * width_;
    unpack(in_.take(bytes), width_, out.first(count));
  } else {
    std::fill_n(out.begin(), count, value_);
  }
  run_ -= count;
  left_ -= count;
  return count;
}

}  // namespace pith::parquet
