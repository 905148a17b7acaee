// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/equal_rows.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

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
  const std::size_t width = rows.extent(1);
  const auto row_of = [&](std::size_t row) { return rows.data_handle() + row * rows.stride(0); };
  std::vector<std::pair<std::uint64_t, std::size_t>> order(rows.extent(0));
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = {hash_of(row_of(i), width), i};
  // Rows may have been chosen to have equal hashes, so their values decide after these.
  const auto compare = [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first ? -1 : 1;
    const double* const x = row_of(a.second);
    const double* const y = row_of(b.second);
    const auto [p, q] = std::mismatch(x, x + width, y);
    return p == x + width ? 0 : *p < *q ? -1 : 1;
  };
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    const int order_of_values = compare(a, b);
    return order_of_values != 0 ? order_of_values < 0 : a.second < b.second;
  });
  std::vector<std::size_t> firsts(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_first = i == 0 || compare(order[i - 1], order[i]) != 0;
    firsts[order[i].second] = is_first ? order[i].second : firsts[order[i - 1].second];
  }
  return firsts;
}

}  // namespace stats
}  // namespace pith
