// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pith/stats/encoded/wire.h"

namespace pith {
inline namespace stats {

namespace wire_counts {

template <class Narrow>
void write_as(WireWriter& writer, std::span<const std::uint64_t> counts) {
  std::vector<Narrow> narrow(counts.size());
  std::transform(counts.begin(), counts.end(), narrow.begin(),
                 [](std::uint64_t count) { return static_cast<Narrow>(count); });
  writer.append(narrow.data(), narrow.size() * sizeof(Narrow));
}

template <class Narrow>
void add_as(WireReader& reader, std::span<std::uint64_t> counts) {
  const std::string_view bytes = reader.take(counts.size() * sizeof(Narrow));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    Narrow count;
    std::memcpy(&count, bytes.data() + i * sizeof(Narrow), sizeof(Narrow));
    counts[i] += count;
  }
}

}  // namespace wire_counts

/// Counts in the narrowest width that holds the largest of them: most of what is sent are tables of
/// small counts.
inline void write_counts(WireWriter& writer, std::span<const std::uint64_t> counts) {
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts)
    all |= count;
  const std::uint8_t width = all >> 8U == 0 ? 1 : all >> 16U == 0 ? 2 : all >> 32U == 0 ? 4 : 8;
  writer.value(width);
  if (width == 1) return wire_counts::write_as<std::uint8_t>(writer, counts);
  if (width == 2) return wire_counts::write_as<std::uint16_t>(writer, counts);
  if (width == 4) return wire_counts::write_as<std::uint32_t>(writer, counts);
  writer.append(counts.data(), counts.size_bytes());
}

/// Adds counts that write_counts() has written, which are as many.
inline void add_counts(WireReader& reader, std::span<std::uint64_t> counts) {
  const auto width = reader.value<std::uint8_t>();
  reader.require(width == 1 || width == 2 || width == 4 || width == 8);
  if (width == 1) return wire_counts::add_as<std::uint8_t>(reader, counts);
  if (width == 2) return wire_counts::add_as<std::uint16_t>(reader, counts);
  if (width == 4) return wire_counts::add_as<std::uint32_t>(reader, counts);
  wire_counts::add_as<std::uint64_t>(reader, counts);
}

}  // namespace stats
}  // namespace pith
