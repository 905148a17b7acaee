// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/matrix.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/formats/hdf5/sparse.h"

namespace pith {
namespace {

/// Copies the values of a tile, which is row-major, to their columns.
template <class T>
void place_tile(const Hdf5Tile& tile, NumberMatrix& matrix) {
  for (std::size_t col = 0; col < tile.cols; ++col) {
    auto* const to =
        reinterpret_cast<T*>(matrix.column(static_cast<std::size_t>(tile.first_col) + col)) +
        tile.first_row;
    const auto* const from = reinterpret_cast<const T*>(tile.values) + col;
    for (std::size_t row = 0; row < tile.rows; ++row)
      to[row] = from[row * tile.cols];
  }
}

/// The same for a type of any size: only the bits are copied.
void place(const Hdf5Tile& tile, NumberMatrix& matrix) {
  switch (matrix.value_size()) {
    case 1:
      return place_tile<std::uint8_t>(tile, matrix);
    case 2:
      return place_tile<std::uint16_t>(tile, matrix);
    case 4:
      return place_tile<std::uint32_t>(tile, matrix);
    default:
      return place_tile<std::uint64_t>(tile, matrix);
  }
}

/// Adds values to their places: those of one position are summed, as every sparse library does.
struct SparsePlace {
  std::span<const std::uint64_t> rows;
  std::span<const std::uint64_t> cols;
  const std::byte* values = nullptr;
  bool is_truth = false;  ///< of which the sum is again one

  /// False: a sum is beyond the type.
  template <class T>
  bool add(NumberMatrix& matrix) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      T value{};
      std::memcpy(&value, values + i * sizeof(T), sizeof(T));
      T& sum = reinterpret_cast<T*>(matrix.column(static_cast<std::size_t>(cols[i])))[rows[i]];
      if constexpr (std::is_integral_v<T>) {
        if (is_truth) {
          sum = sum | value;
        } else if (__builtin_add_overflow(sum, value, &sum)) {
          return false;
        }
      } else {
        sum += value;
      }
    }
    return true;
  }

  bool add(NumberType type, NumberMatrix& matrix) const {
    switch (type) {
      case NumberType::int8:
        return add<std::int8_t>(matrix);
      case NumberType::int16:
        return add<std::int16_t>(matrix);
      case NumberType::int32:
        return add<std::int32_t>(matrix);
      case NumberType::int64:
        return add<std::int64_t>(matrix);
      case NumberType::uint8:
        return add<std::uint8_t>(matrix);
      case NumberType::uint16:
        return add<std::uint16_t>(matrix);
      case NumberType::uint32:
        return add<std::uint32_t>(matrix);
      case NumberType::uint64:
        return add<std::uint64_t>(matrix);
      case NumberType::float32:
        return add<float>(matrix);
      case NumberType::float64:
        break;
    }
    return add<double>(matrix);
  }
};

bool is_by_columns(const Hdf5Node& group) {
  return group.text_attribute("encoding-type").value_or("") == "csc_matrix" ||
         group.text_attribute("h5sparse_format").value_or("") == "csc";
}

}  // namespace

void NumberMatrix::Free::operator()(std::byte* memory) const {
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}

NumberMatrix::NumberMatrix(std::string source, NumberType type,
                           std::span<const std::uint64_t> extents, const Context& context)
    : source_(std::move(source)), type_(type) {
  const std::uint64_t rows = extents[0];
  const std::uint64_t cols = extents.size() > 1 ? extents[1] : 1;
  check_shape(source_, rows, cols);
  const auto column_bytes = checked_product(rows, size_of(type));
  std::optional<std::uint64_t> bytes =
      column_bytes ? checked_product(*column_bytes, cols) : std::nullopt;
  std::uint64_t with_columns = 0;
  if (!bytes || __builtin_add_overflow(*bytes, cols * bytes_per_column, &with_columns))
    bytes = std::nullopt;
  Reservation held = reserve_table(bytes ? std::optional(with_columns) : std::nullopt,
                                   fmt::format("{}: a table of {} and {}", source_,
                                               counted(rows, "row"), counted(cols, "column")),
                                   context, likely_selection_bytes(rows, cols));
  rows_ = static_cast<std::size_t>(rows);
  cols_ = static_cast<std::size_t>(cols);
  column_bytes_ = rows_ * size_of(type);
  memory_ = std::make_shared<Memory>();
  memory_->held = std::move(held);
  // Zeros that nobody writes take no memory.
  memory_->values.reset(static_cast<std::byte*>(std::calloc(cols_, column_bytes_)));
  if (!memory_->values) throw std::bad_alloc();
}

std::vector<Column> NumberMatrix::columns(std::span<const std::string> names,
                                          const Mask& missing) const {
  std::vector<Column> columns;
  columns.reserve(cols_);
  for (std::size_t col = 0; col < cols_; ++col) {
    const NumberLayout layout{
        .type = type_, .values = memory_->values.get() + col * column_bytes_, .rows = rows_};
    InvalidValues invalid = find_invalid_values(layout, missing);
    reject_invalid_values(names[col], invalid);
    columns.push_back(Column::borrow(layout, memory_, std::move(invalid.missing)));
  }
  return columns;
}

NumberMatrix read_matrix(const Hdf5Node& dataset, const Context& context) {
  dataset.check_readable();
  const NumberType type = dataset.type().number;
  NumberMatrix matrix(dataset.source(), type, dataset.extents(), context);
  dataset.read_tiles(type, context, [&](const Hdf5Tile& tile) { place(tile, matrix); });
  return matrix;
}

std::vector<std::uint64_t> sparse_extents(const Hdf5Node& group) {
  if (!group.is_group()) return {};
  std::vector<std::uint64_t> extents = group.integer_attribute("shape");
  if (extents.empty()) extents = group.integer_attribute("h5sparse_shape");
  const bool is_sparse =
      extents.size() == 2 && group.child("data") && group.child("indices") && group.child("indptr");
  return is_sparse ? extents : std::vector<std::uint64_t>{};
}

NumberMatrix read_sparse_matrix(const Hdf5Node& group, const Context& context) {
  const std::vector<std::uint64_t> extents = sparse_extents(group);
  const bool by_columns = is_by_columns(group);
  const Hdf5Sparse sparse{.starts = group.need("indptr"),
                          .indices = group.need("indices"),
                          .values = group.need("data"),
                          .majors = extents[by_columns ? 1 : 0],
                          .minors = extents[by_columns ? 0 : 1]};
  const Hdf5Type type = sparse.values.type();
  NumberMatrix matrix(group.source(), type.number, extents, context);
  read_sparse(sparse, context, [&](const Hdf5SparseBlock& block) {
    const SparsePlace place{.rows = by_columns ? block.minors : block.majors,
                            .cols = by_columns ? block.majors : block.minors,
                            .values = block.values,
                            .is_truth = type.kind == Hdf5Type::Kind::boolean};
    if (!place.add(type.number, matrix)) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("{}: values of one position have a sum beyond {}; write the matrix "
                              "with a larger type",
                              group.source(), type.word));
    }
  });
  return matrix;
}

}  // namespace pith
