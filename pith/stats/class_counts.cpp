// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/class_counts.h"

#include <algorithm>
#include <cstring>

#include "pith/base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/class_counts.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One bit for each of 64 * W codes: whether it is this level.
template <std::size_t W>
HWY_INLINE void level_plane(const std::uint8_t* codes, std::uint8_t level, std::uint64_t* plane) {
  const hn::CappedTag<std::uint8_t, 64> tag;
  const std::size_t lanes = hn::Lanes(tag);
  // Vectors of one number cannot hold eight bits of a mask (processors without SSSE3).
  if (HWY_TARGET == HWY_SCALAR) {
    for (std::size_t row = 0; row < 64 * W; ++row)
      plane[row / 64] |= std::uint64_t{codes[row] == level} << (row % 64);
    return;
  }
  const auto wanted = hn::Set(tag, level);
  auto* bytes = reinterpret_cast<std::uint8_t*>(plane);
  for (std::size_t row = 0; row < 64 * W; row += lanes)
    hn::StoreMaskBits(tag, hn::Eq(hn::Load(tag, codes + row), wanted), bytes + row / 8);
}

/// The rows after the last one are in no class, so the code of the padding does not matter.
template <std::size_t W>
void count_words(const std::uint8_t* codes, std::size_t levels, const ClassPlanes& planes,
                 std::uint32_t* out) {
  alignas(64) std::uint8_t padded[64 * W];
  alignas(64) std::uint64_t level_planes[ClassPlanes::max_levels - 1][W] = {};
  std::memset(padded + 64 * (W - 1), 0, 64);
  std::memcpy(padded, codes, planes.rows());
  for (std::size_t level = 0; level + 1 < levels; ++level)
    level_plane<W>(padded, static_cast<std::uint8_t>(level), level_planes[level]);
  const std::size_t classes = planes.classes();
  std::uint32_t* const last = out + (levels - 1) * classes;
  const std::uint64_t* of_class = planes.words();
  for (std::size_t c = 0; c < classes; ++c, of_class += W) {
    std::uint32_t rest = planes.sizes()[c];
    for (std::size_t level = 0; level + 1 < levels; ++level) {
      std::uint32_t count = 0;
      for (std::size_t word = 0; word < W; ++word) {
        count += static_cast<std::uint32_t>(
            __builtin_popcountll(level_planes[level][word] & of_class[word]));
      }
      out[level * classes + c] = count;
      rest -= count;
    }
    last[c] = rest;
  }
}

void class_counts(const std::uint8_t* codes, std::size_t levels, const ClassPlanes& planes,
                  std::uint32_t* out) {
  using Count = void (*)(const std::uint8_t*, std::size_t, const ClassPlanes&, std::uint32_t*);
  static constexpr Count by_words[] = {count_words<1>, count_words<2>, count_words<3>,
                                       count_words<4>, count_words<5>, count_words<6>,
                                       count_words<7>, count_words<8>};
  by_words[(planes.rows() - 1) / 64](codes, levels, planes, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(class_counts);

ClassPlanes::ClassPlanes(const Column& target)
    : rows_(target.rows()),
      sizes_(target.levels()),
      words_(target.levels() * ((target.rows() + 63) / 64)) {
  PITH_ASSERT(rows_ > 0 && rows_ <= max_rows);
  const std::size_t words = (rows_ + 63) / 64;
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::uint32_t c = target.code(row);
    ++sizes_[c];
    words_[c * words + row / 64] |= std::uint64_t{1} << (row % 64);
  }
}

void class_counts(std::span<const std::uint8_t> codes, std::size_t levels,
                  const ClassPlanes& planes, std::uint32_t* out) {
  PITH_ASSERT(codes.size() == planes.rows() && levels >= 1 && levels <= ClassPlanes::max_levels);
  HWY_DYNAMIC_DISPATCH(class_counts)(codes.data(), levels, planes, out);
}
}  // namespace stats
}  // namespace pith
#endif
