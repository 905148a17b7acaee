// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/csv_cache.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/data/growing_memory.h"

namespace pith {

static_assert(csv_missing_code == ColumnFile::missing_code);

CsvCache::CsvCache(const CsvSource& source, const CsvPlan& plan, std::size_t block_rows,
                   const Context& context)
    : source_(source),
      plan_(plan),
      context_(context),
      block_rows_(block_rows),
      held_(context.reserve(block_rows * (plan.number_columns.size() * sizeof(double) +
                                          plan.text_columns.size() * sizeof(std::uint32_t)) +
                                plan.number_columns.size() * sizeof(Others),
                            csv_reading(source, plan))),
      faults_(source, plan),
      file_(source.input.name(), plan.number_columns.size() + plan.text_columns.size(), context),
      numbers_(block_rows * plan.number_columns.size()),
      codes_(block_rows * plan.text_columns.size()),
      texts_(plan.text_columns.size()),
      others_(plan.number_columns.size()) {}

void CsvCache::run() {
  CsvBatches(source_, plan_, context_).run([this](const CsvBatch& batch) { add(batch); });
  if (filled_ > 0) flush();
  file_.finish();
  numbers_ = {};
  codes_ = {};
  globals_ = {};
  held_.shrink(plan_.number_columns.size() * sizeof(Others));
}

void CsvCache::add(const CsvBatch& batch) {
  std::size_t first_row = rows_;
  for (const CsvRows& part : batch.parts) {
    faults_.add(part);
    add_others(part, first_row);
    first_row += part.rows;
  }
  reserve_texts(batch.parts);
  renumber(batch.parts);
  std::vector<Piece> pieces;  // that fit in the block
  for (std::size_t i = 0; i < batch.parts.size(); ++i) {
    const CsvRows& part = batch.parts[i];
    for (std::size_t first = 0; first < part.rows;) {
      const std::size_t count = std::min(part.rows - first, block_rows_ - filled_);
      pieces.push_back({.part = &part,
                        .globals = &globals_[i],
                        .first = first,
                        .count = count,
                        .place = filled_,
                        .row = rows_});
      filled_ += count;
      rows_ += count;
      first += count;
      if (filled_ < block_rows_) continue;
      add_pieces(pieces);
      pieces.clear();
      flush();
    }
  }
  add_pieces(pieces);
}

void CsvCache::add_others(const CsvRows& part, std::size_t first_row) {
  for (std::size_t slot = 0; slot < part.others.size(); ++slot) {
    for (const CsvOther& other : part.others[slot]) {
      std::vector<StrayToken>& tokens = others_[slot].tokens;
      const auto known = std::find_if(tokens.begin(), tokens.end(), [&](const StrayToken& token) {
        return token.token == other.text;
      });
      if (known != tokens.end()) {
        known->count += other.count;
      } else if (tokens.size() < max_csv_others) {
        tokens.push_back({.token = other.text, .count = other.count, .row = first_row + other.row});
      }
    }
  }
}

std::uint64_t CsvCache::text_bytes() const {
  std::uint64_t bytes = 0;
  for (const Texts& column : texts_)
    bytes += column.levels.bytes() + 4 * column.levels.size() * sizeof(std::size_t);
  return bytes;
}

/// As if all texts of these parts were new.
void CsvCache::reserve_texts(std::span<const CsvRows> parts) {
  if (texts_.empty()) return;
  const std::uint64_t now = text_bytes();
  std::uint64_t bytes = now;
  for (std::size_t slot = 0; slot < texts_.size(); ++slot) {
    std::size_t texts = 0;
    std::size_t letters = 0;
    for (const CsvRows& part : parts) {
      texts += part.levels[slot].size();
      letters += part.levels[slot].letters();
    }
    bytes += texts_[slot].levels.bytes_to_add(texts, letters) +
             texts * (4 * sizeof(std::size_t) + sizeof(std::uint32_t));
  }
  texts_held_.shrink(now);
  grow_further(context_, texts_held_, bytes, csv_reading(source_, plan_, rows_));
}

/// The codes of the levels of each part in the whole file.
void CsvCache::renumber(std::span<const CsvRows> parts) {
  globals_.resize(parts.size());
  for (std::vector<std::vector<std::uint32_t>>& globals : globals_)
    globals.resize(texts_.size());
  if (texts_.empty()) return;
  parallel_blocks(context_, texts_.size(), 1, [&](std::size_t slot, std::size_t) {
    Texts& texts = texts_[slot];
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const TextIndex& local = parts[i].levels[slot];
      std::vector<std::uint32_t>& global = globals_[i][slot];
      global.resize(local.size());
      for (std::size_t code = 0; code < global.size(); ++code)
        global[code] = texts.levels.code_of(local.text(static_cast<std::uint32_t>(code)));
    }
    texts.counts.resize(texts.levels.size());
    texts.first_rows.resize(texts.levels.size(), std::numeric_limits<std::size_t>::max());
  });
}

