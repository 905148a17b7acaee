// SPDX-License-Identifier: Apache-2.0
#include "pith/data/dense.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"

namespace pith {
namespace {

bool is_called(const std::string& name, char lower, char upper) {
  return name.size() == 1 && (name[0] == lower || name[0] == upper);
}

bool is_called(const ArrayShape& shape, char lower, char upper) {
  return is_called(shape.name, lower, upper);
}

std::uint64_t elements(const ArrayShape& shape) {
  return checked_product(shape.rows, shape.cols)
      .value_or(std::numeric_limits<std::uint64_t>::max());
}

std::optional<std::size_t> choose_matrix(std::span<const ArrayShape> shapes) {
  std::optional<std::size_t> best;
  const auto is_better = [&](const ArrayShape& shape) {
    if (!best) return true;
    const bool is_x = is_called(shape, 'x', 'X');
    if (is_x != is_called(shapes[*best], 'x', 'X')) return is_x;
    return elements(shape) > elements(shapes[*best]);
  };
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].is_matrix && is_better(shapes[i])) best = i;
  }
  return best;
}

}  // namespace

std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

Reservation reserve_table(std::optional<std::uint64_t> bytes, const std::string& what,
                          const Context& context) {
  return reserve_table(bytes, what, context, 0);
}

Reservation reserve_table(std::optional<std::uint64_t> bytes, const std::string& what,
                          const Context& context, std::uint64_t later) {
  constexpr std::string_view remedy = "use a smaller table";
  if (bytes) return context.reserve(*bytes, what, remedy, later);
  throw Error(ErrorKind::resources,
              fmt::format("{} would take more than 16 EiB, and the limit is {} MiB; {}", what,
                          context.memory_limit() >> 20U, remedy));
}

void check_shape(const std::string& source, std::uint64_t rows, std::uint64_t cols) {
  if (rows == 0) throw Error(ErrorKind::bad_data, source + ": there are no rows");
  if (cols == 0) throw Error(ErrorKind::bad_data, source + ": there are no columns");
  if (cols > max_columns) {
    throw Error(ErrorKind::bad_data, fmt::format("{}: there are {} columns; at most {} can be read",
                                                 source, cols, max_columns));
  }
}

Reservation reserve_dense(const std::string& source, std::uint64_t rows, std::uint64_t cols,
                          const Context& context) {
  check_shape(source, rows, cols);
  const auto numbers = checked_product(rows, cols * sizeof(double));
  std::uint64_t bytes = 0;
  const bool is_overflow =
      !numbers || __builtin_add_overflow(*numbers, cols * bytes_per_column, &bytes);
  return reserve_table(is_overflow ? std::nullopt : std::optional(bytes),
                       fmt::format("{}: a table of {} and {}", source, counted(rows, "row"),
                                   counted(cols, "column")),
                       context, likely_selection_bytes(rows, cols));
}

Dense::Dense(std::string source, std::uint64_t rows, std::uint64_t cols, const Context& context)
    : source_(std::move(source)), rows_(rows), cols_(cols) {
  Reservation held = reserve_dense(source_, rows, cols, context);
  memory_ = std::make_shared<Memory>();
  memory_->held = std::move(held);
  memory_->values.resize(rows_ * cols_);
}

std::vector<Column> Dense::columns(std::span<const std::string> names) const {
  std::vector<Column> columns;
  columns.reserve(cols_);
  for (std::size_t col = 0; col < cols_; ++col) {
    const std::span<const double> values(memory_->values.data() + col * rows_, rows_);
    Mask missing;
    for (std::size_t row = 0; row < rows_; ++row) {
      if (std::isnan(values[row])) missing.set(row);
      if (std::isinf(values[row])) {
        throw Error(ErrorKind::bad_data,
                    fmt::format("{}: column {}, row {} (counted from 0): the value is infinite; "
                                "replace it with a number, or with NaN if it is missing",
                                source_, quoted(names[col]), row),
                    Cause::infinite_value);
      }
    }
    columns.push_back(Column::borrow_numbers(values, memory_, std::move(missing)));
  }
  return columns;
}

std::vector<std::string> feature_names(std::size_t count, std::size_t first) {
  std::vector<std::string> names(count);
  for (std::size_t i = 0; i < count; ++i)
    names[i] = fmt::format("f{}", first + i);
  return names;
}

ArrayChoice choose_arrays(std::span<const ArrayShape> shapes) {
  ArrayChoice choice;
  choice.matrix = choose_matrix(shapes);
  std::optional<std::uint64_t> rows;
  if (choice.matrix) rows = shapes[*choice.matrix].rows;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const ArrayShape& shape = shapes[i];
    if (i == choice.matrix) continue;
    const std::uint64_t length = std::max(shape.rows, shape.cols);
    if (shape.is_vector && length == rows.value_or(length)) {
      rows = length;
      choice.vectors.push_back(i);
    } else {
      choice.notes.push_back(
          fmt::format("skipped array {} of {} x {}", quoted(shape.name), shape.rows, shape.cols));
    }
  }
  std::stable_partition(choice.vectors.begin(), choice.vectors.end(),
                        [&](std::size_t i) { return !is_called(shapes[i], 'y', 'Y'); });
  return choice;
}

MissingArrays missing_arrays(std::span<const ArrayShape> shapes, const ArrayChoice& choice,
                             std::span<const SkippedArray> skipped) {
  const bool has_x = choice.matrix && is_called(shapes[*choice.matrix], 'x', 'X');
  const bool has_y = std::any_of(choice.vectors.begin(), choice.vectors.end(),
                                 [&](std::size_t i) { return is_called(shapes[i], 'y', 'Y'); });
  MissingArrays missing;
  const auto consider = [&](const std::string& name, const std::string& why) {
    const std::string what = quoted(name) + " " + why;
    if (!has_x && missing.x.empty() && is_called(name, 'x', 'X')) missing.x = what;
    if (!has_y && missing.y.empty() && is_called(name, 'y', 'Y')) missing.y = what;
  };
  for (const ArrayShape& shape : shapes) {
    if (shape.rows == 0 || shape.cols == 0)
      consider(shape.name, fmt::format("is empty: it has {} and {}", counted(shape.rows, "row"),
                                       counted(shape.cols, "column")));
  }
  for (const SkippedArray& array : skipped)
    consider(array.name, array.why);
  return missing;
}

void check_choice(const std::string& source, std::span<const ArrayShape> shapes,
                  const ArrayChoice& choice, const Context& context) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const bool is_used =
        i == choice.matrix ||
        std::find(choice.vectors.begin(), choice.vectors.end(), i) != choice.vectors.end();
    if (is_used || !choice.matrix || !shapes[i].is_vector || !is_called(shapes[i], 'y', 'Y'))
      continue;
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}: array {} has {} values for the {} rows of {}; it must have one per row",
                    source, quoted(shapes[i].name), std::max(shapes[i].rows, shapes[i].cols),
                    shapes[*choice.matrix].rows, quoted(shapes[*choice.matrix].name)));
  }
  const std::uint64_t cols = choice.matrix ? shapes[*choice.matrix].cols : 0;
  std::uint64_t rows = 0;
  if (choice.matrix) {
    rows = shapes[*choice.matrix].rows;
  } else if (!choice.vectors.empty()) {
    const ArrayShape& first = shapes[choice.vectors.front()];
    rows = std::max(first.rows, first.cols);
  }
  if (cols <= max_columns) (void)reserve_dense(source, rows, cols + choice.vectors.size(), context);
}

}  // namespace pith
