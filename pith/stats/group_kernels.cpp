// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/group_kernels.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/group_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void group_counts(const FeatureGroup& group, const LevelOrder& order, std::uint8_t*,
                  std::uint32_t* out) {
  std::size_t row = 0;
  for (const std::uint32_t end : order.ends) {
    for (; row < end; ++row) {
      for (std::size_t i = 0; i < group_size; ++i)
        ++out[std::size_t{group.codes[i][order.rows[row]]} * group_size + i];
    }
    out += group.levels * group_size;
  }
}

#else

/// Registers of 16 bytes: the codes of sixteen features in a row.
using Row = hn::FixedTag<std::uint8_t, group_size>;
/// Several rows.
using Bytes = hn::ScalableTag<std::uint8_t>;
using Vector = decltype(hn::Zero(Bytes()));

/// Turns columns into rows. Each of four steps interleaves the columns i and i + 8.
HWY_INLINE void transpose(decltype(hn::Zero(Row())) (&columns)[group_size]) {
  for (int step = 0; step < 4; ++step) {
    decltype(hn::Zero(Row())) next[group_size];
    for (std::size_t i = 0; i < group_size / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(Row(), columns[i], columns[i + group_size / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(Row(), columns[i], columns[i + group_size / 2]);
    }
    std::copy_n(next, group_size, columns);
  }
}

/// The codes of the features, row by row.
HWY_INLINE void interleave(const FeatureGroup& group, std::size_t rows, std::uint8_t* out) {
  std::size_t row = 0;
  for (; row + group_size <= rows; row += group_size) {
    decltype(hn::Zero(Row())) columns[group_size];
    for (std::size_t i = 0; i < group_size; ++i)
      columns[i] = hn::LoadU(Row(), group.codes[i] + row);
    transpose(columns);
    for (std::size_t i = 0; i < group_size; ++i)
      hn::StoreU(columns[i], Row(), out + (row + i) * group_size);
  }
  for (; row < rows; ++row) {
    for (std::size_t i = 0; i < group_size; ++i)
      out[row * group_size + i] = group.codes[i][row];
  }
}

/// The sum of the rows of numbers in a vector.
template <class D, class V>
HWY_INLINE auto sum_of_rows(D, V sums) {
  if constexpr (sizeof(V) > group_size) {
    const hn::Half<D> half;
    return sum_of_rows(half, hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums)));
  } else {
    return sums;
  }
}

/// Adds the sums of the rows of `counts` to sixteen numbers.
HWY_INLINE void add_rows(Vector counts, std::uint32_t* out) {
  const hn::Repartition<std::uint16_t, Bytes> shorts;
  const hn::FixedTag<std::uint16_t, 8> eight;
  const hn::FixedTag<std::uint32_t, 4> four;
  const auto pairs = hn::BitCast(shorts, counts);
  const auto even = sum_of_rows(shorts, hn::And(pairs, hn::Set(shorts, 0xFF)));
  const auto odd = sum_of_rows(shorts, hn::ShiftRight<8>(pairs));
  const auto add = [&](auto sums, std::uint32_t* at) HWY_ATTR {
    const auto low = hn::PromoteTo(four, hn::LowerHalf(sums));
    const auto high = hn::PromoteTo(four, hn::UpperHalf(hn::Half<decltype(eight)>(), sums));
    hn::StoreU(hn::Add(hn::LoadU(four, at), low), four, at);
    hn::StoreU(hn::Add(hn::LoadU(four, at + 4), high), four, at + 4);
  };
  add(hn::InterleaveLower(eight, even, odd), out);
  add(hn::InterleaveUpper(eight, even, odd), out + 8);
}

/// One bit for each of eight levels.
alignas(16) constexpr std::uint8_t bits[2][16] = {
    {1, 2, 4, 8, 16, 32, 64, 128}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128}};

/// The number of vectors after which the sums of their bits carry beyond the eights.
constexpr std::size_t batch = 16;

