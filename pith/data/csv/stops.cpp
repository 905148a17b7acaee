// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/stops.h"

#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pith {
namespace {

constexpr std::size_t word = 64;

/// Handles the rest, which is shorter than a word.
std::uint32_t* find_in_tail(const char* begin, std::size_t at, std::size_t size, char delimiter,
                            std::uint32_t* out) {
  for (; at < size; ++at) {
    if (begin[at] == delimiter || begin[at] == '\n') *out++ = static_cast<std::uint32_t>(at);
  }
  return out;
}

/// Writes the positions of the set bits, always eight at a time: cheaper than a branch on each one.
/// Inlined, so that it is compiled for the same processor as the caller.
[[gnu::always_inline]] inline std::uint32_t* write_positions(std::uint64_t bits, std::size_t at,
                                                             std::uint32_t* out) {
  const int count = std::popcount(bits);
  for (int done = 0; done < count; done += 8) {
    for (int i = 0; i < 8; ++i) {
      out[done + i] =
          static_cast<std::uint32_t>(at + static_cast<std::size_t>(std::countr_zero(bits)));
      bits &= bits - 1;
    }
  }
  return out + count;
}

std::size_t find_portable(const char* begin, std::size_t size, char delimiter,
                          std::uint32_t* stops) {
  std::uint32_t* out = stops;
  std::size_t at = 0;
  for (; at + word <= size; at += word) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < word; ++i) {
      const bool is_stop = begin[at + i] == delimiter || begin[at + i] == '\n';
      bits |= static_cast<std::uint64_t>(is_stop) << i;
    }
    out = write_positions(bits, at, out);
  }
  return static_cast<std::size_t>(find_in_tail(begin, at, size, delimiter, out) - stops);
}

#if defined(__x86_64__)

__attribute__((target("avx2,bmi,popcnt"))) std::size_t find_native(const char* begin,
                                                                   std::size_t size, char delimiter,
                                                                   std::uint32_t* stops) {
  const __m256i delimiters = _mm256_set1_epi8(delimiter);
  const __m256i line_feeds = _mm256_set1_epi8('\n');
  std::uint32_t* out = stops;
  std::size_t at = 0;
  for (; at + word <= size; at += word) {
    const auto* from = reinterpret_cast<const __m256i*>(begin + at);
    const __m256i low = _mm256_loadu_si256(from);
    const __m256i high = _mm256_loadu_si256(from + 1);
    const __m256i low_stops =
        _mm256_or_si256(_mm256_cmpeq_epi8(low, delimiters), _mm256_cmpeq_epi8(low, line_feeds));
    const __m256i high_stops =
        _mm256_or_si256(_mm256_cmpeq_epi8(high, delimiters), _mm256_cmpeq_epi8(high, line_feeds));
    const auto low_bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(low_stops));
    const auto high_bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(high_stops));
    out = write_positions(std::uint64_t{high_bits} << 32U | low_bits, at, out);
  }
  return static_cast<std::size_t>(find_in_tail(begin, at, size, delimiter, out) - stops);
}

#else

std::size_t find_native(const char* begin, std::size_t size, char delimiter, std::uint32_t* stops) {
  return find_portable(begin, size, delimiter, stops);
}

#endif

}  // namespace

CsvStopsKernel best_csv_stops_kernel() {
#if defined(__x86_64__)
  const bool has_all = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                       __builtin_cpu_supports("popcnt") != 0;
  return has_all ? CsvStopsKernel::native : CsvStopsKernel::portable;
#else
  return CsvStopsKernel::portable;
#endif
}

std::size_t find_csv_stops(std::string_view text, char delimiter, std::uint32_t* stops,
                           CsvStopsKernel kernel) {
  return kernel == CsvStopsKernel::native
             ? find_native(text.data(), text.size(), delimiter, stops)
             : find_portable(text.data(), text.size(), delimiter, stops);
}

}  // namespace pith
