// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/text_index.h"
#include "pith/data/blocks/column_file.h"
#include "pith/data/blocks/file_blocks.h"
#include "pith/data/csv/batches.h"

namespace pith {

/// Writes the rows of a CSV file to a column file while they are parsed: numbers as doubles, texts
/// as codes in the order of their first occurrence. Memory: one block of rows, and the texts.
class CsvCache {
 public:
  /// A column of texts.
  struct Texts {
    TextIndex levels = {};
    std::vector<std::size_t> counts = {};  ///< rows of each level
    std::vector<std::size_t> first_rows = {};
  };
  /// The texts of a column of numbers that are none.
  struct Others {
    std::vector<StrayToken> tokens = {};  ///< by their first row; with max_csv_others not all
    std::size_t dropped = 0;              ///< numbers that stand for missing values
  };

  /// All of them must outlive this. Columns of the file are those of the plan that are not skipped:
  /// numbers in the order of their slots, then texts.
  CsvCache(const CsvSource& source, const CsvPlan& plan, std::size_t block_rows,
           const Context& context);

  /// Reads all rows. Throws as run_csv_pass() does.
  void run();

  std::size_t rows() const { return rows_; }
  CsvFaults& faults() { return faults_; }
  const Others& others(std::size_t slot) const { return others_[slot]; }
  Texts& texts(std::size_t slot) { return texts_[slot]; }
  const ColumnFile& file() const { return file_; }
  ColumnFile take_file() { return std::move(file_); }
  std::size_t text_column(std::size_t slot) const { return plan_.number_columns.size() + slot; }

 private:
  /// Rows of a part that are stored together.
  struct Piece {
    const CsvRows* part = nullptr;
    const std::vector<std::vector<std::uint32_t>>* globals = nullptr;  ///< of the part
    std::size_t first = 0;                                             ///< in the part
    std::size_t count = 0;
    std::size_t place = 0;  ///< in the block
    std::size_t row = 0;    ///< in the table
  };
  void add(const CsvBatch& batch);
  void add_others(const CsvRows& part, std::size_t first_row);
  void add_pieces(std::span<const Piece> pieces);
  void add_numbers(const Piece& piece, std::size_t begin, std::size_t end);
  void add_codes(const Piece& piece, std::size_t slot);
  void reserve_texts(std::span<const CsvRows> parts);
  void renumber(std::span<const CsvRows> parts);
  void flush();
  std::uint64_t text_bytes() const;

  const CsvSource& source_;
  const CsvPlan& plan_;
  const Context& context_;
  std::size_t block_rows_;
  Reservation held_;
  Reservation texts_held_;
  CsvFaults faults_;
  ColumnFile file_;
  std::vector<double> numbers_;       ///< [slot * block_rows + row]
  std::vector<std::uint32_t> codes_;  ///< [slot * block_rows + row]
  std::vector<Texts> texts_;
  /// Of each part, by slot: the codes of its levels in the file.
  std::vector<std::vector<std::vector<std::uint32_t>>> globals_;
  std::vector<Others> others_;
  std::size_t filled_ = 0;  ///< rows of the block
  std::size_t rows_ = 0;    ///< in all
};

}  // namespace pith
