// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pith {
inline namespace stats {

/// The number of features that are counted together against one.
constexpr std::size_t group_size = 16;
/// The largest number of rows that are counted at once: their codes fit in the second cache.
constexpr std::size_t max_group_rows = std::size_t{1} << 14U;

/// Some rows in the order of the levels of a feature s.
struct LevelOrder {
  std::span<const std::uint16_t> rows;  ///< at most max_group_rows
  std::span<const std::uint32_t> ends;  ///< the end of each level in `rows`
};

/// The most levels of a feature that is counted in a group, and the next number of levels that
/// FeatureGroup may have.
constexpr std::size_t max_group_levels = 64;
constexpr std::size_t group_levels(std::size_t levels) {
  return (levels + 7) / 8 * 8;
}

/// Sixteen features x: their codes in the same rows, and a number of levels that none exceeds, a
/// multiple of eight.
struct FeatureGroup {
  std::array<const std::uint8_t*, group_size> codes = {};
  std::size_t levels = 0;
};

/// The bytes of the room that group_counts() needs for so many rows.
constexpr std::size_t group_room(std::size_t rows) {
  return (2 * rows + 64) * group_size;
}

/// Adds the counts of rows with level b of s and level a of the feature x at position i of the
/// group to out[(b * group.levels + a) * group_size + i]. `room` has group_room() bytes.
void group_counts(const FeatureGroup& group, const LevelOrder& order, std::uint8_t* room,
                  std::uint32_t* out);

}  // namespace stats
}  // namespace pith
