// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "pith/data/blocks/file_blocks.h"
#include "pith/data/formats/npy_array.h"
#include "pith/data/input.h"
#include "pith/data/missing_tokens.h"

namespace pith {

/// The columns of an NPY array of numbers or booleans, which is read by pieces: complete rows in C
/// order, pieces of columns in Fortran order.
class NpyPart final : public BlockPart {
 public:
  /// The file is not compressed, and `header` is its header. `missing` are numbers that stand for
  /// missing values.
  NpyPart(Input input, NpyHeader header, BlockEnds ends, MissingTokens missing);

  std::vector<Column> read(std::size_t block, std::span<const std::size_t> columns,
                           const Context& context) const override;
  void prefetch(std::size_t block, std::span<const std::size_t> columns) const override;
  std::uint64_t block_bytes(std::span<const std::size_t> columns) const override;
  std::uint64_t read_bytes(std::span<const std::size_t> columns) const override;

 private:
  struct Tile;
  std::vector<Tile> tiles(std::size_t block, std::span<const std::size_t> columns) const;
  void read_tile(const Tile& tile, std::span<const std::size_t> columns, double* values,
                 std::size_t rows) const;
  void read_piece(std::size_t column, std::uint64_t first, std::span<double> values) const;
  Mask checked(std::span<double> values, std::uint64_t first, std::size_t column) const;
  std::uint64_t offset(std::uint64_t element) const {
    return header_.header_bytes + element * header_.item_size;
  }
  void read_elements(std::uint64_t first, std::span<double> numbers,
                     std::span<std::byte> room) const;
  bool is_native() const;  ///< doubles of this machine
  bool is_by_columns() const { return header_.is_fortran_order || header_.cols() == 1; }

  Input input_;
  NpyHeader header_;
  BlockEnds ends_;
  MissingTokens missing_;
};

}  // namespace pith
