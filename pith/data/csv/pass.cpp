// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/data/growing_memory.h"

namespace pith {
namespace {

/// How many blocks are read at a time. Two for each thread, so that no thread waits long at the end
/// of a batch.
std::size_t batch_size(const Context& context) {
  const std::size_t threads = context.thread_count();
  return threads == 1 ? 1 : 2 * threads;
}

/// Blocks that are in memory at the same time.
struct Batch {
  std::vector<CsvBlock> blocks;
  std::size_t count = 0;
  std::exception_ptr failure;  ///< why there are no more blocks, if that is not the end

  /// Reads ahead, about `most` bytes. A failure is reported after the rows before it were parsed,
  /// so that the first problem of a file is reported, however many blocks are read ahead.
  void fill(CsvBlockReader& reader, std::size_t most) {
    count = 0;
    std::size_t bytes = 0;
    try {
      while (count < blocks.size() && bytes < most && reader.next(blocks[count]))
        bytes += blocks[count++].size;
    } catch (...) {
      failure = std::current_exception();
    }
  }
};

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
        store_(plan.number_columns.size()),
        masks_(plan.number_columns.size()),
        is_text_(plan.number_columns.size()),
        is_infinite_(plan.number_columns.size()),
        texts_(plan.text_columns.size(), context) {
    const std::size_t batch = batch_within(batch_size(context));
    most_ = batch * source.block_size;
    grow_further(context, buffers_, batch * csv_rows_bytes(plan, source.block_size),
                 what_is_read());
    now_.blocks.resize(batch);
    next_.blocks.resize(batch);
    parsed_.resize(batch);
  }

  CsvResult run() {
    CsvBlockReader reader(source_.input, plan_.dialect, source_.start, source_.block_size,
                          context_);
    now_.fill(reader, most_);
    while (now_.count > 0) {
      reserve_long_rows();
      parallel_blocks(context_, now_.count + 1, 1, [&](std::size_t task, std::size_t) {
        if (task == 0) {
          if (!now_.failure) next_.fill(reader, most_);
        } else {
          parse_csv_rows(plan_, now_.blocks[task - 1], parsed_[task - 1]);
        }
      });
      store_batch();
      context_.report({.phase = "read",
                       .done = now_.blocks[now_.count - 1].position,
                       .total = source_.input.size()});
      if (now_.failure) break;
      std::swap(now_, next_);
      next_.count = 0;
    }
    if (now_.failure) std::rethrow_exception(now_.failure);
    const std::uint64_t size = source_.input.size();
    context_.report({.phase = "read", .done = size, .total = size});
    // Free the buffers before the columns allocate memory.
    now_ = {};
    next_ = {};
    parsed_ = {};
    long_rows_.release();
    buffers_.release();
    return finish();
  }

 private:
  std::string what_is_read(std::size_t rows = 0) const {
    const std::string columns = counted(plan_.columns(), "column");
    return rows == 0 ? fmt::format("{}: reading {}", source_.input.name(), columns)
                     : fmt::format("{}: reading {} of {}", source_.input.name(),
                                   counted(rows, "row"), columns);
  }

  /// Fewer blocks where the columns alone would take much of the memory.
  std::size_t batch_within(std::size_t batch) const {
    const std::uint64_t columns = csv_rows_bytes(plan_, std::size_t{0});
    while (batch > 1 && batch * columns > context_.memory_available() / 8)
      batch /= 2;
    return batch;
  }

  /// Of blocks that are larger than planned, since they have rows that are longer than a block.
  void reserve_long_rows() {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < now_.count; ++i) {
      const CsvBlock& block = now_.blocks[i];
      if (block.size <= source_.block_size) continue;
      const std::size_t excess = block.size - source_.block_size;  // mostly a part of a row
      bytes += excess > source_.block_size
                   ? csv_rows_bytes(plan_, block)
                   : csv_rows_bytes(plan_, excess) - csv_rows_bytes(plan_, std::size_t{0});
    }
    grow_further(context_, long_rows_, bytes, what_is_read());
  }

  void store_batch() {
    std::vector<std::size_t> starts(now_.count);
    std::size_t total = rows_;
    for (std::size_t i = 0; i < now_.count; ++i) {
      const CsvRows& part = parsed_[i];
      if (part.problem) fail(*part.problem);
      starts[i] = total;
      total += part.rows;
      for (std::size_t slot = 0; slot < is_text_.size(); ++slot)
        is_text_[slot] |= part.is_text[slot];
      for (const CsvInfinity& infinity : part.infinities) {
        if (is_infinite_[infinity.slot] == 0) infinities_.push_back(infinity);
        is_infinite_[infinity.slot] = 1;
      }
    }
    if (total == rows_) return;  // only blank lines
    reserve(total);
    store_numbers(starts);
    texts_.append(std::span(parsed_).first(now_.count), what_is_read(total));
    rows_ = total;
  }

