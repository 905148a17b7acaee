// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/hybrid_write.h"

#include <algorithm>

#include "pith/data/formats/parquet/thrift_write.h"

namespace pith {
namespace {

constexpr std::size_t group = 8;

void append_groups(std::string& bytes, std::span<const std::uint32_t> values, unsigned width) {
  if (values.empty()) return;
  const std::size_t groups = (values.size() + group - 1) / group;
  append_varint(bytes, groups << 1U | 1U);
  const std::size_t end = bytes.size() + groups * width;
  append_packed(bytes, values, width);
  bytes.resize(end, '\0');
}

void append_run(std::string& bytes, std::uint32_t value, std::size_t size, unsigned width) {
  append_varint(bytes, size << 1U);
  for (unsigned bit = 0; bit < width; bit += 8)
    bytes += static_cast<char>((value >> bit) & 0xFFU);
}

}  // namespace

void append_packed(std::string& bytes, std::span<const std::uint32_t> values, unsigned width) {
  std::uint64_t held = 0;
  unsigned bits = 0;
  for (const std::uint32_t value : values) {
    held |= static_cast<std::uint64_t>(value) << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      bytes += static_cast<char>(held & 0xFFU);
      held >>= 8U;
    }
  }
  if (bits > 0) bytes += static_cast<char>(held);
}

void append_hybrid(std::string& bytes, std::span<const std::uint32_t> values, unsigned width) {
  std::size_t first = 0;  // of the values that are not written yet, whole groups before `i`
  std::size_t i = 0;
  while (i < values.size()) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i);
    const auto other = std::find_if(begin, values.end(), [&](auto each) { return each != *begin; });
    const auto run = static_cast<std::size_t>(other - begin);
    if (run < group) {
      i += std::min(group, values.size() - i);
      continue;
    }
    append_groups(bytes, values.subspan(first, i - first), width);
    append_run(bytes, *begin, run, width);
    i += run;
    first = i;
  }
  append_groups(bytes, values.subspan(first), width);
}

}  // namespace pith
