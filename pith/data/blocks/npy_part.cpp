// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/npy_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/large_array.h"
#include "pith/base/parallel.h"
#include "pith/data/boolean.h"
#include "pith/data/column_memory.h"

namespace pith {
namespace {

/// Elements that one thread reads and decodes at a time.
constexpr std::uint64_t tile_items = std::uint64_t{1} << 17U;
/// As they are in the file, and decoded.
constexpr std::uint64_t tile_bytes = 2 * tile_items * sizeof(double);
/// Columns that are not wanted are read with the others unless they are so many bytes of a row.
constexpr std::uint64_t gap_bytes = std::uint64_t{1} << 14U;
/// Fewer rows in a tile, and the values of a column would be written one by one.
constexpr std::uint64_t tile_rows = 16;

/// The memory of a block.
struct Numbers2D {
  Reservation held;
  LargeArray values;
};

}  // namespace

/// Rows of the file, and some of the wanted columns, which are close together.
struct NpyPart::Tile {
  std::uint64_t first = 0;  ///< row of the file
  std::size_t rows = 0;
  std::size_t begin = 0;  ///< of the wanted columns
  std::size_t end = 0;
  std::size_t left = 0;   ///< the first column of the file that is read
  std::size_t width = 0;  ///< how many are read
};

NpyPart::NpyPart(Input input, NpyHeader header, BlockEnds ends, MissingTokens missing)
    : input_(std::move(input)),
      header_(std::move(header)),
      ends_(std::move(ends)),
      missing_(std::move(missing)) {}

bool NpyPart::is_native() const {
  return header_.kind == 'f' && header_.item_size == sizeof(double) &&
         header_.is_big_endian == (std::endian::native == std::endian::big);
}

/// Of an array in C order.
std::vector<NpyPart::Tile> NpyPart::tiles(std::size_t block,
                                          std::span<const std::size_t> columns) const {
  const std::uint64_t cols = header_.cols();
  const std::uint64_t most = cols * tile_rows > tile_items ? tile_items / tile_rows : cols;
  std::vector<Tile> made;
  for (std::size_t begin = 0, end = 0; begin < columns.size(); begin = end) {
    for (end = begin + 1; end < columns.size(); ++end) {
      const bool is_next = columns[end] > columns[end - 1];
      if (!is_next || columns[end] - columns[begin] + 1 > most) break;
      if ((columns[end] - columns[end - 1]) * header_.item_size > gap_bytes) break;
    }
    Tile tile{.begin = begin, .end = end, .left = columns[begin]};
    tile.width = columns[end - 1] - tile.left + 1;
    // Complete rows are read at once, also where a few columns at either end are not wanted.
    if (2 * tile.width >= cols && cols <= most) {
      tile.left = 0;
      tile.width = static_cast<std::size_t>(cols);
    }
    const std::size_t rows = std::clamp<std::size_t>(tile_items / tile.width, 1, ends_.rows(block));
    for (std::size_t row = 0; row < ends_.rows(block); row += rows) {
      tile.first = ends_.first(block) + row;
      tile.rows = std::min(rows, ends_.rows(block) - row);
      made.push_back(tile);
    }
  }
  return made;
}

void NpyPart::read_elements(std::uint64_t first, std::span<double> numbers,
                            std::span<std::byte> room) const {
  if (is_native()) return input_.read_at(offset(first), std::as_writable_bytes(numbers));
  const std::span<std::byte> bytes = room.first(numbers.size() * header_.item_size);
  input_.read_at(offset(first), bytes);
  decode_npy_numbers(header_, input_.name(),
                     {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, numbers);
}

void NpyPart::read_tile(const Tile& tile, std::span<const std::size_t> columns, double* values,
                        std::size_t rows) const {
  const std::size_t count = tile.rows * tile.width;
  const auto numbers = std::make_unique_for_overwrite<double[]>(count);
  const std::size_t bytes = is_native() ? 0 : count * header_.item_size;
  const auto room = std::make_unique_for_overwrite<std::byte[]>(bytes);
  const std::uint64_t cols = header_.cols();
  if (tile.width == cols) {
    read_elements(tile.first * cols, {numbers.get(), count}, {room.get(), bytes});
  } else {
    for (std::size_t row = 0; row < tile.rows; ++row) {
      read_elements((tile.first + row) * cols + tile.left,
                    {numbers.get() + row * tile.width, tile.width}, {room.get(), bytes});
    }
  }
  // So few columns at a time that their cache lines stay cached.
  constexpr std::size_t at_once = 16;
  for (std::size_t begin = tile.begin; begin < tile.end; begin += at_once) {
    const std::size_t end = std::min(tile.end, begin + at_once);
    for (std::size_t row = 0; row < tile.rows; ++row) {
      const double* const from = numbers.get() + row * tile.width;
      for (std::size_t i = begin; i < end; ++i)
        values[i * rows + row] = from[columns[i] - tile.left];
    }
  }
}

/// Of an array in Fortran order.
void NpyPart::read_piece(std::size_t column, std::uint64_t first, std::span<double> values) const {
  const std::uint64_t begin = column * header_.rows() + first;
  if (is_native()) return read_elements(begin, values, {});
  const std::size_t bytes = std::min(values.size(), std::size_t{tile_items}) * header_.item_size;
  const auto room = std::make_unique_for_overwrite<std::byte[]>(bytes);
  for (std::size_t done = 0; done < values.size(); done += tile_items) {
    const std::size_t count = std::min(values.size() - done, std::size_t{tile_items});
    read_elements(begin + done, values.subspan(done, count), {room.get(), bytes});
  }
}

/// The mask of these values, of which missing tokens become NaN. Infinite values are rejected.
Mask NpyPart::checked(std::span<double> values, std::uint64_t first, std::size_t column) const {
  InvalidValues invalid = find_invalid_values(
      {.type = NumberType::float64, .values = values.data(), .rows = values.size()});
  if (invalid.infinite) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}: column {}, row {} (counted from 0): the value is infinite; "
                    "replace it with a number, or with NaN if it is missing",
                    input_.name(), quoted(fmt::format("f{}", column)), first + *invalid.infinite),
        Cause::infinite_value);
  }
  if (missing_.has_numbers()) {
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (std::isnan(values[row]) || !missing_.contains(values[row])) continue;
      invalid.missing.set(row);
      values[row] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return std::move(invalid.missing);
}

