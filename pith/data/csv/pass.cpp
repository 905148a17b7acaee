// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/data/csv/batches.h"
#include "pith/data/growing_memory.h"

namespace pith {
namespace {

/// Copies columns [first, last) of the row-major rows to the store, from row `at` on.
void store_columns(const CsvRows& part, std::size_t first, std::size_t last, std::size_t at,
                   NumberStore& store) {
  // So few columns at a time that their cache lines and page table entries stay cached.
  constexpr std::size_t width = 16;
  if (part.rows == 0) return;  // and there may be no memory to point into
  const std::size_t columns = part.has_missing.size();
  for (std::size_t begin = first; begin < last; begin += width) {
    const std::size_t members = std::min(width, last - begin);
    std::array<double*, width> targets{};
    for (std::size_t i = 0; i < members; ++i)
      targets[i] = store.column(begin + i) + at;
    const double* from = part.numbers.data() + begin;
    for (std::size_t row = 0; row < part.rows; ++row, from += columns) {
      for (std::size_t i = 0; i < members; ++i)
        targets[i][row] = from[i];
    }
  }
}

class Pass {
 public:
  Pass(const CsvSource& source, const CsvPlan& plan, const Context& context)
      : source_(source),
        plan_(plan),
        context_(context),
        batches_(source, plan, context),
        store_(plan.number_columns.size()),
        masks_(plan.number_columns.size()),
        faults_(source, plan),
        texts_(plan.text_columns.size(), context) {}

  CsvResult run() {
    batches_.run([this](const CsvBatch& batch) { store_batch(batch); });
    return finish();
  }

 private:
  std::string what_is_read(std::size_t rows = 0) const { return csv_reading(source_, plan_, rows); }

  void store_batch(const CsvBatch& batch) {
    std::vector<std::size_t> starts(batch.parts.size());
    std::size_t total = rows_;
    for (std::size_t i = 0; i < batch.parts.size(); ++i) {
      const CsvRows& part = batch.parts[i];
      starts[i] = total;
      total += part.rows;
      faults_.add(part);
    }
    if (total == rows_) return;  // only blank lines
    reserve(total, batch);
    store_numbers(starts, batch.parts);
    texts_.append(batch.parts, what_is_read(total));
    rows_ = total;
  }

  std::uint64_t bytes_for(std::size_t rows) const {
    return store_.bytes_for(rows) + texts_.bytes_for(rows);
  }

  /// Makes room for `total` rows and, where that fits, for all that the file seems to have.
  void reserve(std::size_t total, const CsvBatch& batch) {
    if (total <= store_.capacity()) return;
    const bool is_plain = !source_.input.is_compressed();
    const std::size_t estimate = estimated_rows(total, batch);
    const std::uint64_t room =
        context_.memory_available() + numbers_held_.bytes() + codes_held_.bytes();
    estimate_need(total, estimate);
    std::size_t rows = estimate;
    while (rows > total && bytes_for(rows) > room)
      rows = std::max(total, rows - rows / 8 - 1);
    grow_further(context_, numbers_held_, store_.bytes_for(rows), what_is_read(rows));
    grow_further(context_, codes_held_, texts_.bytes_for(rows), what_is_read(rows));
    store_.reserve(rows, rows_, is_plain);
    texts_.reserve(rows);
  }

  /// What is in use now, without what belongs to the rows, and with all rows.
  void estimate_need(std::size_t total, std::size_t estimate) {
    const std::uint64_t in_use = context_.memory_limit() - context_.memory_available();
    const std::uint64_t rows = numbers_held_.bytes() + codes_held_.bytes() + texts_.held();
    const double growth = static_cast<double>(estimate) / static_cast<double>(total);
    const auto levels = static_cast<std::uint64_t>(static_cast<double>(texts_.held()) * growth);
    const std::uint64_t all = in_use - std::min(in_use, rows) + bytes_for(estimate) + 2 * levels;
    constexpr std::uint64_t some = std::uint64_t{4} << 20U;
    source_.whole_need = all + all / 16 + some;
  }

