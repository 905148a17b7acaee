// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/data/csv/pass.h"
#include "pith/data/csv/rows.h"

namespace pith {

/// `table.csv: reading 12 rows of 3 columns`, for messages; 0 rows: not known.
std::string csv_reading(const CsvSource& source, const CsvPlan& plan, std::size_t rows = 0);

/// Consecutive blocks that were parsed.
struct CsvBatch {
  std::span<const CsvRows> parts = {};
  std::uint64_t end = 0;       ///< of the last block in the (decompressed) input
  std::uint64_t position = 0;  ///< in the file on the disk
  bool is_last = false;
};

/// Reads and parses the rows of a source, some blocks at a time, in buffers that are reserved.
class CsvBatches {
 public:
  /// All of them must outlive this.
  CsvBatches(const CsvSource& source, const CsvPlan& plan, const Context& context);

  /// Calls `store` for each batch, in order. Once.
  void run(const std::function<void(const CsvBatch&)>& store);

 private:
  /// Blocks that are in memory at the same time.
  struct Batch {
    std::vector<CsvBlock> blocks;
    std::size_t count = 0;
    std::exception_ptr failure;  ///< why there are no more blocks, if that is not the end

    void fill(CsvBlockReader& reader, std::size_t most);
  };

  std::size_t batch_within(std::size_t batch) const;
  void reserve_long_rows();

  const CsvSource& source_;
  const CsvPlan& plan_;
  const Context& context_;
  std::size_t most_ = 0;  ///< bytes of text in a batch
  Reservation buffers_;   ///< of parsed rows, for blocks as large as planned
  Reservation long_rows_;
  Batch now_;
  Batch next_;
  std::vector<CsvRows> parsed_;  ///< of the blocks of now_
};

/// What is wrong with the rows of a source: problems, texts and infinite numbers in columns of
/// numbers.
class CsvFaults {
 public:
  CsvFaults(const CsvSource& source, const CsvPlan& plan);

  /// Throws Error(bad_data) for the problem of these rows, if they have one.
  void add(const CsvRows& part);
  bool is_text(std::size_t slot) const { return is_text_[slot] != 0; }
  /// The column of this slot turned out to be numbers all the same.
  void forgive_text(std::size_t slot) { is_text_[slot] = 0; }
  /// Throws Error(bad_data) for the first infinite number of a column without text.
  void check_infinities() const;

 private:
  [[noreturn]] void fail(const CsvProblem& problem, Cause cause = Cause::other) const;

  const CsvSource& source_;
  const CsvPlan& plan_;
  std::vector<std::uint8_t> is_text_;      ///< per number slot
  std::vector<std::uint8_t> is_infinite_;  ///< per number slot
  std::vector<CsvInfinity> infinities_;    ///< the first of each number slot
};

}  // namespace pith
