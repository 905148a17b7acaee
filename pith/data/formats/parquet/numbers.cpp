// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/numbers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "pith/base/assert.h"
#include "pith/data/formats/parquet/convert.h"
#include "pith/data/formats/parquet/fixed.h"
#include "pith/data/formats/parquet/texts.h"

namespace pith::parquet {
namespace {

constexpr std::size_t block = 1024;  ///< values that are converted at once

template <class Word>
void gather(std::span<const std::uint32_t> indices, const std::byte* from, std::byte* out) {
  for (std::size_t i = 0; i < indices.size(); ++i)
    std::memcpy(out + i * sizeof(Word), from + indices[i] * sizeof(Word), sizeof(Word));
}

void gather(std::span<const std::uint32_t> indices, std::size_t size, const std::byte* from,
            std::byte* out) {
  switch (size) {
    case 1:
      return gather<std::uint8_t>(indices, from, out);
    case 2:
      return gather<std::uint16_t>(indices, from, out);
    case 4:
      return gather<std::uint32_t>(indices, from, out);
    default:
      return gather<std::uint64_t>(indices, from, out);
  }
}

std::uint32_t largest(std::span<const std::uint32_t> indices) {
  std::uint32_t most = 0;
  for (const std::uint32_t index : indices)
    most = std::max(most, index);
  return most;
}

/// Whether each is one more than the one before, as in a column of distinct values.
bool are_consecutive(std::span<const std::uint32_t> indices) {
  const std::uint32_t first = indices.front();
  if (indices.back() < first || indices.back() - first != indices.size() - 1) return false;
  std::uint32_t differences = 0;
  for (std::size_t i = 0; i < indices.size(); ++i)
    differences |= indices[i] ^ (first + static_cast<std::uint32_t>(i));
  return differences == 0;
}

}  // namespace

NumberSink::NumberSink(NumberRoom room, const std::string& name, Workspace& workspace,
                       const Context& context)
    : room_(std::move(room)),
      name_(name),
      workspace_(workspace),
      context_(context),
      size_(size_of(room_.type)) {}

void NumberSink::start(const ColumnType& type) {
  PITH_ASSERT(type.number == room_.type);
  type_ = &type;
  is_date_ = is_date_ || type.kind == Kind::date;
  dictionary_ = {};
  entries_ = 0;
}

void NumberSink::add_dictionary(std::span<const std::byte> bytes, std::size_t count) {
  entries_ = count;
  inexact_ = {};
  if (type_->width > 0 && bytes.size() / type_->width < count)
    damaged("fewer values than its dictionary says");
  if (type_->conversion == Conversion::none) {
    dictionary_ = bytes;
  } else {
    const std::span<std::byte> room = workspace_.converted.room(count * size_, context_);
    if (type_->physical == Physical::bytes) {
      std::byte* out = room.data();
      for_each_plain(bytes, count, [&](std::string_view text, bool /*is_again*/) {
        const double value = decimal_of(text, type_->scale);
        if (is_inexact_decimal(text, type_->scale))
          inexact_.set(static_cast<std::size_t>(out - room.data()) / sizeof value);
        std::memcpy(out, &value, sizeof value);
        out += sizeof value;
      });
    } else {
      convert(*type_, bytes.data(), count, room.data());
      for (std::size_t i = 0; i < count; ++i) {
        if (first_inexact(*type_, bytes.data() + i * type_->width, 1)) inexact_.set(i);
      }
    }
    dictionary_ = room;
  }
  is_clean_ = find_invalid_values({.type = room_.type, .values = dictionary_.data(), .rows = count})
                  .is_none();
}

void NumberSink::read_indices(const PageValues& page) {
  HybridReader in = dictionary_indices(page);
  std::array<std::uint32_t, block> indices{};
  std::byte* out = place();
  while (const std::size_t count = in.read(indices)) {
    const std::span<const std::uint32_t> some = std::span(indices).first(count);
    const bool is_stretch = are_consecutive(some);
    if ((is_stretch ? some.back() : largest(some)) >= entries_)
      damaged("an index that its dictionary does not have");
    for (std::size_t i = 0; inexact_.any() && i < count; ++i) {
      if (inexact_.test(some[i]))
        reject_inexact(*page.validity, static_cast<std::size_t>(out - place()) / size_ + i);
    }
    if (is_stretch) {
      std::memcpy(out, dictionary_.data() + some.front() * size_, count * size_);
    } else {
      gather(some, size_, dictionary_.data(), out);
    }
    out += count * size_;
  }
}

/// Decimals in bytes of any length.
void NumberSink::read_texts(const PageValues& page) {
  std::byte* out = place();
  const auto put = [&](std::string_view text, bool /*is_again*/) {
    const double value = decimal_of(text, type_->scale);
    if (is_inexact_decimal(text, type_->scale))
      reject_inexact(*page.validity, static_cast<std::size_t>(out - place()) / size_);
    std::memcpy(out, &value, sizeof value);
    out += sizeof value;
  };
  for_each_text(page, put);
}

void NumberSink::read_fixed(const PageValues& page, std::byte* out) {
  const std::byte* const begin = out;
  const auto convert_some = [&](const std::byte* stored, std::size_t count) {
    if (const auto inexact = first_inexact(*type_, stored, count))
      reject_inexact(*page.validity, static_cast<std::size_t>(out - begin) / size_ + *inexact);
    convert(*type_, stored, count, out);
  };
  if (page.encoding == Encoding::delta_prefix && type_->physical == Physical::fixed_bytes) {
    return for_each_text(page, [&](std::string_view text, bool /*is_again*/) {
      if (text.size() != type_->width) damaged("a value of the wrong length");
      convert_some(reinterpret_cast<const std::byte*>(text.data()), 1);
      out += size_;
    });
  }
  FixedReader in(page, *type_);
  if (type_->conversion == Conversion::none) return in.read(page.present(), out);
  const std::size_t at_once = std::max<std::size_t>(1, block * sizeof(double) / type_->width);
  const std::span<std::byte> stored = workspace_.stored.room(at_once * type_->width, context_);
  for (std::size_t done = 0; done < page.present(); done += at_once) {
    const std::size_t count = std::min(at_once, page.present() - done);
    in.read(count, stored.data());
    convert_some(stored.data(), count);
    out += count * size_;
  }
}

/// Of the values that are present, this one is an integer that no double equals.
void NumberSink::reject_inexact(const Validity& validity, std::size_t value) const {
  std::size_t next = 0;
  validity.for_each_present([&](std::size_t row) {
    if (next++ == value) reject_invalid_values(name_, {.inexact = row_ + row});
  });
  damaged("fewer values than its page says");
}

/// NaN becomes missing; infinite and inexact numbers are rejected.
void NumberSink::check(const Validity& validity) {
  const InvalidValues invalid =
      find_invalid_values({.type = room_.type, .values = place(), .rows = validity.present()});
  if (invalid.is_none()) return;
  std::size_t value = 0;
  validity.for_each_present([&](std::size_t row) {
    const std::size_t in_table = room_.first_row + row_ + row;
    if (value == invalid.infinite) reject_invalid_values(name_, {.infinite = in_table});
    if (value == invalid.inexact) reject_invalid_values(name_, {.inexact = in_table});
    if (invalid.missing.test(value)) missing_.set(row_ + row);
    ++value;
  });
}

void NumberSink::spread(const Validity& validity) {
  std::byte* const values = place();
  switch (size_) {
    case 1:
      return validity.spread(reinterpret_cast<std::uint8_t*>(values), std::uint8_t{0});
    case 2:
      return validity.spread(reinterpret_cast<std::uint16_t*>(values), std::uint16_t{0});
    case 4:
      return validity.spread(reinterpret_cast<std::uint32_t*>(values), std::uint32_t{0});
    default:
      break;
  }
  if (room_.type == NumberType::float64)
    return validity.spread(reinterpret_cast<double*>(values),
                           std::numeric_limits<double>::quiet_NaN());
  validity.spread(reinterpret_cast<std::uint64_t*>(values), std::uint64_t{0});
}

void NumberSink::add(const PageValues& page) {
  PITH_ASSERT(page.validity->rows() <= room_.rows - row_);
  page_in(page.validity->rows());
  if (page.has_dictionary()) {
    read_indices(page);
  } else if (type_->physical == Physical::bytes) {
    read_texts(page);
  } else {
    read_fixed(page, place());
  }
  if (!page.has_dictionary() || !is_clean_) check(*page.validity);
  page.validity->add_missing(row_, missing_);
  spread(*page.validity);
  row_ += page.validity->rows();
}

std::span<std::byte> NumberSink::place_for(std::size_t rows, std::size_t bytes) {
  PITH_ASSERT(rows <= room_.rows - row_);
  if (type_->conversion != Conversion::none || bytes != rows * size_) return {};
  page_in(rows);
  return {place(), bytes};
}

void NumberSink::added(std::size_t rows) {
  Validity all;
  all.set_all(rows);
  check(all);
  row_ += rows;
}

void NumberSink::add_missing(std::size_t rows) {
  Validity none;
  none.set_none(rows);
  none.add_missing(row_, missing_);
  spread(none);
  row_ += rows;
}

Column NumberSink::finish() {
  PITH_ASSERT(row_ == room_.rows);
  const std::byte* const values = room_.place.values.get();
  const NumberLayout layout{.type = room_.type, .values = values, .rows = room_.rows};
  const Column column =
      room_.type == NumberType::float64
          ? Column::borrow_numbers({reinterpret_cast<const double*>(values), room_.rows},
                                   std::move(room_.place.values), std::move(missing_))
          : Column::borrow(layout, std::move(room_.place.values), std::move(missing_));
  return is_date_ ? column.as_date() : column;
}

}  // namespace pith::parquet
