// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/validity.h"

#include <bit>
#include <cstring>

#include "pith/base/assert.h"
#include "pith/data/formats/parquet/cursor.h"

namespace pith::parquet {

void Validity::start(std::size_t rows) {
  rows_ = rows;
  words_.assign((rows + bits - 1) / bits, 0);
}

void Validity::count() {
  present_ = 0;
  for (const std::uint64_t word : words_)
    present_ += static_cast<std::size_t>(std::popcount(word));
  if (is_full()) words_.clear();
}

void Validity::set_all(std::size_t rows) {
  rows_ = present_ = rows;
  words_.clear();
}

void Validity::set_none(std::size_t rows) {
  start(rows);
  present_ = 0;
}

void Validity::fill(std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count;) {
    const std::size_t size = std::min(bits - i % bits, first + count - i);
    const std::uint64_t ones = size == bits ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
    words_[i / bits] |= ones << (i % bits);
    i += size;
  }
}

void Validity::copy(std::span<const std::byte> bytes, std::size_t first, std::size_t count) {
  for (std::size_t done = 0; done < count; done += bits) {
    const std::size_t size = std::min(bits, count - done);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + done / 8, (size + 7) / 8);
    if (size < bits) word &= (std::uint64_t{1} << size) - 1;
    const std::size_t place = first + done;
    const std::size_t shift = place % bits;
    words_[place / bits] |= word << shift;
    if (shift + size > bits) words_[place / bits + 1] |= word >> (bits - shift);
  }
}

void Validity::read_hybrid(std::span<const std::byte> bytes, std::size_t rows) {
  Cursor in(bytes);
  start(0);
  for (std::size_t done = 0; done < rows;) {
    const std::uint64_t head = in.varint();
    const std::uint64_t length = head >> 1U;
    if ((head & 1U) == 0) {
      const std::uint8_t value = in.byte();
      if (value > 1) damaged("a level that the column does not have");
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(length, rows - done));
      if (count == 0) damaged("a run without levels");
      if (value == 1 && count == rows) return set_all(rows);  // most pages
      if (done == 0) start(rows);
      if (value == 1) fill(done, count);
      done += count;
      continue;
    }
    if (done == 0) start(rows);
    const std::size_t left = rows - done;
    const std::size_t count = length >= left ? left : std::min(left, 8 * std::size_t(length));
    if (count == 0) damaged("a run without levels");
    copy(in.take(count == left ? (count + 7) / 8 : std::size_t(length)), done, count);
    done += count;
  }
  if (rows_ == 0) start(rows);
  count();
}

void Validity::read_packed(std::span<const std::byte> bytes, std::size_t rows) {
  PITH_ASSERT(bytes.size() >= (rows + 7) / 8);
  start(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const unsigned byte = std::to_integer<unsigned>(bytes[i / 8]);
    if ((byte >> (7 - i % 8) & 1U) != 0) words_[i / bits] |= std::uint64_t{1} << (i % bits);
  }
  count();
}

void Validity::add_missing(std::size_t first, Mask& missing) const {
  for (std::size_t word = 0; word < words_.size(); ++word) {
    const std::size_t size = std::min(bits, rows_ - word * bits);
    const std::uint64_t all = size == bits ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
    for (std::uint64_t nulls = words_[word] ^ all; nulls != 0; nulls &= nulls - 1)
      missing.set(first + word * bits + static_cast<std::size_t>(std::countr_zero(nulls)));
  }
}

}  // namespace pith::parquet
