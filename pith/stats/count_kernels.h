// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pith {
inline namespace stats {

/// The first `count` levels of a column as bit-planes: bit r of plane a is set if row r has level
/// a. The last level has no plane; it follows from the totals.
struct Planes {
  const std::uint64_t* words = nullptr;  ///< plane after plane
  std::size_t count = 0;                 ///< number of planes: levels - 1
};

/// Writes plane `level` of `codes` (1 bit per row, the last word padded with zeros) and returns the
/// number of rows with that level.
std::uint32_t make_plane(std::span<const std::uint8_t> codes, std::uint8_t level,
                         std::uint64_t* words);

/// The largest product of numbers of planes that plane_counts() takes.
constexpr std::size_t max_plane_counts = 256;

/// Counts the rows with level a of x and level b of s, within each segment of words:
/// out[(segment * x.count + a) * s.count + b] = popcount(x_a & s_b) over words
/// [ends[segment - 1], ends[segment]). A plane has ends.back() words.
void plane_counts(const Planes& x, const Planes& s, std::span<const std::size_t> ends,
                  std::uint32_t* out);

/// A feature of two or three levels: its planes and the number of rows of each level.
struct SmallFeature {
  const std::uint64_t* words = nullptr;  ///< one or two planes, one after the other
  const std::uint32_t* margins = nullptr;
  std::size_t planes = 0;
};

/// out[i] = sum of logs[c] over the joint counts c of s and xs[i], for planes of `words` words.
/// For few rows, where the overhead of plane_counts() would exceed the counting itself.
void joint_log_sums(std::span<const SmallFeature> xs, const SmallFeature& s, std::size_t words,
                    const std::int64_t* logs, std::int64_t* out);

/// Adds the histogram of x + s (bytes whose sums are below `cells` <= 256) to `out`.
void byte_counts(std::span<const std::uint8_t> x, std::span<const std::uint8_t> s,
                 std::size_t cells, std::uint32_t* out);

}  // namespace stats
}  // namespace pith
