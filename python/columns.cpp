// SPDX-License-Identifier: Apache-2.0
#include "python/columns.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/arrow/arrow.h"
#include "pith/data/row_strip.h"
#include "pith/data/table.h"
#include "python/interruptible.h"

namespace nb = nanobind;

namespace pith::python {
namespace {

using Owner = std::shared_ptr<const void>;

/// Owns a Python object and releases it with the GIL held.
template <class T>
Owner owner_of(T object) {
  return {new T(std::move(object)), [](const T* held) {
            const nb::gil_scoped_acquire locked;
            delete held;
          }};
}

NumberType number_type(nb::dlpack::dtype dtype, const std::string& what) {
  using Code = nb::dlpack::dtype_code;
  const auto code = static_cast<Code>(dtype.code);
  if (dtype.lanes == 1) {
    if (code == Code::Bool && dtype.bits == 8) return NumberType::uint8;
    if (code == Code::Float && dtype.bits == 64) return NumberType::float64;
    if (code == Code::Float && dtype.bits == 32) return NumberType::float32;
    const bool is_signed = code == Code::Int;
    if (is_signed || code == Code::UInt) {
      switch (dtype.bits) {
        case 8:
          return is_signed ? NumberType::int8 : NumberType::uint8;
        case 16:
          return is_signed ? NumberType::int16 : NumberType::uint16;
        case 32:
          return is_signed ? NumberType::int32 : NumberType::uint32;
        case 64:
          return is_signed ? NumberType::int64 : NumberType::uint64;
        default:
          break;
      }
    }
  }
  throw nb::type_error(
      (what + " must have dtype float32, float64, an integer type or bool").c_str());
}

/// Column `col` of a matrix; of a vector `col` is 0.
NumberLayout layout_of(const Array& array, NumberType type, std::size_t col) {
  const auto size = static_cast<std::ptrdiff_t>(size_of(type));
  const auto* first = static_cast<const std::byte*>(array.data());
  if (col > 0) first += static_cast<std::ptrdiff_t>(col) * array.stride(1) * size;
  const std::ptrdiff_t step = array.shape(0) > 1 ? array.stride(0) * size : size;
  if (step == 0)
    throw nb::value_error("the stride of the rows is 0 (a broadcast array); copy it first");
  return {.type = type, .values = first, .rows = array.shape(0), .step = step == size ? 0 : step};
}

template <class T>
std::span<const T> span_of(const Vector<T>& vector) {
  return {vector.data(), vector.size()};
}

void check_sparse(std::span<const std::int64_t> starts, std::span<const std::int32_t> stored,
                  std::size_t rows) {
  bool fits = starts.front() == 0 && starts.back() == static_cast<std::int64_t>(stored.size()) &&
              std::is_sorted(starts.begin(), starts.end());
  for (std::size_t col = 0; fits && col + 1 < starts.size(); ++col) {
    const auto part = stored.subspan(static_cast<std::size_t>(starts[col]),
                                     static_cast<std::size_t>(starts[col + 1] - starts[col]));
    if (part.empty()) continue;
    fits = part.front() >= 0 && static_cast<std::size_t>(part.back()) < rows &&
           std::adjacent_find(part.begin(), part.end(), std::greater_equal<>()) == part.end();
  }
  if (!fits)
    throw nb::value_error(
        "the row indices of a sparse matrix must be ascending and unique in each column");
}

/// A categorical column as a reader of files makes it: only levels in use, unique, in byte order.
Column column_of_codes(std::span<const std::int32_t> given, std::span<const std::string> levels) {
  std::vector<char> is_used(levels.size());
  Mask missing;
  for (std::size_t row = 0; row < given.size(); ++row) {
    if (given[row] < 0) {
      missing.set(row);
    } else if (static_cast<std::size_t>(given[row]) >= levels.size()) {
      throw nb::value_error("a code is not the index of a level");
    } else {
      is_used[static_cast<std::size_t>(given[row])] = 1;
    }
  }
  std::vector<std::size_t> order;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (is_used[level] != 0) order.push_back(level);
  }
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return levels[a] < levels[b]; });
  std::vector<std::uint32_t> places(levels.size());
  std::vector<std::string> names;
  for (const std::size_t level : order) {
    if (names.empty() || names.back() != levels[level]) names.push_back(levels[level]);
    places[level] = static_cast<std::uint32_t>(names.size() - 1);
  }
  std::vector<std::uint32_t> codes(given.size());
  for (std::size_t row = 0; row < given.size(); ++row) {
    if (given[row] >= 0) codes[row] = places[static_cast<std::size_t>(given[row])];
  }
  return Column::from_codes(codes, std::move(names), std::move(missing));
}

}  // namespace

