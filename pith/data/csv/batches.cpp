// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/batches.h"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace

std::string csv_reading(const CsvSource& source, const CsvPlan& plan, std::size_t rows) {
  const std::string columns = counted(plan.columns(), "column");
  return rows == 0 ? fmt::format("{}: reading {}", source.input.name(), columns)
                   : fmt::format("{}: reading {} of {}", source.input.name(), counted(rows, "row"),
                                 columns);
}

/// Reads ahead, about `most` bytes. A failure is reported after the rows before it were parsed, so
/// that the first problem of a file is reported, however many blocks are read ahead.
void CsvBatches::Batch::fill(CsvBlockReader& reader, std::size_t most) {
  count = 0;
  std::size_t bytes = 0;
  try {
    while (count < blocks.size() && bytes < most && reader.next(blocks[count]))
      bytes += blocks[count++].size;
  } catch (...) {
    failure = std::current_exception();
  }
}

CsvBatches::CsvBatches(const CsvSource& source, const CsvPlan& plan, const Context& context)
    : source_(source), plan_(plan), context_(context) {
  const std::size_t batch = batch_within(batch_size(context));
  most_ = batch * source.block_size;
  grow_further(context, buffers_, batch * csv_rows_bytes(plan, source.block_size),
               csv_reading(source, plan));
  now_.blocks.resize(batch);
  next_.blocks.resize(batch);
  parsed_.resize(batch);
}

void CsvBatches::run(const std::function<void(const CsvBatch&)>& store) {
  CsvBlockReader reader(source_.input, plan_.dialect, source_.start, source_.block_size, context_);
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
    const CsvBlock& last = now_.blocks[now_.count - 1];
    store({.parts = std::span(parsed_).first(now_.count),
           .end = last.offset + last.size,
           .position = last.position,
           .is_last = next_.count == 0});
    context_.report({.phase = "read", .done = last.position, .total = source_.input.size()});
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
}

/// Fewer blocks where the columns alone would take much of the memory.
std::size_t CsvBatches::batch_within(std::size_t batch) const {
  const std::uint64_t columns = csv_rows_bytes(plan_, std::size_t{0});
  while (batch > 1 && batch * columns > context_.memory_available() / 8)
    batch /= 2;
  return batch;
}

/// Of blocks that are larger than planned, since they have rows that are longer than a block.
void CsvBatches::reserve_long_rows() {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < now_.count; ++i) {
    const CsvBlock& block = now_.blocks[i];
    if (block.size <= source_.block_size) continue;
    const std::size_t excess = block.size - source_.block_size;  // mostly a part of a row
    bytes += excess > source_.block_size
                 ? csv_rows_bytes(plan_, block)
                 : csv_rows_bytes(plan_, excess) - csv_rows_bytes(plan_, std::size_t{0});
  }
  grow_further(context_, long_rows_, bytes, csv_reading(source_, plan_));
}

CsvFaults::CsvFaults(const CsvSource& source, const CsvPlan& plan)
    : source_(source),
      plan_(plan),
      is_text_(plan.number_columns.size()),
      is_infinite_(plan.number_columns.size()) {}

void CsvFaults::add(const CsvRows& part) {
  if (part.problem) fail(*part.problem);
  for (std::size_t slot = 0; slot < is_text_.size(); ++slot)
    is_text_[slot] |= part.is_text[slot];
  for (const CsvInfinity& infinity : part.infinities) {
    if (is_infinite_[infinity.slot] == 0) infinities_.push_back(infinity);
    is_infinite_[infinity.slot] = 1;
  }
}

void CsvFaults::fail(const CsvProblem& problem, Cause cause) const {
  std::string place = csv_place(source_.input, problem.offset);
  if (problem.column) place += fmt::format("column {}: ", quoted(source_.names[*problem.column]));
  throw Error(ErrorKind::bad_data, place + problem.message, cause);
}

void CsvFaults::check_infinities() const {
  const CsvInfinity* first = nullptr;
  for (const CsvInfinity& infinity : infinities_) {
    if (is_text_[infinity.slot] != 0) continue;
    if (first == nullptr || infinity.offset < first->offset) first = &infinity;
  }
  if (first == nullptr) return;
  fail({.offset = first->offset,
        .column = plan_.number_columns[first->slot],
        .message = fmt::format("{} is not a finite number; leave the field empty if it is missing",
                               quoted(first->text))},
       Cause::infinite_value);
}

std::size_t csv_block_size_within(const Context& context) {
  constexpr std::size_t smallest = std::size_t{1} << 14U;
  // A sixth of the memory for blocks, as parsed rows and as text, of which there is twice as much.
  constexpr std::uint64_t bytes_per_letter = 28;
  const std::uint64_t part = context.memory_available() / 6 / bytes_per_letter;
  return std::clamp<std::uint64_t>(part / batch_size(context), smallest, csv_block_size);
}

}  // namespace pith
