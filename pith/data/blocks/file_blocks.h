// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/blocks/row_blocks.h"

namespace pith {

/// The blocks of rows in which all parts of a table are read: block b ends before row ends[b].
struct BlockEnds {
  std::vector<std::uint64_t> ends = {};  ///< ascending

  std::size_t blocks() const { return ends.size(); }
  std::uint64_t total() const { return ends.empty() ? 0 : ends.back(); }
  std::uint64_t first(std::size_t block) const { return block == 0 ? 0 : ends[block - 1]; }
  std::size_t rows(std::size_t block) const {
    return static_cast<std::size_t>(ends[block] - first(block));
  }
  std::size_t largest() const;

  /// Blocks of `block` rows; the last may be smaller.
  static BlockEnds even(std::uint64_t rows, std::size_t block);
};

/// How many rows of so many columns make a block: some dozen megabytes of doubles, at most a
/// quarter of the memory that is available. A multiple of 8 where there are as many. At least 1.
std::size_t block_rows_within(const Context& context, std::size_t columns);
/// The most rows of a block of so many columns that take a quarter of the memory that is available.
std::size_t max_block_rows_within(const Context& context, std::size_t columns);

/// What a block of doubles takes, with the overhead of the columns.
std::uint64_t block_bytes_of(std::size_t rows, std::size_t columns);

/// Some columns of a table that are in the same file.
class BlockPart {
 public:
  BlockPart() = default;
  BlockPart(const BlockPart&) = delete;
  BlockPart& operator=(const BlockPart&) = delete;
  virtual ~BlockPart() = default;

  /// The columns at these positions among those of the part, in the rows of one block. Their memory
  /// is reserved as long as they live. Throws as a reader does.
  virtual std::vector<Column> read(std::size_t block, std::span<const std::size_t> columns,
                                   const Context& context) const = 0;
  /// Lets the system begin to read what read() will need. Only advice.
  virtual void prefetch(std::size_t /*block*/, std::span<const std::size_t> /*columns*/) const {}
  /// The memory of the largest block, buffers included, and what all blocks take from the disk.
  virtual std::uint64_t block_bytes(std::span<const std::size_t> columns) const = 0;
  virtual std::uint64_t read_bytes(std::span<const std::size_t> columns) const = 0;
};

/// A table whose columns are in files, which are read block by block.
class FileBlocks final : public RowBlocks {
 public:
  /// Where a field of the schema is.
  struct Place {
    std::size_t part = 0;
    std::size_t column = 0;  ///< among those of the part
  };
  struct Parts {
    std::shared_ptr<const void> owner = {};  ///< of what the parts refer to
    BlockSchema schema = {};
    BlockEnds ends = {};
    std::vector<std::unique_ptr<BlockPart>> parts = {};
    std::vector<Place> places = {};  ///< of each field
  };
  explicit FileBlocks(Parts parts) : table_(std::move(parts)) {}

  const BlockSchema& schema() const override { return table_.schema; }
  std::uint64_t block_bytes(std::span<const std::size_t> fields) const override;
  std::uint64_t read_bytes(std::span<const std::size_t> fields) const override;
  void read(std::span<const std::size_t> fields, const Visit& visit,
            const Context& context) const override;

  const BlockEnds& ends() const { return table_.ends; }

 private:
  /// The fields that one part has: their places in it, and in the block.
  struct Share {
    std::vector<std::size_t> columns = {};
    std::vector<std::size_t> targets = {};
  };
  std::vector<Share> shares(std::span<const std::size_t> fields) const;

  Parts table_;
};

}  // namespace pith
