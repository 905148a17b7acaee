// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/count_kernels.h"

#include <algorithm>
#include <cstring>

// Also for processors that count the bits of bytes by one instruction.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/count_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of one number cannot hold the eight bytes of a word, nor eight bits of a mask. That is
/// what processors without SSSE3 have here.
constexpr bool has_vectors = HWY_TARGET != HWY_SCALAR;

std::uint32_t make_plane(const std::uint8_t* codes, std::size_t rows, std::uint8_t level,
                         std::uint64_t* words) {
  const hn::CappedTag<std::uint8_t, 64> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto wanted = hn::Set(tag, level);
  auto* bytes = reinterpret_cast<std::uint8_t*>(words);
  std::memset(words, 0, (rows + 63) / 64 * 8);
  std::size_t row = 0;
  for (; has_vectors && row + lanes <= rows; row += lanes) {
    hn::StoreMaskBits(tag, hn::Eq(hn::LoadU(tag, codes + row), wanted), bytes + row / 8);
  }
  if (has_vectors && row < rows) {
    alignas(64) std::uint8_t last[hn::MaxLanes(tag)];
    std::memset(last, level == 0 ? 1 : 0, lanes);
    std::memcpy(last, codes + row, rows - row);
    std::uint64_t bits = 0;
    hn::StoreMaskBits(tag, hn::Eq(hn::Load(tag, last), wanted),
                      reinterpret_cast<std::uint8_t*>(&bits));
    words[row / 64] |= bits << (row % 64);
    row = rows;
  }
  for (; row < rows; ++row) {
    words[row / 64] |= std::uint64_t{codes[row] == level} << (row % 64);
  }
  std::uint64_t count = 0;
  for (std::size_t word = 0; word < (rows + 63) / 64; ++word)
    count += static_cast<std::uint64_t>(__builtin_popcountll(words[word]));
  return static_cast<std::uint32_t>(count);
}

/// Bytes hold the counts of so many words, 31 * 8 < 256, before they are summed.
constexpr std::size_t words_per_byte = 31;
/// Planes of x and s that are counted against each other in registers.
constexpr int edge = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL ? 4 : 2;

/// Some words of the planes of x and s.
struct PlaneWords {
  const std::uint64_t* x;
  const std::uint64_t* s;
  std::size_t stride;  ///< words from a plane to the next
  std::size_t words;
};

/// Counts at most words_per_byte vectors of A planes of x and B planes of s.
template <int A, int B, class Counts>
HWY_INLINE void count_in_bytes(const PlaneWords& at, Counts& counts) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const hn::ScalableTag<std::uint64_t> longs;
  const std::size_t lanes = hn::Lanes(longs);
  for (auto& row : counts) {
    for (auto& count : row)
      count = hn::Zero(bytes);
  }
  const auto add = [&](auto load) HWY_ATTR {
    decltype(hn::Zero(bytes)) left[A];
    for (int a = 0; a < A; ++a)
      left[a] = hn::BitCast(bytes, load(at.x + static_cast<std::size_t>(a) * at.stride));
    for (int b = 0; b < B; ++b) {
      const auto right = hn::BitCast(bytes, load(at.s + static_cast<std::size_t>(b) * at.stride));
      for (int a = 0; a < A; ++a)
        counts[a][b] = hn::Add(counts[a][b], hn::PopulationCount(hn::And(left[a], right)));
    }
  };
  std::size_t word = 0;
  for (; word + lanes <= at.words; word += lanes)
    add([&](const std::uint64_t* plane) HWY_ATTR { return hn::LoadU(longs, plane + word); });
  if (word < at.words) {
    const auto mask = hn::FirstN(longs, at.words - word);
    add([&](const std::uint64_t* plane) HWY_ATTR {
#if HWY_MAX_BYTES <= 16  // a masked load would read beyond the plane, but one word is left
      return hn::IfThenElseZero(mask, hn::Set(longs, plane[word]));
#else
      return hn::MaskedLoad(mask, longs, plane + word);
#endif
    });
  }
}