/// How often each bit of a byte was set, modulo 16: the four bits of these counts, in one vector
/// each. Three vectors of bits with the same place value become two by a full adder, so that a
/// vector takes two additions on average (the Harley-Seal population count).
struct BitSums {
  Vector ones;
  Vector twos;
  Vector fours;
  Vector eights;

  HWY_INLINE void clear() { ones = twos = fours = eights = hn::Zero(Bytes()); }
  /// Adds b and c to a, and returns the carry.
  static HWY_INLINE Vector add(Vector& a, Vector b, Vector c) {
    const Vector carry = majority(a, b, c);
    a = hn::Xor3(a, b, c);
    return carry;
  }
  static HWY_INLINE Vector majority(Vector a, Vector b, Vector c) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
    return Vector{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, 0xE8)};
#else
    return hn::Or(hn::And(a, b), hn::And(c, hn::Xor(a, b)));
#endif
  }
  /// Adds the next four vectors, and returns the carry to the fours.
  template <class Next>
  HWY_INLINE Vector add_four(Next next) {
    const Vector a = next();
    const Vector first = add(ones, a, next());
    const Vector b = next();
    return add(twos, first, add(ones, b, next()));
  }
  template <class Next>
  HWY_INLINE Vector add_eight(Next next) {
    const Vector first = add_four(next);
    return add(fours, first, add_four(next));
  }
  template <class Next>
  HWY_INLINE Vector add_sixteen(Next next) {
    const Vector first = add_eight(next);
    return add(eights, first, add_eight(next));
  }
  /// The counts of bits j and j + 4, in the halves of each byte.
  template <int j>
  HWY_INLINE Vector numbers() const {
    const auto at = [&](Vector sum, auto place) HWY_ATTR {
      constexpr int shift = j - decltype(place)::value;
      const hn::Repartition<std::uint16_t, Bytes> shorts;
      const auto mask = hn::Set(Bytes(), 0x11 << decltype(place)::value);
      const auto wide = hn::BitCast(shorts, sum);
      if constexpr (shift > 0) {
        return hn::And(hn::BitCast(Bytes(), hn::ShiftRight<shift>(wide)), mask);
      } else {
        return hn::And(hn::BitCast(Bytes(), hn::ShiftLeft<-shift>(wide)), mask);
      }
    };
    using std::integral_constant;
    return hn::Or(
        hn::Or(at(ones, integral_constant<int, 0>()), at(twos, integral_constant<int, 1>())),
        hn::Or(at(fours, integral_constant<int, 2>()), at(eights, integral_constant<int, 3>())));
  }
};

/// Rows of codes that fill whole batches, and the first level to count: a multiple of 16.
struct CodeRows {
  const std::uint8_t* begin;
  const std::uint8_t* end;
  std::size_t first;
};

/// Adds the counts of bits j and j + 4 to those of levels j and j + 4. The halves of the bytes of
/// `sixteens` count how often they carried.
template <int j>
HWY_INLINE void add_levels(const BitSums& sums, Vector sixteens, std::uint32_t* out) {
  const auto low = hn::Set(Bytes(), 0x0F);
  const hn::Repartition<std::uint16_t, Bytes> shorts;
  const auto down = [&](Vector v) HWY_ATTR {
    return hn::And(hn::BitCast(Bytes(), hn::ShiftRight<4>(hn::BitCast(shorts, v))), low);
  };
  const auto up = [&](Vector v) HWY_ATTR {
    return hn::BitCast(Bytes(), hn::ShiftLeft<4>(hn::BitCast(shorts, hn::And(v, low))));
  };
  const Vector numbers = sums.numbers<j>();
  add_rows(hn::Or(up(sixteens), hn::And(numbers, low)), out + j * group_size);
  add_rows(hn::Or(hn::AndNot(low, sixteens), down(numbers)), out + (j + 4) * group_size);
}

