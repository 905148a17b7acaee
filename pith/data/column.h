// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pith/base/memory.h"
#include "pith/data/mask.h"
#include "pith/data/number_layout.h"

namespace pith {

/// Position of a feature among the features of a table.
using Feature = std::uint32_t;

/// Codes 0..levels-1 in the narrowest type that holds them. Kernels are instantiated for the three
/// widths and chosen by one std::visit outside the loop.
using CodeSpan = std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>,
                              std::span<const std::uint32_t>>;

/// A text in a numeric column that is not a number and was therefore read as a missing value.
struct StrayToken {
  std::string token;
  std::size_t count = 0;  ///< of rows
  std::size_t row = 0;    ///< the first of them, counted from 0
  std::optional<std::size_t> line =
      {};  ///< of the file, counted from 1; none: not from a text file
};

/// One column: numbers or codes (of categories), with a mask of the missing values. Immutable and
/// shared, so that a copy only costs a reference count; the memory is owned by the column or by an
/// owner that the column keeps alive. Numbers are read as doubles, whatever their type in memory.
///
/// Where the mask is set, a number is NaN and a code is 0. Everywhere else numbers are finite and
/// codes are below levels(): callers of the factories must have checked this.
class Column {
 public:
  enum class Kind { numbers, codes };

  static Column from_numbers(std::vector<double> values, Mask missing = {});
  /// Numbers that `owner` keeps alive; nothing is copied. Values under the mask are arbitrary.
  static Column borrow(const NumberLayout& layout, std::shared_ptr<const void> owner,
                       Mask missing = {});
  /// Contiguous doubles, with NaN where the mask is set.
  static Column borrow_numbers(std::span<const double> values, std::shared_ptr<const void> owner,
                               Mask missing = {});
  /// Narrows to the width that `levels` needs. Each code must be below levels.size().
  static Column from_codes(std::span<const std::uint32_t> codes, std::vector<std::string> levels,
                           Mask missing = {});
  /// The same for at most 256 levels, without a copy.
  static Column from_bytes(std::vector<std::uint8_t> codes, std::vector<std::string> levels,
                           Mask missing = {});
  /// The same for more, at most 65,536.
  static Column from_shorts(std::vector<std::uint16_t> codes, std::vector<std::string> levels,
                            Mask missing = {});

  Kind kind() const { return state_->kind; }
  bool is_numbers() const { return kind() == Kind::numbers; }
  bool is_codes() const { return kind() == Kind::codes; }
  std::size_t rows() const { return state_->rows; }

  /// All numbers. A copy unless they are doubles in memory: call it once, not in a loop.
  Numbers numbers() const;
  /// One number; for loops over rows use numbers() or copy_numbers().
  double number(std::size_t row) const;
  /// Fills `out` with the numbers of rows first, first + 1, ...
  void copy_numbers(std::size_t first, std::span<double> out) const;
  /// The same rows as doubles: in place if possible, else copied into `room`.
  const double* doubles_or_copy(std::size_t first, std::span<double> room) const;
  /// The same numbers as doubles in new memory, unless they are doubles already.
  Column as_doubles() const;
  /// The layout of the numbers in memory; null: contiguous doubles.
  const NumberLayout* layout() const {
    return state_->doubles.data() == nullptr ? &state_->layout : nullptr;
  }
  CodeSpan codes() const;
  /// One code, whatever the width; for loops over rows use codes().
  std::uint32_t code(std::size_t row) const;

  /// The number of levels; 0 for numbers.
  std::size_t levels() const { return state_->levels->size(); }
  const std::string& level(std::size_t code) const { return (*state_->levels)[code]; }
  const std::vector<std::string>& level_names() const { return *state_->levels; }

  const Mask& missing() const { return state_->missing; }
  bool has_missing() const { return state_->missing.any(); }

  /// True when the user declared this column numeric: then integers with few distinct values are
  /// binned like any other number instead of being treated as categories.
  bool is_declared_numeric() const { return state_->is_declared_numeric; }
  Column declared_numeric() const;

  /// True for dates and times: numbers of days since 1970-01-01, with a fraction for the time.
  bool is_date() const { return state_->is_date; }
  Column as_date() const;

  /// The texts that were read as missing values because they are no numbers, most frequent first.
  std::span<const StrayToken> stray() const;
  Column with_stray(std::vector<StrayToken> tokens) const;

  /// The column with the properties of `other` that are not values: declared numeric, date, stray
  /// tokens.
  Column described_as(const Column& other) const;

  /// Memory that the values, the mask and the names of the levels take, whoever owns them.
  std::uint64_t bytes() const;
  /// The same column, which holds this reservation (of its memory) as long as any copy lives.
  Column holding(std::shared_ptr<const Reservation> reservation) const;

  /// The column with only these rows, in this order.
  Column take(std::span<const std::size_t> rows) const;
  /// The rows first .. first + count - 1, which share the memory of this column: only the mask and
  /// the row numbers of sparse values are copied.
  Column slice(std::size_t first, std::size_t count) const;

 private:
  static const std::shared_ptr<const std::vector<std::string>>& no_levels();
  template <class Code>
  static Column from_narrow(std::vector<Code> codes, std::vector<std::string> levels, Mask missing);

  struct State {
    Kind kind = Kind::numbers;
    std::size_t rows = 0;
    std::span<const double> doubles;  ///< empty where the numbers have another layout
    NumberLayout layout;
    CodeSpan codes;
    std::shared_ptr<const std::vector<std::string>> levels = no_levels();
    Mask missing;
    bool is_declared_numeric = false;
    bool is_date = false;
    std::shared_ptr<const std::vector<StrayToken>> stray;
    std::shared_ptr<const void> owner;
    std::shared_ptr<const Reservation> reservation;
  };
  explicit Column(State state) : state_(std::make_shared<const State>(std::move(state))) {}

  std::shared_ptr<const State> state_;
};

/// Numbers as categories: codes in order of value, levels named by their numbers. The mask is kept.
/// A column of codes is returned unchanged.
Column as_codes(const Column& column);

/// True when all rows are equal, where missing counts as a value of its own.
bool is_constant(const Column& column);

/// Methods that need codes treat at most this many distinct integers as categories.
inline constexpr std::size_t max_integer_levels = 32;

/// As categories, if these are numbers that are all integers with at most max_integer_levels
/// distinct values and were not declared numeric. Ten or more integers of which at least 95 % are
/// distinct are measurements: a category for each row would say nothing about other rows.
std::optional<Column> integer_codes(const Column& column);
bool is_integer_coded(const Column& column);
/// The same for integers with so many distinct ones among so many values.
bool are_integer_codes(std::size_t distinct, std::size_t values);

}  // namespace pith