/// The counts of A planes of x and B planes of s: a vector of sums for each pair.
template <int A, int B, class Totals>
HWY_INLINE void count_block(PlaneWords at, Totals& totals) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const hn::ScalableTag<std::uint64_t> longs;
  for (auto& row : totals) {
    for (auto& total : row)
      total = hn::Zero(longs);
  }
  for (std::size_t rest = at.words; rest > 0; rest -= at.words) {
    at.words = std::min(rest, words_per_byte * hn::Lanes(longs));
    decltype(hn::Zero(bytes)) counts[A][B];
    count_in_bytes<A, B>(at, counts);
    for (int a = 0; a < A; ++a) {
      for (int b = 0; b < B; ++b)
        totals[a][b] = hn::Add(totals[a][b], hn::SumsOf8(counts[a][b]));
    }
    at.x += at.words;
    at.s += at.words;
  }
}

/// Adds these counts to sums[a * sums_stride + b], a vector each.
template <int A, int B>
HWY_INLINE void add_block(const PlaneWords& at, std::uint64_t* sums, std::size_t sums_stride) {
  const hn::ScalableTag<std::uint64_t> longs;
  decltype(hn::Zero(longs)) totals[A][B];
  count_block<A, B>(at, totals);
  for (int a = 0; a < A; ++a) {
    for (int b = 0; b < B; ++b) {
      std::uint64_t* const sum =
          sums + (static_cast<std::size_t>(a) * sums_stride + static_cast<std::size_t>(b)) *
                     hn::Lanes(longs);
      hn::Store(hn::Add(hn::Load(longs, sum), totals[a][b]), longs, sum);
    }
  }
}

/// Counts all planes, of which x has A and s has B.
template <int A, int B>
void count_few_planes(const PlaneWords& at, std::uint32_t* out) {
  const hn::ScalableTag<std::uint64_t> longs;
  decltype(hn::Zero(longs)) totals[A][B];
  count_block<A, B>(at, totals);
  for (int a = 0; a < A; ++a) {
    for (int b = 0; b < B; ++b)
      *out++ = static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(longs, totals[a][b])));
  }
}

/// The same for all planes of x and s.
void add_words(PlaneWords at, std::size_t x_count, std::size_t s_count, std::uint64_t* sums) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<std::uint64_t>());
  const std::uint64_t* const s = at.s;
  for (std::size_t a = 0; a < x_count;) {
    const bool is_block = a + edge <= x_count;
    at.s = s;
    for (std::size_t b = 0; b < s_count;) {
      std::uint64_t* const here = sums + (a * s_count + b) * lanes;
      const std::size_t width = b + edge <= s_count ? edge : 1;
      if (is_block) {
        width == 1 ? add_block<edge, 1>(at, here, s_count)
                   : add_block<edge, edge>(at, here, s_count);
      } else {
        width == 1 ? add_block<1, 1>(at, here, s_count) : add_block<1, edge>(at, here, s_count);
      }
      at.s += width * at.stride;
      b += width;
    }
    const std::size_t height = is_block ? edge : 1;
    at.x += height * at.stride;
    a += height;
  }
}

/// Counts A planes of x and B planes of s without vectors.
template <int A, int B>
HWY_INLINE void count_words(const PlaneWords& at, std::uint32_t* out, std::size_t out_stride) {
  std::uint64_t counts[A][B] = {};
  for (std::size_t word = 0; word < at.words; ++word) {
    for (int a = 0; a < A; ++a) {
      for (int b = 0; b < B; ++b) {
        counts[a][b] += static_cast<std::uint64_t>(
            __builtin_popcountll(at.x[static_cast<std::size_t>(a) * at.stride + word] &
                                 at.s[static_cast<std::size_t>(b) * at.stride + word]));
      }
    }
  }
  for (int a = 0; a < A; ++a) {
    for (int b = 0; b < B; ++b)
      out[static_cast<std::size_t>(a) * out_stride + static_cast<std::size_t>(b)] =
          static_cast<std::uint32_t>(counts[a][b]);
  }
}

