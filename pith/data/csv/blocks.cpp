// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/blocks.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/data/csv/delimiter.h"
#include "pith/data/growing_memory.h"
#include "pith/data/number.h"

namespace pith {

CsvBlockReader::CsvBlockReader(Input& input, CsvDialect dialect, std::uint64_t start,
                               std::size_t block_size, const Context& context)
    : input_(input), dialect_(dialect), block_size_(block_size), context_(context), offset_(start) {
  input_.rewind();
  std::vector<char> skipped;
  while (start > 0) {
    skipped.resize(static_cast<std::size_t>(std::min<std::uint64_t>(start, block_size)));
    const std::size_t got = input_.read(skipped);
    if (got == 0) break;
    start -= got;
  }
}

void CsvBlockReader::make_room(CsvBlock& block, std::size_t wanted) const {
  const std::size_t bytes = wanted + 1 + number_padding;
  if (block.memory.size() >= bytes) return;
  // While it grows, the text is in memory twice.
  grow_further(context_, block.held, block.memory.size() + bytes,
               input_.name() + ": reading a block");
  block.memory.reserve(bytes);
  block.memory.resize(bytes);
}

bool CsvBlockReader::next(CsvBlock& block) {
  std::size_t size = carry_.size();
  make_room(block, size);
  std::copy(carry_.begin(), carry_.end(), block.memory.begin());
  carry_.clear();
  std::size_t wanted = block_size_;
  if (!input_.is_compressed() && input_.position() <= input_.size()) {
    // One byte more than there is, so that the end is detected.
    wanted = std::min<std::uint64_t>(wanted, input_.size() - input_.position() + 1);
  }
  CsvCut cut{.end = block.begin(), .open_field = block.begin()};
  while (!is_at_end_ && cut.end == block.begin()) {
    make_room(block, size + wanted);
    const std::size_t got = input_.read({block.memory.data() + size, wanted});
    size += got;
    is_at_end_ = got < wanted;
    if (dialect_.is_blanks) split_blanks(block.memory.data(), block.memory.data() + size);
    cut = last_row_end(block.begin(), block.begin() + size, dialect_);
    if (cut.end == block.begin()) check_row(block, size, cut);
    wanted = size;  // doubled each time, so that a long row is not searched repeatedly
  }
  if (is_at_end_ && size > 0) {
    // The rest is the last block; its last row may lack the line feed.
    if (block.memory[size - 1] != '\n') block.memory[size++] = '\n';
    cut.end = block.begin() + size;
  }
  block.size = static_cast<std::size_t>(cut.end - block.begin());
  const auto rest = static_cast<std::size_t>(block.begin() + size - cut.end);
  grow_further(context_, carry_held_, rest, input_.name() + ": reading a block");
  carry_.assign(cut.end, block.begin() + size);
  std::fill_n(block.memory.begin() + static_cast<std::ptrdiff_t>(block.size), number_padding, '\0');
  block.offset = offset_;
  block.position = input_.position();
  offset_ += block.size;
  return block.size > 0;
}

void CsvBlockReader::check_row(const CsvBlock& block, std::size_t size, const CsvCut& cut) {
  const auto field_at = static_cast<std::size_t>(cut.open_field - block.begin());
  // Blanks and quotes around it do not count, so that the limit is not applied exactly.
  if (size - field_at > 2 * csv_longest_field) {
    throw Error(ErrorKind::bad_data,
                csv_place(input_, offset_ + field_at) +
                    "the field that starts here is longer than 1 MiB; is a closing quote missing?");
  }
  if (size > csv_longest_line) {
    throw Error(ErrorKind::bad_data,
                csv_place(input_, offset_) +
                    "the line that starts here is longer than 256 MiB; is this a text file?");
  }
}

std::string csv_place(Input& input, std::uint64_t offset) {
  input.rewind();
  std::vector<char> chunk(std::size_t{1} << 16U);
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  for (std::uint64_t seen = 0; seen < offset;) {
    const std::size_t got =
        input.read(std::span(chunk).first(std::min<std::uint64_t>(chunk.size(), offset - seen)));
    if (got == 0) break;
    std::string_view text(chunk.data(), got);
    if (seen == 0 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    for (const char letter : text) {
      if (letter == '\n') {
        ++line;
        column = 1;
      } else if ((static_cast<unsigned char>(letter) & 0xC0U) != 0x80U) {
        ++column;  // continuation bytes of UTF-8 are not characters of their own
      }
    }
    seen += got;
  }
  return fmt::format("{}:{}:{}: ", input.name(), line, column);
}

}  // namespace pith
