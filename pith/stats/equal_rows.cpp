// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/equal_rows.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>

namespace pith {
inline namespace stats {
namespace {

std::uint64_t hash_of(const double* numbers, std::size_t count) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (std::size_t i = 0; i < count; ++i) {
    const double number = numbers[i] + 0.0;  // -0 equals 0
    hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32U;
  }
  return hash;
}

}  // namespace

std::vector<std::size_t> first_equal_rows(const MatrixView<const double>& rows) {
  std::unordered_multimap<std::uint64_t, std::size_t> seen;
  std::vector<std::size_t> firsts(rows.extent(0));
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const double* const own = rows.data_handle() + i * rows.stride(0);
    const std::uint64_t hash = hash_of(own, rows.extent(1));
    const auto [begin, end] = seen.equal_range(hash);
    const auto found = std::find_if(begin, end, [&](const auto& other) {
      const double* const numbers = rows.data_handle() + other.second * rows.stride(0);
      return std::equal(own, own + rows.extent(1), numbers);
    });
    firsts[i] = found == end ? i : found->second;
    if (found == end) seen.emplace(hash, i);
  }
  return firsts;
}

}  // namespace stats
}  // namespace pith
