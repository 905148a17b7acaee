// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/count_kernels.h"

#include <algorithm>
#include <cstring>

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

// Counts of A planes of x against B planes of s over words [begin, end). Bytes hold at most
// 31 * 8 < 256 before they are summed.
template <int A, int B>
HWY_INLINE void block_counts(const std::uint64_t* x, const std::uint64_t* s, std::size_t stride,
                             std::size_t begin, std::size_t end, std::uint64_t (&out)[A][B]) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const hn::ScalableTag<std::uint64_t> longs;
  const std::size_t lanes = hn::Lanes(longs);
  for (auto& row : out)
    std::fill(row, row + B, 0);
  std::size_t word = begin;
  while (has_vectors && word + lanes <= end) {
    const std::size_t stop = std::min(end, word + 31 * lanes);
    decltype(hn::Zero(bytes)) sums[A][B];
    for (auto& row : sums) {
      for (auto& sum : row)
        sum = hn::Zero(bytes);
    }
    for (; word + lanes <= stop; word += lanes) {
      decltype(hn::Zero(bytes)) left[A];
      for (int a = 0; a < A; ++a) {
        left[a] =
            hn::BitCast(bytes, hn::LoadU(longs, x + static_cast<std::size_t>(a) * stride + word));
      }
      for (int b = 0; b < B; ++b) {
        const auto right =
            hn::BitCast(bytes, hn::LoadU(longs, s + static_cast<std::size_t>(b) * stride + word));
        for (int a = 0; a < A; ++a) {
          sums[a][b] = hn::Add(sums[a][b], hn::PopulationCount(hn::And(left[a], right)));
        }
      }
    }
    for (int a = 0; a < A; ++a) {
      for (int b = 0; b < B; ++b) {
        out[a][b] += hn::GetLane(hn::SumOfLanes(longs, hn::SumsOf8(sums[a][b])));
      }
    }
  }
  for (; word < end; ++word) {
    for (int a = 0; a < A; ++a) {
      for (int b = 0; b < B; ++b) {
        out[a][b] += static_cast<std::uint64_t>(
            __builtin_popcountll(x[static_cast<std::size_t>(a) * stride + word] &
                                 s[static_cast<std::size_t>(b) * stride + word]));
      }
    }
  }
}

template <int A, int B>
HWY_INLINE void store_block(const Planes& x, const Planes& s, std::size_t stride, std::size_t begin,
                            std::size_t end, std::size_t a0, std::size_t b0, std::uint32_t* out) {
  std::uint64_t block[A][B];
  block_counts<A, B>(x.words + a0 * stride, s.words + b0 * stride, stride, begin, end, block);
  for (int a = 0; a < A; ++a) {
    for (int b = 0; b < B; ++b) {
      out[(a0 + static_cast<std::size_t>(a)) * s.count + b0 + static_cast<std::size_t>(b)] =
          static_cast<std::uint32_t>(block[a][b]);
    }
  }
}

void plane_counts(const Planes& x, const Planes& s, const std::size_t* ends, std::size_t segments,
                  std::uint32_t* out) {
  const std::size_t stride = ends[segments - 1];
  std::size_t begin = 0;
  for (std::size_t segment = 0; segment < segments; ++segment) {
    const std::size_t end = ends[segment];
    for (std::size_t a = 0; a < x.count; a += 2) {
      for (std::size_t b = 0; b < s.count; b += 2) {
        const bool two_a = a + 1 < x.count;
        const bool two_b = b + 1 < s.count;
        if (two_a && two_b) {
          store_block<2, 2>(x, s, stride, begin, end, a, b, out);
        } else if (two_a) {
          store_block<2, 1>(x, s, stride, begin, end, a, b, out);
        } else if (two_b) {
          store_block<1, 2>(x, s, stride, begin, end, a, b, out);
        } else {
          store_block<1, 1>(x, s, stride, begin, end, a, b, out);
        }
      }
    }
    begin = end;
    out += x.count * s.count;
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