void ColumnsBuilder::check_rows(std::size_t count) const {
  if (columns_.columns.empty() || count == rows()) return;
  throw Error(
      ErrorKind::bad_data,
      fmt::format("all columns must have the same length: one has {} rows, the first has {}", count,
                  rows()));
}

void ColumnsBuilder::add(const std::vector<NumberLayout>& layouts, std::vector<std::string> names,
                         const Owner& owner) {
  std::vector<InvalidValues> unusual;
  {
    const Unlocked unlocked;
    unusual = find_invalid_values(layouts, {});
  }
  for (std::size_t i = 0; i < layouts.size(); ++i)
    reject_invalid_values(names[i], unusual[i]);
  for (std::size_t i = 0; i < layouts.size(); ++i)
    columns_.columns.push_back(Column::borrow(layouts[i], owner, std::move(unusual[i].missing)));
  std::move(names.begin(), names.end(), std::back_inserter(columns_.names));
}

void ColumnsBuilder::add_matrix(const Array& values, std::vector<std::string> names) {
  if (values.ndim() != 2 || values.shape(1) != names.size())
    throw nb::value_error("a matrix must have two dimensions and a name for each column");
  check_rows(values.shape(0));
  const NumberType type = number_type(values.dtype(), "a matrix");
  std::vector<NumberLayout> layouts(names.size());
  for (std::size_t col = 0; col < names.size(); ++col)
    layouts[col] = layout_of(values, type, col);
  add(layouts, std::move(names), owner_of(values));
}

void ColumnsBuilder::add_numbers(const std::string& name, const Array& values,
                                 const std::optional<Vector<bool>>& missing) {
  if (values.ndim() != 1) throw nb::value_error("a column must have one dimension");
  check_rows(values.shape(0));
  Mask mask;
  if (missing) {
    if (missing->size() != values.shape(0))
      throw nb::value_error("a column and its mask of missing values must have the same length");
    for (std::size_t row = 0; row < missing->size(); ++row) {
      if (missing->data()[row]) mask.set(row);
    }
  }
  const NumberLayout layout =
      layout_of(values, number_type(values.dtype(), "column " + quoted(name)), 0);
  InvalidValues unusual = find_invalid_values(layout, mask);
  reject_invalid_values(name, unusual);
  columns_.columns.push_back(Column::borrow(layout, owner_of(values), std::move(unusual.missing)));
  columns_.names.push_back(name);
}

void ColumnsBuilder::add_codes(const std::string& name, const Vector<std::int32_t>& codes,
                               const std::vector<std::string>& levels) {
  check_rows(codes.size());
  columns_.columns.push_back(column_of_codes(span_of(codes), levels));
  columns_.names.push_back(name);
}

void ColumnsBuilder::add_sparse(const Vector<std::int64_t>& starts,
                                const Vector<std::int32_t>& stored, const Array& values,
                                std::size_t rows, std::vector<std::string> names) {
  check_rows(rows);
  if (starts.size() != names.size() + 1 || values.ndim() != 1 || values.shape(0) != stored.size())
    throw nb::value_error("the arrays of a sparse matrix have inconsistent lengths");
  check_sparse(span_of(starts), span_of(stored), rows);
  const NumberType type = number_type(values.dtype(), "a sparse matrix");
  const NumberLayout all = layout_of(values, type, 0);
  if (all.step != 0) throw nb::value_error("the values of a sparse matrix must be contiguous");
  std::vector<NumberLayout> layouts(names.size());
  for (std::size_t col = 0; col < names.size(); ++col) {
    const auto begin = static_cast<std::size_t>(starts.data()[col]);
    const auto end = static_cast<std::size_t>(starts.data()[col + 1]);
    layouts[col] = {.type = type,
                    .values = static_cast<const std::byte*>(all.values) + begin * size_of(type),
                    .rows = rows,
                    .stored = span_of(stored).subspan(begin, end - begin)};
  }
  add(layouts, std::move(names), owner_of(std::pair(values, stored)));
}

void ColumnsBuilder::add_stream(const nb::object& source) {
  const nb::object capsule = source.attr("__arrow_c_stream__")(nb::none());
  auto* const stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  // The GIL is held meanwhile: the stream may be implemented in Python.
  const TakenStream taken(stream);
  Columns read = run_interruptibly({}, nb::none(),
                                   [&](const Context& context) { return taken.columns(context); });
  for (const Column& column : read.columns)
    check_rows(column.rows());
  std::move(read.names.begin(), read.names.end(), std::back_inserter(columns_.names));
  std::move(read.columns.begin(), read.columns.end(), std::back_inserter(columns_.columns));
  std::move(read.notes.begin(), read.notes.end(), std::back_inserter(columns_.notes));
}

}  // namespace pith::python
