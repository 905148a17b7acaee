// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/data/csv/fields.h"
#include "pith/data/input.h"

namespace pith {

/// Complete rows of text, followed by number_padding zero bytes. The last row ends with a line feed
/// even if the file does not.
struct CsvBlock {
  Reservation held;
  std::vector<char> memory;
  std::size_t size = 0;
  std::uint64_t offset = 0;    ///< of the first byte in the (decompressed) input
  std::uint64_t position = 0;  ///< Input::position() once this block was read

  const char* begin() const { return memory.data(); }
  const char* end() const { return memory.data() + size; }
};

/// Splits an input into blocks at row ends. The splits depend on the bytes and the block size only.
class CsvBlockReader {
 public:
  /// Starts at byte `start` of the decompressed input, which is the start of a row.
  CsvBlockReader(Input& input, CsvDialect dialect, std::uint64_t start, std::size_t block_size,
                 const Context& context);

  /// False when there are no more rows. Throws Error(bad_data) for a row that never ends, and
  /// Error(resources) for one that does not fit in memory. Blocks hold reservations of their text.
  bool next(CsvBlock& block);

 private:
  void make_room(CsvBlock& block, std::size_t wanted) const;
  void check_row(const CsvBlock& block, std::size_t size, const CsvCut& cut);

  Input& input_;
  CsvDialect dialect_;
  std::size_t block_size_;
  const Context& context_;
  std::uint64_t offset_;  ///< of the first byte of carry_
  Reservation carry_held_;
  std::vector<char> carry_;  ///< the start of a row whose end has not been read yet
  bool is_at_end_ = false;
};

/// The position of a byte of the (decompressed) input, as `file:line:column: `. Reads the input
/// again from its start; only messages need it, so that the parser does not have to count lines.
std::string csv_place(Input& input, std::uint64_t offset);

}  // namespace pith
