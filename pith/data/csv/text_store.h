// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/csv/rows.h"

namespace pith {

/// The order of the levels of a column: by value if all of them are numbers, else by their bytes.
std::vector<std::uint32_t> level_order(const TextIndex& levels);

/// Columns of text that grow together, as codes and their levels, within the memory limit.
class TextStore {
 public:
  TextStore(std::size_t columns, const Context& context) : context_(context), columns_(columns) {}

  std::size_t columns() const { return columns_.size(); }
  /// The memory of the levels.
  std::uint64_t held() const { return levels_held_.bytes(); }
  /// The memory that the codes of so many rows take; while they grow, one column is there twice.
  std::uint64_t bytes_for(std::size_t rows) const {
    return (std::uint64_t{columns_.size()} + (columns_.empty() ? 0 : 1)) * rows *
           sizeof(std::uint32_t);
  }
  /// The caller has reserved memory for so many rows.
  void reserve(std::size_t rows);

  /// Appends the rows of these blocks. Throws Error(resources); `what` is for its message.
  void append(std::span<const CsvRows> parts, const std::string& what);

  /// The columns, whose levels are in the order of their values if all of them are numbers, else in
  /// that of their bytes. Each holds a reservation of its memory, and `also`. `codes_held` is of
  /// the codes. Leaves this empty.
  std::vector<Column> finish(Reservation codes_held,
                             const std::shared_ptr<const Reservation>& also);

 private:
  /// Collects the codes of one column.
  struct Texts {
    TextIndex levels;
    std::vector<std::uint32_t> codes;  ///< csv_missing_code is missing

    void append(const CsvRows& part, std::size_t slot);
    std::uint64_t column_bytes() const;
    std::uint64_t finishing_bytes() const;
    Column finish();
  };

  std::uint64_t level_bytes() const;
  std::uint64_t level_bytes_with(const CsvRows& part) const;
  void append_reserved(std::span<const CsvRows> parts);

  const Context& context_;
  Reservation levels_held_;
  std::vector<Texts> columns_;
};

}  // namespace pith
