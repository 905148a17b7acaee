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
#include "pith/data/number.h"

namespace pith {
namespace {

/// Blocks that are in memory at the same time.
struct Batch {
  std::vector<CsvBlock> blocks;
  std::size_t count = 0;
  std::exception_ptr failure;  ///< why there are no more blocks, if that is not the end

  /// Reads ahead. A failure is reported after the rows before it were parsed, so that the first
  /// problem of a file is reported, however many blocks are read ahead.
  void fill(CsvBlockReader& reader) {
    count = 0;
    try {
      while (count < blocks.size() && reader.next(blocks[count]))
        ++count;
    } catch (...) {
      failure = std::current_exception();
    }
  }
  std::size_t bytes() const {
    return std::accumulate(
        blocks.begin(), blocks.end(), std::size_t{0},
        [](std::size_t sum, const CsvBlock& block) { return sum + block.memory.capacity(); });
  }
};

/// Collects the codes of a text column.
struct CsvTextColumn {
  TextIndex levels;
  std::vector<std::uint32_t> codes;  ///< csv_missing_code is missing

  void append(const CsvRows& part, std::size_t slot) {
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
  std::size_t bytes() const { return levels.bytes() + codes.capacity() * sizeof(codes[0]); }

  Column finish();
};

/// The order of levels: by value if all of them are numbers, else by their bytes.
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

Column CsvTextColumn::finish() {
  const std::vector<std::uint32_t> order = level_order(levels);
  std::vector<std::uint32_t> ranks(order.size());
  std::vector<std::string> names;
  names.reserve(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    ranks[order[rank]] = static_cast<std::uint32_t>(rank);
    names.emplace_back(levels.text(order[rank]));
  }
  Mask missing;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (codes[row] == csv_missing_code) missing.set(row);
    codes[row] = codes[row] == csv_missing_code ? 0 : ranks[codes[row]];
  }
  return Column::from_codes(codes, std::move(names), std::move(missing));
}

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
        texts_(plan.text_columns.size()) {
    // Two for each thread, so that no thread waits long at the end of a batch.
    const std::size_t threads = context.thread_count();
    const std::size_t batch = threads == 1 ? 1 : 2 * threads;
    now_.blocks.resize(batch);
    next_.blocks.resize(batch);
    parsed_.resize(batch);
  }

  CsvResult run() {
    CsvBlockReader reader(source_.input, plan_.dialect, source_.start, source_.block_size);
    now_.fill(reader);
    while (now_.count > 0) {
      parallel_blocks(context_, now_.count + 1, 1, [&](std::size_t task, std::size_t) {
        if (task == 0) {
          if (!now_.failure) next_.fill(reader);
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
    return finish();
  }

 private:
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
    check_memory(total);
    reserve(total);
    store_numbers(starts);
    parallel_blocks(context_, texts_.size(), 1, [&](std::size_t slot, std::size_t) {
      for (std::size_t i = 0; i < now_.count; ++i)
        texts_[slot].append(parsed_[i], slot);
    });
    rows_ = total;
  }

  void reserve(std::size_t total) {
    if (total <= store_.capacity()) return;
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
    const std::size_t rows =
        is_all ? total : std::max(total, static_cast<std::size_t>(estimate) + 8);
    store_.reserve(rows, rows_, is_plain);
    for (CsvTextColumn& text : texts_)
      text.codes.reserve(is_plain ? rows : total);
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

  void check_memory(std::size_t total) const {
    std::size_t bytes = source_.bytes_in_use + now_.bytes() + next_.bytes();
    bytes += total * masks_.size() * sizeof(double);
    for (const CsvRows& part : parsed_)
      bytes += part.bytes();
    for (const CsvTextColumn& text : texts_)
      bytes += text.bytes();
    context_.require_memory(bytes,
                            fmt::format("{}: reading {} of {}", source_.input.name(),
                                        counted(total, "row"), counted(plan_.columns(), "column")),
                            "use a smaller table");
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
    for (std::size_t slot = 0; slot < masks_.size() && rows_ > 0; ++slot) {
      const std::size_t column = plan_.number_columns[slot];
      if (is_text_[slot] != 0) {
        result.texts.push_back(column);
      } else {
        result.columns[column] = store_.take(slot, rows_, std::move(masks_[slot]));
      }
    }
    parallel_blocks(context_, texts_.size(), 1, [&](std::size_t slot, std::size_t) {
      result.columns[plan_.text_columns[slot]] = texts_[slot].finish();
      texts_[slot] = {};
    });
    return result;
  }

  const CsvSource& source_;
  const CsvPlan& plan_;
  const Context& context_;
  Batch now_;
  Batch next_;
  std::vector<CsvRows> parsed_;  ///< of the blocks of now_
  std::size_t rows_ = 0;
  NumberStore store_;
  std::vector<Mask> masks_;                ///< per number slot
  std::vector<std::uint8_t> is_text_;      ///< per number slot
  std::vector<std::uint8_t> is_infinite_;  ///< per number slot
  std::vector<CsvInfinity> infinities_;    ///< the first of each number slot
  std::vector<CsvTextColumn> texts_;       ///< per text slot
};

}  // namespace

CsvResult run_csv_pass(const CsvSource& source, const CsvPlan& plan, const Context& context) {
  return Pass(source, plan, context).run();
}

}  // namespace pith
