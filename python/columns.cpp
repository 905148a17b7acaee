// SPDX-License-Identifier: Apache-2.0
#include "python/columns.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/arrow/arrow.h"
#include "pith/data/boolean.h"
#include "pith/data/date.h"
#include "pith/data/interpret.h"
#include "pith/data/missing_tokens.h"
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

bool is_truth(nb::dlpack::dtype dtype) {
  return static_cast<nb::dlpack::dtype_code>(dtype.code) == nb::dlpack::dtype_code::Bool;
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

/// The bytes of some columns, read row by row, since adjacent columns may share the lines of the
/// cache.
std::vector<std::vector<std::uint8_t>> bytes_of(std::span<const NumberLayout> layouts) {
  const std::size_t rows = layouts.front().rows;
  std::vector<std::vector<std::uint8_t>> columns(layouts.size(), std::vector<std::uint8_t>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t col = 0; col < layouts.size(); ++col) {
      const std::ptrdiff_t step = layouts[col].step == 0 ? 1 : layouts[col].step;
      columns[col][row] = static_cast<const std::uint8_t*>(
          layouts[col].values)[static_cast<std::ptrdiff_t>(row) * step];
    }
  }
  return columns;
}

/// Truth values of a dense matrix as categories.
std::vector<Column> columns_of_truths(std::span<const NumberLayout> layouts) {
  constexpr std::size_t block = 64;
  std::vector<Column> columns;
  for (std::size_t begin = 0; begin < layouts.size(); begin += block) {
    const auto part = layouts.subspan(begin, std::min(block, layouts.size() - begin));
    for (std::vector<std::uint8_t>& truths : bytes_of(part))
      columns.push_back(boolean_column(std::move(truths)));
  }
  return columns;
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

TokenOptions tokens_of(Options& options) {
  TokenOptions tokens{.na = options.value<std::vector<std::string>>("na"),
                      .has_default_na = options.value("default_na", true)};
  if (const auto decimal = options.find<std::string>("decimal")) {
    if (*decimal != "." && *decimal != ",")
      throw Error(ErrorKind::bad_argument,
                  fmt::format("decimal must be '.' or ',' (got {})", quoted(*decimal)));
    tokens.decimal = decimal->front();
  }
  return tokens;
}

Context ColumnsBuilder::context() const {
  Context context;
  context.threads = threads_;
  return context;
}

void ColumnsBuilder::check_rows(std::size_t count) const {
  if (columns_.columns.empty() || count == rows()) return;
  throw Error(
      ErrorKind::bad_data,
      fmt::format("all columns must have the same length: one has {} rows, the first has {}", count,
                  rows()));
}

void ColumnsBuilder::add(const std::vector<NumberLayout>& layouts,
                         const std::vector<std::string>& names, const Owner& owner) {
  std::vector<InvalidValues> unusual;
  {
    const Unlocked unlocked;
    unusual = find_invalid_values(layouts, context());
  }
  for (std::size_t i = 0; i < layouts.size(); ++i)
    reject_invalid_values(names[i], unusual[i]);
  for (std::size_t i = 0; i < layouts.size(); ++i)
    add_column(names[i], Column::borrow(layouts[i], owner, std::move(unusual[i].missing)), false,
               Memory::borrowed);
}

void ColumnsBuilder::add_column(const std::string& name, Column column, bool is_text,
                                Memory memory) {
  columns_.columns.push_back(std::move(column));
  columns_.names.push_back(name);
  is_text_.push_back(is_text);
  memory_.push_back(memory);
}

void ColumnsBuilder::add_matrix(const Array& values, const std::vector<std::string>& names) {
  if (values.ndim() != 2 || values.shape(1) != names.size())
    throw nb::value_error("a matrix must have two dimensions and a name for each column");
  check_rows(values.shape(0));
  const NumberType type = number_type(values.dtype(), "a matrix");
  std::vector<NumberLayout> layouts(names.size());
  for (std::size_t col = 0; col < names.size(); ++col)
    layouts[col] = layout_of(values, type, col);
  if (is_truth(values.dtype()) && values.shape(0) > 0) {
    std::vector<Column> columns = columns_of_truths(layouts);
    for (std::size_t col = 0; col < names.size(); ++col)
      add_column(names[col], std::move(columns[col]));
    return;
  }
  add(layouts, names, owner_of(values));
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
  if (is_truth(values.dtype()))
    return add_column(name,
                      boolean_column(std::move(bytes_of({&layout, 1}).front()), std::move(mask)));
  InvalidValues unusual = find_invalid_values(layout, mask);
  reject_invalid_values(name, unusual);
  add_column(name, Column::borrow(layout, owner_of(values), std::move(unusual.missing)), false,
             Memory::borrowed);
}

void ColumnsBuilder::add_days(const std::string& name, const Vector<std::int64_t>& ticks,
                              std::int64_t per_day, bool is_date) {
  check_rows(ticks.size());
  if (per_day < 1) throw nb::value_error("a day must have at least one tick");
  Mask missing;
  std::vector<double> days(ticks.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < days.size(); ++row) {
    const std::int64_t tick = ticks.data()[row];
    if (tick == std::numeric_limits<std::int64_t>::min()) {
      missing.set(row);
    } else {
      days[row] = days_of(tick, per_day);
    }
  }
  const Column column = Column::from_numbers(std::move(days), std::move(missing));
  add_column(name, is_date ? column.as_date() : column);
}

void ColumnsBuilder::add_codes(const std::string& name, const Vector<std::int32_t>& codes,
                               const std::vector<std::string>& levels, bool is_text) {
  check_rows(codes.size());
  add_column(name, column_of_codes(span_of(codes), levels), is_text);
}

void ColumnsBuilder::add_sparse(const Vector<std::int64_t>& starts,
                                const Vector<std::int32_t>& stored, const Array& values,
                                std::size_t rows, const std::vector<std::string>& names) {
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
  add(layouts, names, owner_of(std::pair(values, stored)));
}

void ColumnsBuilder::add_stream(const nb::object& source) {
  const nb::object capsule = source.attr("__arrow_c_stream__")(nb::none());
  auto* const stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  // The GIL is held meanwhile: the stream may be implemented in Python.
  const TakenStream taken(stream);
  Columns read = run_interruptibly(context(), nb::none(),
                                   [&](const Context& inner) { return taken.columns(inner); });
  for (const Column& column : read.columns)
    check_rows(column.rows());
  const std::vector<bool> is_text = taken.is_text();
  for (std::size_t i = 0; i < read.names.size(); ++i) {
    const Memory memory = read.columns[i].is_numbers() ? Memory::borrowed : Memory::copied;
    add_column(read.names[i], std::move(read.columns[i]), is_text[i], memory);
  }
  std::move(read.notes.begin(), read.notes.end(), std::back_inserter(columns_.notes));
}

void ColumnsBuilder::make_categorical(const std::vector<std::string>& names) {
  const std::set<std::string_view> wanted(names.begin(), names.end());
  for (std::size_t i = 0; i < columns_.names.size(); ++i) {
    if (!wanted.contains(columns_.names[i])) continue;
    columns_.columns[i] = as_codes(columns_.columns[i]);
    memory_[i] = Memory::copied;
  }
}

void ColumnsBuilder::drop(const std::vector<std::string>& names) {
  const std::set<std::string_view> gone(names.begin(), names.end());
  ColumnsBuilder kept(spelling_, threads_);
  for (std::size_t i = 0; i < columns_.names.size(); ++i) {
    if (!gone.contains(columns_.names[i]))
      kept.add_column(columns_.names[i], columns_.columns[i], is_text_[i], memory_[i]);
  }
  kept.columns_.notes = std::move(columns_.notes);
  *this = std::move(kept);
}

Columns ColumnsBuilder::typed(const Roles& roles, const TokenOptions& tokens,
                              const Context& context) const {
  Columns table = columns_;
  const TypingRules rules{.missing = MissingTokens(tokens.na, tokens.has_default_na),
                          .decimal = tokens.decimal};
  type_texts(table, is_text_, roles, {rules, MissingTokens::only(tokens.na)}, context);
  return table;
}

std::uint64_t ColumnsBuilder::copied_bytes(const Columns& typed) const {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < typed.columns.size(); ++i) {
    const bool is_borrowed = memory_[i] == Memory::borrowed && typed.columns[i].is_numbers();
    if (!is_borrowed) bytes += typed.columns[i].bytes();
  }
  return bytes;
}

}  // namespace pith::python
