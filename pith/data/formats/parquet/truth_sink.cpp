// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/truth_sink.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "pith/base/text.h"
#include "pith/data/boolean.h"
#include "pith/data/column_memory.h"

namespace pith::parquet {

void unpack_truths(std::span<const std::byte> bytes, std::span<std::uint8_t> out) {
  constexpr std::uint64_t each_byte = 0x0101010101010101U;
  constexpr std::uint64_t own_bit = 0x8040201008040201U;
  for (std::size_t i = 0; i < out.size(); i += 8) {
    const auto bits = std::to_integer<std::uint64_t>(bytes[i / 8]);
    // Byte k keeps bit k; adding 127 carries whatever it is into the highest bit.
    const std::uint64_t kept = (bits * each_byte) & own_bit;
    const std::uint64_t truths = ((kept + 0x7F * each_byte) >> 7U) & each_byte;
    std::memcpy(out.data() + i, &truths, std::min<std::size_t>(8, out.size() - i));
  }
}

TruthSink::TruthSink(std::size_t rows, const std::string& name, const Context& context)
    : context_(context), what_("the truth values of column " + quoted(name)) {
  held_ = context.reserve(rows + rows / 4 + bytes_per_column, what_);
  truths_.reserve(rows);
}

void TruthSink::add_dictionary(std::span<const std::byte> /*bytes*/, std::size_t /*count*/) {
  damaged("a dictionary of truth values");
}

void TruthSink::add(const PageValues& page) {
  const std::size_t row = truths_.size();
  truths_.resize(row + page.validity->rows());
  const std::span<std::uint8_t> present(truths_.data() + row, page.present());
  if (page.encoding == Encoding::plain) {
    if (page.bytes.size() < (present.size() + 7) / 8) damaged("fewer values than its page says");
    unpack_truths(page.bytes, present);
  } else if (page.encoding == Encoding::hybrid) {
    Cursor in(page.bytes);
    HybridReader truths(present.empty() ? in.rest() : in.take(in.word()), 1, present.size());
    std::array<std::uint32_t, 1024> some{};
    std::uint8_t* out = present.data();
    while (const std::size_t count = truths.read(some)) {
      out = std::transform(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count), out,
                           [](std::uint32_t truth) { return static_cast<std::uint8_t>(truth); });
    }
  } else {
    reject_encoding(page.encoding);
  }
  page.validity->add_missing(row, missing_);
  page.validity->spread(truths_.data() + row, std::uint8_t{0});
}

void TruthSink::add_missing(std::size_t rows) {
  Validity none;
  none.set_none(rows);
  none.add_missing(truths_.size(), missing_);
  truths_.resize(truths_.size() + rows);
}

Column TruthSink::finish() {
  // Without any value it becomes a column of numbers.
  const std::size_t rows = truths_.size();
  if (missing_.count() == rows) context_.grow(held_, rows * (1 + sizeof(double)), what_);
  const Column column = boolean_column(std::move(truths_), std::move(missing_));
  return column.holding(std::make_shared<const Reservation>(std::move(held_)));
}

}  // namespace pith::parquet
