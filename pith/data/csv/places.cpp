// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/places.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace pith {
namespace {

/// Goes through the rows of one block.
class RowWalk {
 public:
  RowWalk(const CsvBlock& block, const CsvDialect& dialect)
      : block_(block),
        dialect_(dialect),
        place_(block.begin()),
        has_quotes_(std::memchr(block.begin(), '"', block.size) != nullptr) {}

  /// Skips blank lines; false at the end of the block.
  bool is_at_row() {
    while (place_ < block_.end()) {
      const char* const next = skip_blank_line(place_, block_.end(), dialect_);
      if (next == nullptr) return true;
      place_ = next;
    }
    return false;
  }
  void skip_row() {
    if (has_quotes_) {
      while (*field().stop != '\n')
        place_ = field().stop + 1;
      place_ = field().stop + 1;
    } else {
      const void* end = std::memchr(place_, '\n', left());
      place_ = static_cast<const char*>(end) + 1;
    }
  }
  /// The offset of a field of this row.
  std::uint64_t offset_of(std::size_t column) const {
    const char* p = place_;
    for (std::size_t i = 0; i < column; ++i)
      p = scan_csv_field(p, block_.end(), dialect_).stop + 1;
    return block_.offset +
           static_cast<std::uint64_t>(scan_csv_field(p, block_.end(), dialect_).raw.data() -
                                      block_.begin());
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(block_.end() - place_); }
  CsvField field() const { return scan_csv_field(place_, block_.end(), dialect_); }

  const CsvBlock& block_;
  const CsvDialect& dialect_;
  const char* place_;
  bool has_quotes_;
};

/// Sets the lines of places that are in ascending order.
void count_lines(Input& input, std::span<CsvPlace* const> places) {
  input.rewind();
  std::vector<char> chunk(std::size_t{1} << 16U);
  std::uint64_t line = 1;
  std::uint64_t seen = 0;
  for (CsvPlace* const place : places) {
    while (seen < place->offset) {
      const std::size_t got = input.read(
          std::span(chunk).first(std::min<std::uint64_t>(chunk.size(), place->offset - seen)));
      if (got == 0) break;
      line += static_cast<std::uint64_t>(
          std::count(chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(got), '\n'));
      seen += got;
    }
    place->line = line;
  }
}

}  // namespace

std::vector<CsvPlace> csv_places(const CsvSource& source, const CsvDialect& dialect,
                                 std::span<const CsvCell> cells, const Context& context) {
  std::vector<std::size_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return cells[a].row != cells[b].row ? cells[a].row < cells[b].row
                                        : cells[a].column < cells[b].column;
  });
  std::vector<CsvPlace> places(cells.size());
  CsvBlockReader reader(source.input, dialect, source.start, source.block_size, context);
  CsvBlock block;
  std::size_t row = 0;
  auto next = order.begin();
  while (next != order.end() && reader.next(block)) {
    RowWalk walk(block, dialect);
    for (; next != order.end() && walk.is_at_row(); ++row, walk.skip_row()) {
      for (; next != order.end() && cells[*next].row == row; ++next)
        places[*next].offset = walk.offset_of(cells[*next].column);
    }
  }
  std::vector<CsvPlace*> sorted(cells.size());
  std::transform(order.begin(), order.end(), sorted.begin(),
                 [&](std::size_t cell) { return &places[cell]; });
  count_lines(source.input, sorted);
  return places;
}

}  // namespace pith