/// Adds the bits j and j + 4 of each byte to the halves of counts[j].
HWY_INLINE void add_bits(Vector bits_of, Vector (&counts)[4]) {
  const hn::Repartition<std::uint16_t, Bytes> shorts;
  const auto one = hn::Set(Bytes(), 0x11);
  const auto wide = hn::BitCast(shorts, bits_of);
  counts[0] = hn::Add(counts[0], hn::And(bits_of, one));
  counts[1] = hn::Add(counts[1], hn::And(hn::BitCast(Bytes(), hn::ShiftRight<1>(wide)), one));
  counts[2] = hn::Add(counts[2], hn::And(hn::BitCast(Bytes(), hn::ShiftRight<2>(wide)), one));
  counts[3] = hn::Add(counts[3], hn::And(hn::BitCast(Bytes(), hn::ShiftRight<3>(wide)), one));
}

/// Adds the counts of the next 8 `tables` levels to `out`. A shuffle turns codes into bits, one for
/// each level.
template <int tables>
HWY_INLINE void count_levels(const CodeRows& rows, std::uint32_t* out) {
  const Bytes bytes;
  const std::size_t lanes = hn::Lanes(bytes);
  // A code outside [0, 16) gets its highest bit set, for which a shuffle gives zero.
  const auto base = hn::Set(bytes, static_cast<std::uint8_t>(rows.first));
  const auto limit = hn::Set(bytes, 0x70);
  const std::uint8_t* codes = rows.begin;
  while (codes < rows.end) {
    BitSums sums[tables];
    for (auto& sum : sums)
      sum.clear();
    Vector sixteens[tables][4];
    for (auto& table : sixteens) {
      for (auto& sum : table)
        sum = hn::Zero(bytes);
    }
    const std::uint8_t* const stop =
        codes + std::min(static_cast<std::size_t>(rows.end - codes), 15 * batch * lanes);
    for (; codes < stop; codes += batch * lanes) {
      for (int t = 0; t < tables; ++t) {
        const Vector table = hn::LoadDup128(bytes, bits[t]);
        const std::uint8_t* at = codes;
        const auto next = [&]() HWY_ATTR {
          const auto code = hn::Sub(hn::LoadU(bytes, at), base);
          at += lanes;
          return hn::TableLookupBytesOr0(table, hn::SaturatedAdd(code, limit));
        };
        add_bits(sums[t].add_sixteen(next), sixteens[t]);
      }
    }
    for (int t = 0; t < tables; ++t) {
      std::uint32_t* const at = out + t * 8 * group_size;
      add_levels<0>(sums[t], sixteens[t][0], at);
      add_levels<1>(sums[t], sixteens[t][1], at);
      add_levels<2>(sums[t], sixteens[t][2], at);
      add_levels<3>(sums[t], sixteens[t][3], at);
    }
  }
}

/// Adds the counts of all levels, of which there are a multiple of eight.
HWY_INLINE void count_run(CodeRows rows, std::size_t levels, std::uint32_t* out) {
  for (; rows.first + 16 <= levels; rows.first += 16, out += 16 * group_size)
    count_levels<2>(rows, out);
  if (rows.first < levels) count_levels<1>(rows, out);
}

void group_counts(const FeatureGroup& group, const LevelOrder& order, std::uint8_t* room,
                  std::uint32_t* out) {
  const std::size_t rows = order.rows.size();
  interleave(group, rows, room);
  std::uint8_t* const run = room + rows * group_size;
  const std::size_t step = batch * hn::Lanes(Bytes());
  const std::uint16_t* row = order.rows.data();
  for (const std::uint32_t end : order.ends) {
    std::uint8_t* next = run;
    for (const std::uint16_t* const stop = order.rows.data() + end; row < stop; ++row) {
      hn::StoreU(hn::LoadU(Row(), room + std::size_t{*row} * group_size), Row(), next);
      next += group_size;
    }
    // No code is 255: these fill the last vector.
    for (; static_cast<std::size_t>(next - run) % step != 0; next += group_size)
      hn::StoreU(hn::Set(Row(), 0xFF), Row(), next);
    count_run({run, next, 0}, group.levels, out);
    out += group.levels * group_size;
  }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(group_counts);

void group_counts(const FeatureGroup& group, const LevelOrder& order, std::uint8_t* room,
                  std::uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(group_counts)(group, order, room, out);
}
}  // namespace stats
}  // namespace pith
#endif
