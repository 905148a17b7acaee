// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/text_store.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/data/column_memory.h"
#include "pith/data/growing_memory.h"
#include "pith/data/number.h"

namespace pith {
namespace {

/// A reservation of a column, which keeps another one as well.
struct Both {
  Reservation own;
  std::shared_ptr<const Reservation> also;
};

}  // namespace

std::vector<std::uint32_t> level_order(const TextIndex& levels) {
  std::vector<std::uint32_t> order(levels.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<double> values;
  for (const std::uint32_t code : order) {
    const std::optional<double> value = number_of(levels.text(code));
    if (!value) break;
    values.push_back(*value);
  }
  const bool has_values = values.size() == order.size();
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (has_values && values[a] != values[b]) return values[a] < values[b];
    return levels.text(a) < levels.text(b);
  });
  return order;
}

void TextStore::Texts::append(const CsvRows& part, std::size_t slot) {
  const TextIndex& local = part.levels[slot];
  std::vector<std::uint32_t> global(local.size());
  for (std::size_t code = 0; code < global.size(); ++code) {
    global[code] = levels.code_of(local.text(static_cast<std::uint32_t>(code)));
  }
  for (std::size_t row = 0; row < part.rows; ++row) {
    const std::uint32_t code = part.codes[row * part.levels.size() + slot];
    codes.push_back(code == csv_missing_code ? code : global[code]);
  }
}

/// What finish() returns.
std::uint64_t TextStore::Texts::column_bytes() const {
  constexpr std::uint64_t heap = 32;  // of the name of a level
  return levels.size() * (bytes_per_level + heap) + levels.letters() +
         code_bytes(codes.size(), levels.size()) + codes.size() / 4;
}

/// What finish() needs besides: ranks, their order and values.
std::uint64_t TextStore::Texts::finishing_bytes() const {
  return levels.size() * (2 * sizeof(std::uint32_t) + 3 * sizeof(double));
}

Column TextStore::Texts::finish() {
  const std::vector<std::uint32_t> order = level_order(levels);
  std::vector<std::uint32_t> ranks(order.size());
  std::vector<std::string> names;
  names.reserve(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    ranks[order[rank]] = static_cast<std::uint32_t>(rank);
    names.emplace_back(levels.text(order[rank]));
  }
  levels = {};
  Mask missing;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (codes[row] == csv_missing_code) missing.set(row);
    codes[row] = codes[row] == csv_missing_code ? 0 : ranks[codes[row]];
  }
  return Column::from_codes(codes, std::move(names), std::move(missing));
}

void TextStore::reserve(std::size_t rows) {
  for (Texts& column : columns_)
    column.codes.reserve(rows);
}

std::uint64_t TextStore::level_bytes() const {
  return std::accumulate(
      columns_.begin(), columns_.end(), std::uint64_t{0},
      [](std::uint64_t sum, const Texts& column) { return sum + column.levels.bytes(); });
}

/// What the levels take at most while a block is appended, if all of its texts are new.
std::uint64_t TextStore::level_bytes_with(const CsvRows& part) const {
  std::uint64_t bytes = 0;
  for (std::size_t slot = 0; slot < columns_.size(); ++slot) {
    const TextIndex& local = part.levels[slot];
    const TextIndex& levels = columns_[slot].levels;
    bytes += levels.bytes() + levels.bytes_to_add(local.size(), local.letters()) +
             local.size() * sizeof(std::uint32_t);
  }
  return bytes;
}

void TextStore::append_reserved(std::span<const CsvRows> parts) {
  parallel_blocks(context_, columns_.size(), 1, [&](std::size_t slot, std::size_t) {
    for (const CsvRows& part : parts)
      columns_[slot].append(part, slot);
  });
  levels_held_.shrink(level_bytes());
}

void TextStore::append(std::span<const CsvRows> parts, const std::string& what) {
  if (columns_.empty()) return;
  // Most texts of a block are known from earlier ones, so that the sum is far too much. Where it
  // does not fit, the blocks are appended one by one.
  const std::uint64_t now = level_bytes();
  std::uint64_t all = now;
  for (const CsvRows& part : parts)
    all += level_bytes_with(part) - now;
  if (all <= levels_held_.bytes() + context_.memory_available()) {
    context_.grow(levels_held_, all, what);
    return append_reserved(parts);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    grow_further(context_, levels_held_, level_bytes_with(parts[i]), what);
    append_reserved(parts.subspan(i, 1));
  }
}

std::vector<Column> TextStore::finish(Reservation codes_held,
                                      const std::shared_ptr<const Reservation>& also) {
  std::uint64_t columns = 0;
  std::uint64_t largest = 0;
  for (const Texts& column : columns_) {
    columns += column.column_bytes();
    largest = std::max(largest, column.column_bytes() + column.finishing_bytes());
  }
  const std::uint64_t held = codes_held.bytes() + levels_held_.bytes();
  const std::uint64_t more =
      columns - std::min(columns, held) +
      std::min<std::uint64_t>(context_.thread_count(), columns_.size()) * largest;
  Reservation finishing;
  grow_further(context_, finishing, more,
               fmt::format("ordering the levels of {}", counted(columns_.size(), "column")));
  std::vector<std::optional<Column>> made(columns_.size());
  parallel_blocks(context_, columns_.size(), 1, [&](std::size_t slot, std::size_t) {
    made[slot] = columns_[slot].finish();
    columns_[slot] = {};
  });
  columns_.clear();
  codes_held.release();
  levels_held_.release();
  finishing.shrink(largest);  // a column is copied when it gets its reservation
  std::vector<Column> finished;
  for (std::optional<Column>& column : made) {
    const auto both = std::make_shared<Both>(
        Both{context_.reserve(column->bytes(), "a column of text", "use a smaller table"), also});
    finished.push_back(column->holding({both, &both->own}));
    column.reset();
  }
  return finished;
}

}  // namespace pith