/// The same for all planes of x and s.
void count_few_words(const PlaneWords& all, std::size_t x_count, std::size_t s_count,
                     std::uint32_t* out) {
  for (std::size_t a = 0; a < x_count; a += 2) {
    for (std::size_t b = 0; b < s_count; b += 2) {
      const PlaneWords at = {all.x + a * all.stride, all.s + b * all.stride, all.stride, all.words};
      std::uint32_t* const here = out + a * s_count + b;
      const bool two_a = a + 1 < x_count;
      const bool two_b = b + 1 < s_count;
      if (two_a && two_b) {
        count_words<2, 2>(at, here, s_count);
      } else if (two_a) {
        count_words<2, 1>(at, here, s_count);
      } else if (two_b) {
        count_words<1, 2>(at, here, s_count);
      } else {
        count_words<1, 1>(at, here, s_count);
      }
    }
  }
}

/// Counts all planes, in parts of words that the nearest cache holds with all planes of both
/// features.
void count_in_parts(PlaneWords at, std::size_t x_count, std::size_t s_count, std::uint32_t* out) {
  const hn::ScalableTag<std::uint64_t> longs;
  const std::size_t lanes = hn::Lanes(longs);
  const std::size_t cells = x_count * s_count;
  alignas(64) std::uint64_t sums[max_plane_counts * hn::MaxLanes(longs)];
  std::fill_n(sums, cells * lanes, 0);
  for (std::size_t rest = at.words; rest > 0; rest -= at.words) {
    at.words = std::min(rest, words_per_byte * lanes);
    add_words(at, x_count, s_count, sums);
    at.x += at.words;
    at.s += at.words;
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    out[cell] = static_cast<std::uint32_t>(
        hn::GetLane(hn::SumOfLanes(longs, hn::Load(longs, sums + cell * lanes))));
  }
}

void plane_counts(const Planes& x, const Planes& s, const std::size_t* ends, std::size_t segments,
                  std::uint32_t* out) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<std::uint64_t>());
  std::size_t begin = 0;
  for (std::size_t segment = 0; segment < segments; ++segment, out += x.count * s.count) {
    const PlaneWords at = {x.words + begin, s.words + begin, ends[segments - 1],
                           ends[segment] - begin};
    if (!has_vectors || at.words < lanes) {
      count_few_words(at, x.count, s.count, out);
    } else if (std::max(x.count, s.count) > 2) {
      count_in_parts(at, x.count, s.count, out);
    } else if (x.count == 2) {
      s.count == 2 ? count_few_planes<2, 2>(at, out) : count_few_planes<2, 1>(at, out);
    } else {
      s.count == 2 ? count_few_planes<1, 2>(at, out) : count_few_planes<1, 1>(at, out);
    }
    begin = ends[segment];
  }
}

/// The sum of logs over the (A + 1) x (B + 1) joint counts; the last row and column follow from the
/// margins.
template <std::size_t A, std::size_t B>
HWY_INLINE std::int64_t joint_log_sum(const SmallFeature& x, const SmallFeature& s,
                                      std::size_t words, const std::int64_t* logs) {
  std::uint64_t counts[A][B] = {};
  for (std::size_t word = 0; word < words; ++word) {
    for (std::size_t a = 0; a < A; ++a) {
      for (std::size_t b = 0; b < B; ++b) {
        counts[a][b] += static_cast<std::uint64_t>(
            __builtin_popcountll(x.words[a * words + word] & s.words[b * words + word]));
      }
    }
  }
  std::int64_t sum = 0;
  std::uint64_t corner = x.margins[A];
  for (std::size_t b = 0; b < B; ++b) {
    std::uint64_t rest = s.margins[b];
    for (std::size_t a = 0; a < A; ++a) {
      sum += logs[counts[a][b]];
      rest -= counts[a][b];
    }
    sum += logs[rest];
    corner -= rest;
  }
  for (std::size_t a = 0; a < A; ++a) {
    std::uint64_t rest = x.margins[a];
    for (std::size_t b = 0; b < B; ++b)
      rest -= counts[a][b];
    sum += logs[rest];
  }
  return sum + logs[corner];
}

