// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/mask.h"

namespace pith::parquet {

/// Which rows of a page have a value. Reused from page to page.
class Validity {
 public:
  /// All of so many rows.
  void set_all(std::size_t rows);
  /// None of so many rows.
  void set_none(std::size_t rows);
  /// Levels of one bit in runs of equal ones and of packed ones. Throws Fault.
  void read_hybrid(std::span<const std::byte> bytes, std::size_t rows);
  /// Levels of one bit, packed from the highest bit of each byte; there must be enough.
  void read_packed(std::span<const std::byte> bytes, std::size_t rows);

  std::size_t rows() const { return rows_; }
  std::size_t present() const { return present_; }
  bool is_full() const { return present_ == rows_; }

  /// Sets row `first + i` of the mask where row i has no value.
  void add_missing(std::size_t first, Mask& missing) const;
  /// The row of each value that is present, in order: calls `use(row)`.
  template <class Use>
  void for_each_present(Use use) const {
    for (std::size_t row = 0; row < rows_; ++row) {
      if (is_full() || (words_[row / bits] >> (row % bits) & 1U) != 0) use(row);
    }
  }

  /// Moves the values that are present, which are in front, to their rows; the others get `none`.
  template <class T>
  void spread(T* values, T none) const {
    if (is_full()) return;
    std::size_t next = present_;
    for (std::size_t word = words_.size(); word-- > 0;) {
      const std::size_t begin = word * bits;
      const std::uint64_t valid = words_[word];
      if (valid == ~std::uint64_t{0}) {
        next -= bits;
        if (next == begin) return;  // all before it are in place
        std::copy_backward(values + next, values + next + bits, values + begin + bits);
        continue;
      }
      // Without a branch, which could not be predicted.
      for (std::size_t i = std::min(bits, rows_ - begin); i-- > 0;) {
        const std::size_t has_value = valid >> i & 1U;
        next -= has_value;
        const std::array<T, 2> choice{none, values[next]};
        values[begin + i] = choice[has_value];
      }
    }
  }

 private:
  static constexpr std::size_t bits = 64;

  void start(std::size_t rows);
  void count();
  void fill(std::size_t first, std::size_t count);
  void copy(std::span<const std::byte> bytes, std::size_t first, std::size_t count);

  std::size_t rows_ = 0;
  std::size_t present_ = 0;
  std::vector<std::uint64_t> words_;  ///< empty where all rows have a value
};

}  // namespace pith::parquet
