// SPDX-License-Identifier: Apache-2.0
#include "pith/data/row_strip.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace pith {

std::optional<RowStrip> RowStrip::of(std::span<const Column* const> columns) {
  const NumberLayout* last = nullptr;
  for (const Column* const column : columns) {
    const NumberLayout* const layout = column->is_numbers() ? column->layout() : nullptr;
    if (layout == nullptr || layout->stored || layout->step == 0) return std::nullopt;
    if (last != nullptr) {
      const auto* const behind = static_cast<const std::byte*>(last->values) + size_of(last->type);
      if (layout->type != last->type || layout->step != last->step || layout->values != behind)
        return std::nullopt;
    }
    last = layout;
  }
  if (last == nullptr) return std::nullopt;
  return RowStrip(*columns.front()->layout(), columns.size());
}

void RowStrip::widen_row(std::size_t row, double* out) const {
  const auto* const place =
      static_cast<const std::byte*>(first_.values) + static_cast<std::ptrdiff_t>(row) * first_.step;
  // The rows ahead lie too far apart for the processor to guess.
  constexpr std::ptrdiff_t ahead = 16;
  if (row + ahead < first_.rows) __builtin_prefetch(place + ahead * first_.step);
  widen({.type = first_.type, .values = place, .rows = width_}, 0, {out, width_});
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
  std::vector<double> of_row(columns.size());
  for (std::size_t row = 0; row < rows; ++row) {
    strip->widen_row(row, of_row.data());
    for (std::size_t i = 0; i < columns.size(); ++i)
      memory[i * rows + row] = of_row[i];
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