void joint_log_sums(const SmallFeature* xs, std::size_t count, const SmallFeature& s,
                    std::size_t words, const std::int64_t* logs, std::int64_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const SmallFeature& x = xs[i];
    if (x.planes == 2) {
      out[i] = s.planes == 2 ? joint_log_sum<2, 2>(x, s, words, logs)
                             : joint_log_sum<2, 1>(x, s, words, logs);
    } else {
      out[i] = s.planes == 2 ? joint_log_sum<1, 2>(x, s, words, logs)
                             : joint_log_sum<1, 1>(x, s, words, logs);
    }
  }
}

void byte_counts(const std::uint8_t* x, const std::uint8_t* s, std::size_t rows, std::size_t cells,
                 std::uint32_t* out) {
  constexpr std::size_t chunk = 4096;
  const hn::ScalableTag<std::uint8_t> tag;
  const std::size_t lanes = hn::Lanes(tag);
  alignas(64) std::uint8_t sums[chunk + 64];
  std::uint32_t tables[8][256];
  for (auto& table : tables)
    std::fill(table, table + cells, 0U);
  for (std::size_t start = 0; start < rows; start += chunk) {
    const std::size_t count = std::min(chunk, rows - start);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      hn::Store(hn::Add(hn::LoadU(tag, x + start + i), hn::LoadU(tag, s + start + i)), tag,
                sums + i);
    }
    for (; i < count; ++i)
      sums[i] = static_cast<std::uint8_t>(x[start + i] + s[start + i]);
    for (i = 0; i + 8 <= count; i += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, sums + i, 8);
      ++tables[0][eight & 0xFF];
      ++tables[1][(eight >> 8) & 0xFF];
      ++tables[2][(eight >> 16) & 0xFF];
      ++tables[3][(eight >> 24) & 0xFF];
      ++tables[4][(eight >> 32) & 0xFF];
      ++tables[5][(eight >> 40) & 0xFF];
      ++tables[6][(eight >> 48) & 0xFF];
      ++tables[7][eight >> 56];
    }
    for (; i < count; ++i)
      ++tables[0][sums[i]];
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (const auto& table : tables)
      out[cell] += table[cell];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(make_plane);
HWY_EXPORT(plane_counts);
HWY_EXPORT(joint_log_sums);
HWY_EXPORT(byte_counts);

std::uint32_t make_plane(std::span<const std::uint8_t> codes, std::uint8_t level,
                         std::uint64_t* words) {
  return HWY_DYNAMIC_DISPATCH(make_plane)(codes.data(), codes.size(), level, words);
}
void plane_counts(const Planes& x, const Planes& s, std::span<const std::size_t> ends,
                  std::uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(plane_counts)(x, s, ends.data(), ends.size(), out);
}
void joint_log_sums(std::span<const SmallFeature> xs, const SmallFeature& s, std::size_t words,
                    const std::int64_t* logs, std::int64_t* out) {
  HWY_DYNAMIC_DISPATCH(joint_log_sums)(xs.data(), xs.size(), s, words, logs, out);
}
void byte_counts(std::span<const std::uint8_t> x, std::span<const std::uint8_t> s,
                 std::size_t cells, std::uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(byte_counts)(x.data(), s.data(), x.size(), cells, out);
}
}  // namespace stats
}  // namespace pith
#endif
