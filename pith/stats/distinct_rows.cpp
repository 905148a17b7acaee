// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/distinct_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_set>

namespace pith {
inline namespace stats {
namespace {

std::uint64_t mixed(std::uint64_t hash, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);  // turns -0 into 0
  hash = (hash ^ bits) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29U);
}

/// Rows without classes are one class.
std::size_t class_count(const Table& table) {
  return table.has_classes() ? table.classes() : 1;
}

}  // namespace

std::uint64_t distinct_rows_bytes(const Table& table, std::size_t max_count) {
  constexpr std::uint64_t set_bytes = 192;   // with its first buckets
  constexpr std::uint64_t entry_bytes = 48;  // a node and its bucket
  const std::uint64_t entries =
      std::min<std::uint64_t>(table.rows(), std::uint64_t{class_count(table)} * max_count);
  return set_bytes * class_count(table) + entry_bytes * entries;
}

std::vector<std::size_t> distinct_rows(const Table& table, std::span<const Feature> features,
                                       std::size_t max_count) {
  constexpr std::size_t some = 256;
  std::vector<std::unordered_set<std::uint64_t>> seen(class_count(table));
  std::array<double, some> room{};
  std::array<std::uint64_t, some> hashes{};
  for (std::size_t begin = 0; begin < table.rows(); begin += some) {
    const std::size_t count = std::min(some, table.rows() - begin);
    hashes.fill(0);
    for (const Feature feature : features) {
      const double* const numbers =
          table.feature(feature).doubles_or_copy(begin, {room.data(), count});
      for (std::size_t row = 0; row < count; ++row)
        hashes[row] = mixed(hashes[row], numbers[row]);
    }
    for (std::size_t row = 0; row < count; ++row) {
      auto& of_class = seen[table.has_classes() ? table.target().code(begin + row) : 0];
      if (of_class.size() < max_count) of_class.insert(hashes[row]);
    }
    if (std::all_of(seen.begin(), seen.end(),
                    [&](const auto& of_class) { return of_class.size() >= max_count; }))
      break;
  }
  std::vector<std::size_t> counts(seen.size());
  std::transform(seen.begin(), seen.end(), counts.begin(),
                 [](const auto& of_class) { return of_class.size(); });
  return counts;
}

}  // namespace stats
}  // namespace pith