void CsvCache::add_numbers(const Piece& piece, std::size_t begin, std::size_t end) {
  const std::size_t columns = plan_.number_columns.size();
  const double* from = piece.part->numbers.data() + piece.first * columns;
  double* const to = numbers_.data() + piece.place;
  for (std::size_t row = 0; row < piece.count; ++row, from += columns) {
    for (std::size_t slot = begin; slot < end; ++slot)
      to[slot * block_rows_ + row] = from[slot];
  }
}

void CsvCache::add_codes(const Piece& piece, std::size_t slot) {
  Texts& texts = texts_[slot];
  const std::vector<std::uint32_t>& global = (*piece.globals)[slot];
  std::uint32_t* const to = codes_.data() + slot * block_rows_ + piece.place;
  for (std::size_t row = 0; row < piece.count; ++row) {
    const std::uint32_t local = piece.part->codes[(piece.first + row) * texts_.size() + slot];
    to[row] = local == csv_missing_code ? local : global[local];
    if (local == csv_missing_code) continue;
    if (texts.counts[to[row]]++ == 0) texts.first_rows[to[row]] = piece.row + row;
  }
}

void CsvCache::add_pieces(std::span<const Piece> pieces) {
  if (pieces.empty()) return;
  constexpr std::size_t width = 16;  // columns at a time, whose cache lines stay cached
  const std::size_t columns = plan_.number_columns.size();
  const std::size_t tasks = (columns + width - 1) / width;
  parallel_blocks(context_, tasks + texts_.size(), 1, [&](std::size_t task, std::size_t) {
    for (const Piece& piece : pieces) {
      if (task < tasks) {
        add_numbers(piece, task * width, std::min(columns, (task + 1) * width));
      } else {
        add_codes(piece, task - tasks);
      }
    }
  });
}

void CsvCache::flush() {
  const std::size_t columns = plan_.number_columns.size();
  if (plan_.missing->has_numbers()) {
    // Missing tokens that are numbers, such as -999, were read as numbers.
    parallel_blocks(context_, columns, 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t slot = begin; slot < end; ++slot) {
        for (double& value : std::span(numbers_).subspan(slot * block_rows_, filled_)) {
          if (!plan_.missing->contains(value)) continue;
          value = std::numeric_limits<double>::quiet_NaN();
          ++others_[slot].dropped;
        }
      }
    });
  }
  for (std::size_t slot = 0; slot < columns; ++slot)
    file_.append(slot, std::span<const double>(numbers_).subspan(slot * block_rows_, filled_));
  for (std::size_t slot = 0; slot < texts_.size(); ++slot) {
    file_.append(text_column(slot),
                 std::span<const std::uint32_t>(codes_).subspan(slot * block_rows_, filled_));
  }
  filled_ = 0;
}

}  // namespace pith
