// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/column.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "pith/base/assert.h"
#include "pith/data/arrow/decimal.h"
#include "pith/data/boolean.h"
#include "pith/data/date.h"

namespace pith {
namespace {

double days_at(const ArrowPiece& piece, std::size_t place, const ArrowType& type) {
  const std::int64_t ticks = type.number == NumberType::int32
                                 ? value_at<std::int32_t>(piece.bytes(1), place)
                                 : value_at<std::int64_t>(piece.bytes(1), place);
  return days_of(ticks, type.ticks_per_day);
}

struct Free {
  void operator()(std::byte* memory) const { std::free(memory); }
};

class TruthColumn final : public ArrowColumn {
 public:
  TruthColumn(std::size_t rows, Mask absent) : missing_(std::move(absent)) {
    truths_.reserve(rows);
  }

  void add(const ArrowPiece& piece, const ArrowField& /*field*/) override {
    const std::size_t row = truths_.size();
    add_nulls(piece, row, missing_);
    truths_.resize(row + piece.rows);
    const std::byte* const bits = piece.bytes(1);
    for (std::size_t i = 0; i < piece.rows; ++i)
      truths_[row + i] = bit_at(bits, piece.first + i) ? 1 : 0;
  }
  Column finish() override { return boolean_column(std::move(truths_), std::move(missing_)); }

 private:
  std::vector<std::uint8_t> truths_;
  Mask missing_;
};

}  // namespace

NumberType type_in_column(const ArrowType& type) {
  if (type.kind == ArrowKind::half) return NumberType::float32;
  if (type.kind == ArrowKind::decimal || type.is_in_ticks()) return NumberType::float64;
  return type.kind == ArrowKind::number ? type.number : NumberType::uint8;
}

bool is_coded(const ArrowField& field) {
  return field.has_dictionary || field.type.is_text();
}

std::uint64_t value_bytes(const ArrowField& field, std::uint64_t rows) {
  return rows * size_of(type_in_column(field.type));
}

void copy_piece(const ArrowPiece& piece, const ArrowType& type, std::byte* to) {
  const std::size_t size = size_of(type_in_column(type));
  const ArrowKind kind = type.kind;
  if (kind == ArrowKind::null) {
    std::memset(to, 0, piece.rows * size);
  } else if (type.is_in_ticks()) {
    for (std::size_t i = 0; i < piece.rows; ++i) {
      const double value = days_at(piece, piece.first + i, type);
      std::memcpy(to + i * size, &value, sizeof value);
    }
  } else if (kind == ArrowKind::half) {
    for (std::size_t i = 0; i < piece.rows; ++i) {
      const float value = widened_half(value_at<std::uint16_t>(piece.bytes(1), piece.first + i));
      std::memcpy(to + i * size, &value, sizeof value);
    }
  } else if (kind == ArrowKind::decimal) {
    for (std::size_t i = 0; i < piece.rows; ++i) {
      const double value = decimal_at(piece.bytes(1), piece.first + i, type.decimal);
      std::memcpy(to + i * size, &value, sizeof value);
    }
  } else {
    std::memcpy(to, piece.bytes(1) + piece.first * size, piece.rows * size);
  }
}

void reject_inexact_decimals(const ArrowPiece& piece, const ArrowField& field, std::size_t row,
                             const Mask& missing) {
  if (field.type.kind != ArrowKind::decimal || field.type.decimal.scale != 0) return;
  for (std::size_t i = 0; i < piece.rows; ++i) {
    if (is_inexact_integer(piece.bytes(1), piece.first + i, field.type.decimal) &&
        !missing.test(row + i))
      reject_invalid_values(field.name,
                            {.missing = {}, .infinite = {}, .inexact = field.first_row + row + i});
  }
}

Column checked_numbers(const NumberLayout& layout, const ArrowField& field, const Mask& missing,
                       std::shared_ptr<const void> owner) {
  InvalidValues invalid = find_invalid_values(layout, missing);
  if (invalid.infinite) *invalid.infinite += field.first_row;
  if (invalid.inexact) *invalid.inexact += field.first_row;
  reject_invalid_values(field.name, invalid);
  const Column numbers = Column::borrow(layout, std::move(owner), std::move(invalid.missing));
  return field.type.kind == ArrowKind::date ? numbers.as_date() : numbers;
}

bool has_numbers(const ArrowField& field) {
  return !is_coded(field) && field.type.kind != ArrowKind::boolean;
}

std::shared_ptr<std::byte[]> number_memory(std::uint64_t bytes) {
  constexpr std::uint64_t huge_page = std::uint64_t{1} << 21U;
  void* memory = nullptr;
  if (bytes < 2 * huge_page) {
    memory = std::malloc(std::max<std::uint64_t>(bytes, 1));
  } else if (::posix_memalign(&memory, huge_page, bytes) != 0) {
    memory = nullptr;
  }
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (bytes >= 2 * huge_page)
    (void)madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE);  // only advice
#endif
  return {static_cast<std::byte*>(memory), Free{}};
}