  std::size_t estimated_rows(std::size_t total, const CsvBatch& batch) const {
    // Assume that the rest of the file is like the parsed part. For a compressed file only the
    // number of bytes read is known, which is larger.
    const bool is_plain = !source_.input.is_compressed();
    const std::uint64_t done = is_plain ? batch.end : batch.position;
    const double share = static_cast<double>(done) /
                         static_cast<double>(std::max<std::uint64_t>(1, source_.input.size()));
    const double margin = is_plain ? 1.02 : 1.5;
    const double estimate = margin * static_cast<double>(total) / std::clamp(share, 1e-6, 1.0);
    const bool is_all = share >= 1 && is_plain && batch.is_last;
    const auto rows = static_cast<std::size_t>(estimate);
    return is_all ? total : std::max(total, rows + std::min<std::size_t>(8, rows / 8));
  }

  void store_numbers(const std::vector<std::size_t>& starts, std::span<const CsvRows> parts) {
    constexpr std::size_t chunk = 256;
    const std::size_t columns = masks_.size();
    const std::size_t chunks = (columns + chunk - 1) / chunk;
    parallel_blocks(context_, chunks * parts.size(), 1, [&](std::size_t task, std::size_t) {
      const std::size_t first = task % chunks * chunk;
      const std::size_t block = task / chunks;
      store_columns(parts[block], first, std::min(columns, first + chunk), starts[block], store_);
    });
    parallel_blocks(context_, columns, chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t block = 0; block < parts.size(); ++block) {
        for (std::size_t slot = first; slot < last; ++slot) {
          if (parts[block].has_missing[slot] != 0)
            mark_missing(slot, starts[block], parts[block].rows);
        }
      }
    });
  }

  void mark_missing(std::size_t slot, std::size_t start, std::size_t rows) {
    const double* values = store_.column(slot) + start;
    for (std::size_t row = 0; row < rows; ++row) {
      if (std::isnan(values[row])) masks_[slot].set(start + row);
    }
  }

  /// Missing tokens that are numbers, such as -999, were read as numbers.
  void drop_numbers(std::size_t slot) {
    double* values = store_.column(slot);
    for (std::size_t row = 0; row < rows_; ++row) {
      if (!plan_.missing->contains(values[row])) continue;
      values[row] = std::numeric_limits<double>::quiet_NaN();
      masks_[slot].set(row);
    }
  }

  CsvResult finish() {
    faults_.check_infinities();
    CsvResult result;
    result.rows = rows_;
    result.columns.resize(plan_.columns());
    if (plan_.missing->has_numbers() && rows_ > 0) {
      parallel_blocks(context_, masks_.size(), 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t slot = first; slot < last; ++slot)
          drop_numbers(slot);
      });
    }
    store_.settle(rows_, std::move(numbers_held_), source_.columns_held, context_);
    for (std::size_t slot = 0; slot < masks_.size() && rows_ > 0; ++slot) {
      const std::size_t column = plan_.number_columns[slot];
      if (faults_.is_text(slot)) {
        result.texts.push_back(column);
      } else {
        result.columns[column] = store_.take(slot, rows_, std::move(masks_[slot]));
      }
    }
    std::vector<Column> texts = texts_.finish(std::move(codes_held_), source_.columns_held);
    for (std::size_t slot = 0; slot < texts.size(); ++slot)
      result.columns[plan_.text_columns[slot]] = std::move(texts[slot]);
    return result;
  }

  const CsvSource& source_;
  const CsvPlan& plan_;
  const Context& context_;
  CsvBatches batches_;
  std::size_t rows_ = 0;
  Reservation numbers_held_;
  Reservation codes_held_;
  NumberStore store_;
  std::vector<Mask> masks_;  ///< per number slot
  CsvFaults faults_;
  TextStore texts_;
};

}  // namespace

CsvResult run_csv_pass(const CsvSource& source, const CsvPlan& plan, const Context& context) {
  return Pass(source, plan, context).run();
}

}  // namespace pith