std::vector<Column> NpyPart::read(std::size_t block, std::span<const std::size_t> columns,
                                  const Context& context) const {
  const std::size_t rows = ends_.rows(block);
  const std::uint64_t first = ends_.first(block);
  const auto memory = std::make_shared<Numbers2D>();
  const std::string what = fmt::format("{}: a block of {} and {}", input_.name(),
                                       counted(rows, "row"), counted(columns.size(), "column"));
  memory->held = context.reserve(block_bytes_of(rows, columns.size()), what);
  memory->values = large_array(rows * columns.size());
  double* const values = memory->values.get();
  if (is_by_columns()) {
    const Workers workers = workers_within(context, columns.size(), tile_bytes / 2, what);
    parallel_blocks(workers.context, columns.size(), 1, [&](std::size_t i, std::size_t) {
      read_piece(columns[i], first, {values + i * rows, rows});
    });
  } else {
    const std::vector<Tile> all = tiles(block, columns);
    const Workers workers = workers_within(context, all.size(), tile_bytes, what);
    parallel_blocks(workers.context, all.size(), 1, [&](std::size_t i, std::size_t) {
      read_tile(all[i], columns, values + (all[i].first - first), rows);
    });
  }
  input_.check_unchanged();
  std::vector<std::optional<Column>> made(columns.size());
  parallel_blocks(context, columns.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<double> numbers(values + i * rows, rows);
      if (header_.kind != 'b') {
        Mask missing = checked(numbers, first, columns[i]);
        made[i] = Column::borrow_numbers(numbers, memory, std::move(missing));
        continue;
      }
      std::vector<std::uint8_t> truths(rows);
      std::transform(numbers.begin(), numbers.end(), truths.begin(),
                     [](double number) { return number != 0 ? std::uint8_t{1} : std::uint8_t{0}; });
      made[i] = boolean_column(std::move(truths));
    }
  });
  std::vector<Column> read;
  read.reserve(made.size());
  for (std::optional<Column>& column : made)
    read.push_back(std::move(*column));
  return read;
}

void NpyPart::prefetch(std::size_t block, std::span<const std::size_t> columns) const {
  const std::uint64_t item = header_.item_size;
  const std::uint64_t rows = ends_.rows(block);
  if (!is_by_columns()) {
    const std::uint64_t span = columns.back() - columns.front() + 1;
    if (2 * span >= header_.cols())
      input_.prefetch(offset(ends_.first(block) * header_.cols()), rows * header_.cols() * item);
    return;
  }
  for (const std::size_t column : columns)
    input_.prefetch(offset(column * header_.rows() + ends_.first(block)), rows * item);
}

std::uint64_t NpyPart::block_bytes(std::span<const std::size_t> columns) const {
  return block_bytes_of(ends_.largest(), columns.size()) + 2 * tile_bytes;
}

std::uint64_t NpyPart::read_bytes(std::span<const std::size_t> columns) const {
  return header_.rows() * columns.size() * header_.item_size;
}

}  // namespace pith