NumberColumn::NumberColumn(const ArrowField& field, std::size_t rows, Mask absent)
    : field_(field),
      type_(type_in_column(field.type)),
      rows_(rows),
      memory_(number_memory(value_bytes(field, rows))),
      missing_(std::move(absent)) {}

NumberColumn::NumberColumn(const ArrowField& field, std::size_t rows, NumberPlace place)
    : field_(field),
      type_(type_in_column(field.type)),
      rows_(rows),
      memory_(std::move(place.values)),
      pages_(place.pages) {}

void NumberColumn::add(const ArrowPiece& piece, const ArrowField& field) {
  const std::span<std::byte> to = room(piece.rows);
  page_in(to);
  copy_piece(piece, field.type, to.data());
  if (field.type.kind == ArrowKind::null) {
    for (std::size_t i = 0; i < piece.rows; ++i)
      missing_.set(filled_ + i);
    filled_ += piece.rows;
  } else {
    const std::size_t row = filled_;
    add_filled(piece);
    reject_inexact_decimals(piece, field, row, missing_);
  }
}

std::span<std::byte> NumberColumn::room(std::size_t rows) {
  PITH_ASSERT(rows <= rows_ - filled_);
  const std::size_t size = size_of(type_);
  return {memory_.get() + filled_ * size, rows * size};
}

void NumberColumn::page_in(std::span<std::byte> part) const {
  if (pages_ != nullptr) pages_->page_in(part.data(), part.size());
}

void NumberColumn::check(std::size_t begin, std::size_t end) {
  const std::size_t size = size_of(type_);
  const std::size_t first = filled_ + begin / size;
  const std::size_t last = filled_ + end / size;
  if (first != checked_) return;  // there was something before, which finish() is going to find
  const NumberLayout layout{
      .type = type_, .values = memory_.get() + first * size, .rows = last - first};
  if (find_invalid_values(layout).is_none()) checked_ = last;
}

void NumberColumn::add_filled(const ArrowPiece& piece) {
  add_nulls(piece, filled_, missing_);
  filled_ += piece.rows;
}

Column NumberColumn::finish() {
  PITH_ASSERT(filled_ == rows_);
  const NumberLayout layout{.type = type_, .values = memory_.get(), .rows = rows_};
  if (checked_ == rows_ && field_.type.kind == ArrowKind::number)
    return Column::borrow(layout, std::move(memory_), std::move(missing_));
  return checked_numbers(layout, field_, missing_, std::move(memory_));
}

std::unique_ptr<ArrowColumn> make_arrow_column(const ArrowField& field, std::size_t rows,
                                               const Mask& absent, const Context& context) {
  if (field.has_dictionary) return make_dictionary_column(field, rows, absent, context);
  if (field.type.is_text()) return make_text_column(field, rows, absent, context);
  if (field.type.kind == ArrowKind::boolean) return std::make_unique<TruthColumn>(rows, absent);
  return std::make_unique<NumberColumn>(field, rows, absent);
}

Column borrow_piece(const ArrowPiece& piece, const ArrowField& field, const Mask& absent,
                    std::shared_ptr<const void> owner) {
  Mask missing = absent;
  add_nulls(piece, 0, missing);
  const NumberType type = type_in_column(field.type);
  const NumberLayout layout{
      .type = type, .values = piece.bytes(1) + piece.first * size_of(type), .rows = piece.rows};
  return checked_numbers(layout, field, missing, std::move(owner));
}

}  // namespace pith
