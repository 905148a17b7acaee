// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/growing_columns.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/arrow/column.h"
#include "pith/data/arrow/piece.h"
#include "pith/data/arrow/stream.h"
#include "pith/data/boolean.h"
#include "pith/data/column_memory.h"
#include "pith/data/growing_memory.h"

namespace pith {

namespace {

/// How many values to make room for where `rows` do not fit: so many more that the total work of
/// growing stays linear. Large blocks cost little to move, so they get little to spare.
std::size_t grown(std::size_t rows, std::size_t capacity) {
  constexpr std::size_t least = 1024;
  constexpr std::size_t large = std::size_t{1} << 16U;
  return std::max({rows, capacity + capacity / (capacity < large ? 2 : 8), least});
}

/// Numbers in their own type. The memory grows by realloc(), which moves large blocks without a
/// copy.
class GrowingNumbers final : public ArrowColumn {
 public:
  GrowingNumbers(const ArrowField& field, const Context& context)
      : field_(field), context_(context), type_(type_in_column(field.type)) {}

  void add(const ArrowPiece& piece, const ArrowField& field) override {
    const std::size_t rows = rows_ + piece.rows;
    if (rows > capacity_) {
      const std::size_t capacity = grown(rows, capacity_);
      grow_further(context_, held_, bytes_for(capacity),
                   "the numbers of column " + quoted(field_.name));
      resize(capacity);
    }
    copy_piece(piece, field.type, values_.get() + rows_ * size_of(type_));
    if (field.type.kind == ArrowKind::null) {
      for (std::size_t i = 0; i < piece.rows; ++i)
        missing_.set(rows_ + i);
    } else {
      add_nulls(piece, rows_, missing_);
      reject_inexact_decimals(piece, field, rows_, missing_);
    }
    rows_ = rows;
  }

  Column finish() override {
    if (rows_ < capacity_) resize(rows_);
    held_.shrink(bytes_for(rows_));
    const NumberLayout layout{.type = type_, .values = values_.get(), .rows = rows_};
    const std::shared_ptr<const std::byte> owner(values_.release(), Free{});
    return checked_numbers(layout, field_, missing_, owner)
        .holding(std::make_shared<const Reservation>(std::move(held_)));
  }

 private:
  struct Free {
    void operator()(const std::byte* memory) const { std::free(const_cast<std::byte*>(memory)); }
  };

  /// With the mask, and with what a column takes beside its values.
  std::uint64_t bytes_for(std::size_t rows) const {
    return value_bytes(field_, rows) + rows / 4 + bytes_per_column;
  }

  void resize(std::size_t capacity) {
    void* const moved =
        std::realloc(values_.get(), std::max<std::size_t>(capacity * size_of(type_), 1));
    if (moved == nullptr) throw std::bad_alloc();
    (void)values_.release();
    values_.reset(static_cast<std::byte*>(moved));
    capacity_ = capacity;
  }

  const ArrowField& field_;
  const Context& context_;
  NumberType type_;
  Reservation held_;
  std::unique_ptr<std::byte, Free> values_;
  std::size_t capacity_ = 0;
  std::size_t rows_ = 0;
  Mask missing_;
};

/// Truth values, each in a byte.
class GrowingTruths final : public ArrowColumn {
 public:
  GrowingTruths(const ArrowField& field, const Context& context)
      : field_(field), context_(context) {}

  void add(const ArrowPiece& piece, const ArrowField& /*field*/) override {
    const std::size_t rows = truths_.size() + piece.rows;
    if (rows > truths_.capacity()) {
      const std::size_t capacity = grown(rows, truths_.capacity());
      // While they grow, they are in memory twice.
      grow_further(context_, held_, 2 * std::uint64_t{capacity} + capacity / 4 + bytes_per_column,
                   "the truth values of column " + quoted(field_.name));
      truths_.reserve(capacity);
    }
    add_nulls(piece, truths_.size(), missing_);
    for (std::size_t i = 0; i < piece.rows; ++i)
      truths_.push_back(bit_at(piece.bytes(1), piece.first + i) ? 1 : 0);
  }

  Column finish() override {
    const Column truths = boolean_column(std::move(truths_), std::move(missing_));
    held_.shrink(truths.bytes() + bytes_per_column);
    return truths.holding(std::make_shared<const Reservation>(std::move(held_)));
  }

 private:
  const ArrowField& field_;
  const Context& context_;
  Reservation held_;
  std::vector<std::uint8_t> truths_;
  Mask missing_;
};

std::unique_ptr<ArrowColumn> growing(const ArrowField& field, const Context& context) {
  if (is_coded(field)) return make_arrow_column(field, 0, {}, context);
  if (field.type.kind == ArrowKind::boolean) return std::make_unique<GrowingTruths>(field, context);
  return std::make_unique<GrowingNumbers>(field, context);
}

}  // namespace

GrowingColumns::GrowingColumns(std::vector<ArrowField> fields, const Context& context)
    : fields_(std::move(fields)), context_(context) {
  columns_.reserve(fields_.size());
  for (const ArrowField& field : fields_)
    columns_.push_back(growing(field, context_));
}

void GrowingColumns::add(const ArrowArray& chunk) {
  check_chunk(chunk, fields_.size());
  const ChunkRows rows{static_cast<std::size_t>(chunk.offset),
                       static_cast<std::size_t>(chunk.length)};
  if (rows.count == 0) return;
  Mask absent;
  add_nulls({&chunk, rows.offset, rows.count}, 0, absent);
  if (absent.any()) damaged_stream("rows that are null as a whole");
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    columns_[i]->add(piece_of(*chunk.children[i], fields_[i], rows), fields_[i]);
    columns_[i]->forget_arrays();
  }
  rows_ += rows.count;
}

TypedColumns GrowingColumns::finish() {
  TypedColumns read;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    context_.check_cancelled();
    read.columns.columns.push_back(columns_[i]->finish());
    columns_[i].reset();
    read.columns.names.push_back(fields_[i].name);
    read.is_text.push_back(fields_[i].type.is_text() && !fields_[i].has_dictionary);
  }
  rows_ = 0;
  return read;
}

}  // namespace pith