  std::uint64_t bytes_for(std::size_t rows) const {
    return store_.bytes_for(rows) + texts_.bytes_for(rows);
  }

  /// Makes room for `total` rows and, where that fits, for all that the file seems to have.
  void reserve(std::size_t total) {
    if (total <= store_.capacity()) return;
    const bool is_plain = !source_.input.is_compressed();
    const std::size_t estimate = estimated_rows(total);
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

  std::size_t estimated_rows(std::size_t total) const {
    // Assume that the rest of the file is like the parsed part. For a compressed file only the
    // number of bytes read is known, which is larger.
    const bool is_plain = !source_.input.is_compressed();
    const CsvBlock& last = now_.blocks[now_.count - 1];
    const std::uint64_t done = is_plain ? last.offset + last.size : last.position;
    const double share = static_cast<double>(done) /
                         static_cast<double>(std::max<std::uint64_t>(1, source_.input.size()));
    const double margin = is_plain ? 1.02 : 1.5;
    const double estimate = margin * static_cast<double>(total) / std::clamp(share, 1e-6, 1.0);
    const bool is_all = share >= 1 && is_plain && next_.count == 0;
    const auto rows = static_cast<std::size_t>(estimate);
    return is_all ? total : std::max(total, rows + std::min<std::size_t>(8, rows / 8));
  }

  void store_numbers(const std::vector<std::size_t>& starts) {
    constexpr std::size_t chunk = 256;
    const std::size_t columns = masks_.size();
    const std::size_t chunks = (columns + chunk - 1) / chunk;
    parallel_blocks(context_, chunks * now_.count, 1, [&](std::size_t task, std::size_t) {
      const std::size_t first = task % chunks * chunk;
      const std::size_t block = task / chunks;
      store_columns(parsed_[block], first, std::min(columns, first + chunk), starts[block], store_);
    });
    parallel_blocks(context_, columns, chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t block = 0; block < now_.count; ++block) {
        for (std::size_t slot = first; slot < last; ++slot) {
          if (parsed_[block].has_missing[slot] != 0) mark_missing(slot, starts[block], block);
        }
      }
    });
  }

  void mark_missing(std::size_t slot, std::size_t start, std::size_t block) {
    const double* values = store_.column(slot) + start;
    for (std::size_t row = 0; row < parsed_[block].rows; ++row) {
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

  [[noreturn]] void fail(const CsvProblem& problem, Cause cause = Cause::other) const {
    std::string place = csv_place(source_.input, problem.offset);
    if (problem.column) place += fmt::format("column {}: ", quoted(source_.names[*problem.column]));
    throw Error(ErrorKind::bad_data, place + problem.message, cause);
  }

  void check_infinities() const {
    const CsvInfinity* first = nullptr;
    for (const CsvInfinity& infinity : infinities_) {
      if (is_text_[infinity.slot] != 0) continue;
      if (first == nullptr || infinity.offset < first->offset) first = &infinity;
    }
    if (first == nullptr) return;
    fail(
        {.offset = first->offset,
         .column = plan_.number_columns[first->slot],
         .message = fmt::format("{} is not a finite number; leave the field empty if it is missing",
                                quoted(first->text))},
        Cause::infinite_value);
  }

  CsvResult finish() {
    check_infinities();
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
      if (is_text_[slot] != 0) {
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
  std::size_t most_ = 0;  ///< bytes of text in a batch
  Reservation buffers_;   ///< of parsed rows, for blocks as large as planned
  Reservation long_rows_;
  Batch now_;
  Batch next_;
  std::vector<CsvRows> parsed_;  ///< of the blocks of now_
  std::size_t rows_ = 0;
  Reservation numbers_held_;
  Reservation codes_held_;
  NumberStore store_;
  std::vector<Mask> masks_;                ///< per number slot
  std::vector<std::uint8_t> is_text_;      ///< per number slot
  std::vector<std::uint8_t> is_infinite_;  ///< per number slot
  std::vector<CsvInfinity> infinities_;    ///< the first of each number slot
  TextStore texts_;
};

}  // namespace

std::size_t csv_block_size_within(const Context& context) {
  constexpr std::size_t smallest = std::size_t{1} << 14U;
  // A sixth of the memory for blocks, as parsed rows and as text, of which there is twice as much.
  constexpr std::uint64_t bytes_per_letter = 28;
  const std::uint64_t part = context.memory_available() / 6 / bytes_per_letter;
  return std::clamp<std::uint64_t>(part / batch_size(context), smallest, csv_block_size);
}

CsvResult run_csv_pass(const CsvSource& source, const CsvPlan& plan, const Context& context) {
  return Pass(source, plan, context).run();
}

}  // namespace pith
