// SPDX-License-Identifier: Apache-2.0
#include "pith/data/row_strip.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "pith/base/parallel.h"

namespace pith {
namespace {

/// Whether these are two adjacent columns of a row-major matrix.
bool are_neighbours(const NumberLayout& first, const NumberLayout& second) {
  const auto* const behind = static_cast<const std::byte*>(first.values) + size_of(first.type);
  return !first.stored && !second.stored && first.step != 0 && first.type == second.type &&
         first.step == second.step && second.values == behind;
}

/// A row-major matrix whose values are checked in the order of memory.
class StoredRows {
 public:
  /// Checks all values in parallel.
  StoredRows(const NumberLayout& first, std::size_t width, const Context& context)
      : first_(first),
        rows_per_block_(std::max(values_per_block / width, std::size_t{1})),
        is_valid_((first.rows + rows_per_block_ - 1) / rows_per_block_) {
    const bool is_dense = first.step == static_cast<std::ptrdiff_t>(width * size_of(first.type));
    parallel_blocks(context, first.rows, rows_per_block_, [&](std::size_t begin, std::size_t end) {
      const std::size_t at_once = is_dense ? end - begin : 1;
      bool is_valid = true;
      for (std::size_t row = begin; is_valid && row < end; row += at_once)
        is_valid = find_invalid_values(part(row, 0, at_once * width)).is_none();
      is_valid_[begin / rows_per_block_] = is_valid ? 1 : 0;
    });
  }

  /// Sets the missing values of the columns from `left` on. False if a value is infinite or an
  /// integer inexact: then the columns must be checked one by one to find the first such column.
  bool find_missing(std::size_t left, std::span<InvalidValues> found) const {
    for (std::size_t row = 0; row < first_.rows; ++row) {
      if (is_valid_[row / rows_per_block_] != 0) continue;
      const InvalidValues here = find_invalid_values(part(row, left, found.size()));
      if (here.infinite || here.inexact) return false;
      for (std::size_t i = 0; here.missing.any() && i < found.size(); ++i) {
        if (here.missing.test(i)) found[i].missing.set(row);
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t values_per_block = std::size_t{1} << 16U;

  /// `size` contiguous values from this row and column on.
  NumberLayout part(std::size_t row, std::size_t left, std::size_t size) const {
    const auto* const place = static_cast<const std::byte*>(first_.values) +
                              static_cast<std::ptrdiff_t>(row) * first_.step +
                              left * size_of(first_.type);
    return {.type = first_.type, .values = place, .rows = size};
  }

  NumberLayout first_;
  std::size_t rows_per_block_;
  std::vector<char> is_valid_;  // per block of rows; not bits, since several threads write it
};

}  // namespace

std::optional<RowStrip> RowStrip::of(std::span<const Column* const> columns) {
  const NumberLayout* last = nullptr;
  for (const Column* const column : columns) {
    const NumberLayout* const layout = column->is_numbers() ? column->layout() : nullptr;
    if (layout == nullptr || layout->stored || layout->step == 0) return std::nullopt;
    if (last != nullptr && !are_neighbours(*last, *layout)) return std::nullopt;
    last = layout;
  }
  if (last == nullptr) return std::nullopt;
  return RowStrip(*columns.front()->layout(), columns.size());
}

void RowStrip::widen_row(std::size_t row, double* out) const {
  const auto* const place =
      static_cast<const std::byte*>(first_.values) + static_cast<std::ptrdiff_t>(row) * first_.step;
  // The rows are too far apart for the hardware prefetcher.
  constexpr std::ptrdiff_t ahead = 16;
  if (row + ahead < first_.rows) __builtin_prefetch(place + ahead * first_.step);
  widen({.type = first_.type, .values = place, .rows = width_}, 0, {out, width_});
}

std::vector<InvalidValues> find_invalid_values(std::span<const NumberLayout> columns,
                                               const Context& context) {
  const auto is_apart = [](const auto& a, const auto& b) { return !are_neighbours(a, b); };
  std::optional<StoredRows> rows;
  if (columns.size() > 1 &&
      std::adjacent_find(columns.begin(), columns.end(), is_apart) == columns.end())
    rows.emplace(columns.front(), columns.size(), context);
  std::vector<InvalidValues> all(columns.size());
  const std::size_t per_block = rows ? 256 : 16;
  parallel_blocks(context, columns.size(), per_block, [&](std::size_t begin, std::size_t end) {
    if (rows && rows->find_missing(begin, std::span(all).subspan(begin, end - begin))) return;
    for (std::size_t i = begin; i < end; ++i)
      all[i] = find_invalid_values(columns[i]);
  });
  return all;
}

std::vector<Column> as_doubles(std::span<const Column> columns) {
  std::vector<const Column*> pointers;
  for (const Column& column : columns)
    pointers.push_back(&column);
  const std::optional<RowStrip> strip = columns.size() < 2 ? std::nullopt : RowStrip::of(pointers);
  std::vector<Column> all;
  if (!strip) {
    std::transform(columns.begin(), columns.end(), std::back_inserter(all),
                   [](const Column& column) { return column.as_doubles(); });
    return all;
  }
  const std::size_t rows = columns.front().rows();
  const std::shared_ptr<double[]> memory(
      new double[rows * columns.size()]);  // NOLINT(*-owning-memory)
  // As many rows at once as a cache line holds: columns are often a power of two apart, and lines
  // that are filled number by number would evict each other.
  constexpr std::size_t group = 8;
  const std::size_t width = columns.size();
  std::vector<double> of_rows(group * width);
  for (std::size_t first = 0; first < rows; first += group) {
    const std::size_t count = std::min(group, rows - first);
    for (std::size_t i = 0; i < count; ++i)
      strip->widen_row(first + i, of_rows.data() + i * width);
    for (std::size_t column = 0; column < width; ++column) {
      double* const out = memory.get() + column * rows + first;
      for (std::size_t i = 0; i < count; ++i)
        out[i] = of_rows[i * width + column];
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::span<double> numbers(memory.get() + i * rows, rows);
    const Mask& missing = columns[i].missing();
    for (std::size_t row = 0; missing.any() && row < rows; ++row) {
      if (missing.test(row)) numbers[row] = std::numeric_limits<double>::quiet_NaN();
    }
    const Column made = Column::borrow_numbers(numbers, memory, missing);
    all.push_back(columns[i].is_declared_numeric() ? made.declared_numeric() : made);
  }
  return all;
}

}  // namespace pith
