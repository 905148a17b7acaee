// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pith {
inline namespace geometry {

/// The bits per digit that suit this number of entries: for few entries, clearing the buckets of a
/// larger digit would take longer than moving the entries.
inline unsigned digit_bits_for(std::size_t size) {
  return size < 4096 ? 8 : 11;
}

/// Sorts by the low `bits` of key_of(entry); the sort is stable. O(n) for each digit of
/// digit_bits_for(n) bits. `room` is scratch space.
template <class Entry, class KeyOf>
void radix_sort(std::vector<Entry>& entries, std::vector<Entry>& room, unsigned bits,
                KeyOf key_of) {
  const unsigned digit_bits = digit_bits_for(entries.size());
  const std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;
  std::array<std::uint32_t, 2048> starts;
  room.resize(entries.size());
  for (unsigned shift = 0; shift < bits; shift += digit_bits) {
    std::fill_n(starts.begin(), mask + 1, 0);
    for (const Entry& entry : entries)
      ++starts[key_of(entry) >> shift & mask];
    std::uint32_t sum = 0;
    for (std::size_t digit = 0; digit <= mask; ++digit)
      sum += std::exchange(starts[digit], sum);
    for (const Entry& entry : entries)
      room[starts[key_of(entry) >> shift & mask]++] = entry;
    entries.swap(room);
  }
}

}  // namespace geometry
}  // namespace pith
