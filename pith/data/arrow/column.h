// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "pith/base/context.h"
#include "pith/data/arrow/piece.h"
#include "pith/data/arrow/text.h"
#include "pith/data/column.h"
#include "pith/data/files/number_blocks.h"

namespace pith {

/// The type of the numbers of such a column in memory.
NumberType type_in_column(const ArrowType& type);

/// Whether the values are codes of texts, whose memory is reserved while they are read.
bool is_coded(const ArrowField& field);

/// What the values of such a column take, if they are no codes.
std::uint64_t value_bytes(const ArrowField& field, std::uint64_t rows);

/// Writes the numbers of a piece of this type as the column has them. Of nulls, whatever is there.
void copy_piece(const ArrowPiece& piece, const ArrowType& type, std::byte* to);

/// Throws Error(bad_data) where a decimal of scale 0, which is an integer, is equal to no double.
/// The piece begins at this row; what is missing is not looked at.
void reject_inexact_decimals(const ArrowPiece& piece, const ArrowField& field, std::size_t row,
                             const Mask& missing);

/// A column of numbers that `owner` keeps alive. NaN is missing. Throws Error(bad_data) for
/// infinite numbers and integers that no double equals.
Column checked_numbers(const NumberLayout& layout, const ArrowField& field, const Mask& missing,
                       std::shared_ptr<const void> owner);

/// Whether the column is a NumberColumn.
bool has_numbers(const ArrowField& field);

/// Memory for numbers without initial values, in huge pages where there is much of it and the
/// system has them.
std::shared_ptr<std::byte[]> number_memory(std::uint64_t bytes);

/// Numbers, dates and durations, in one block of memory.
class NumberColumn final : public ArrowColumn {
 public:
  /// The caller has reserved the memory: value_bytes(). `absent` rows are missing whatever the
  /// pieces say.
  NumberColumn(const ArrowField& field, std::size_t rows, Mask absent);
  /// In this memory of value_bytes().
  NumberColumn(const ArrowField& field, std::size_t rows, NumberPlace place);

  void add(const ArrowPiece& piece, const ArrowField& field) override;
  /// The memory of the next rows, which the caller fills with numbers of the type of the column.
  std::span<std::byte> room(std::size_t rows);
  /// Call it before a part of that memory is filled, see PagedArray.
  void page_in(std::span<std::byte> part) const;
  /// Looks at the numbers that are complete in these bytes of room(), while they are in the cache:
  /// then finish() need not.
  void check(std::size_t begin, std::size_t end);
  /// Adds these rows, whose numbers are there; only the nulls of the piece are read.
  void add_filled(const ArrowPiece& piece);
  Column finish() override;

 private:
  const ArrowField& field_;
  NumberType type_;
  std::size_t rows_;
  std::size_t filled_ = 0;
  std::shared_ptr<std::byte[]> memory_;
  PagedArray* pages_ = nullptr;  ///< that the memory is in
  std::size_t checked_ = 0;      ///< numbers at the front that are finite and exact
  Mask missing_;
};

/// A column that is built of pieces of this type.
std::unique_ptr<ArrowColumn> make_arrow_column(const ArrowField& field, std::size_t rows,
                                               const Mask& absent, const Context& context);

/// The numbers of one piece in place, which `owner` keeps alive.
Column borrow_piece(const ArrowPiece& piece, const ArrowField& field, const Mask& absent,
                    std::shared_ptr<const void> owner);

}  // namespace pith
