// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/files/number_blocks.h"
#include "pith/data/formats/parquet/sink.h"

namespace pith::parquet {

/// Memory for the numbers of a column.
struct NumberRoom {
  NumberPlace place = {};
  std::size_t rows = 0;
  NumberType type = NumberType::float64;
  std::size_t first_row = 0;  ///< in the table, for messages
};

/// Collects numbers and dates in the type of the column.
class NumberSink : public Sink {
 public:
  /// `name` is for messages.
  NumberSink(NumberRoom room, const std::string& name, Workspace& workspace,
             const Context& context);

  void start(const ColumnType& type) override;
  void add_dictionary(std::span<const std::byte> bytes, std::size_t count) override;
  void add(const PageValues& page) override;
  std::span<std::byte> place_for(std::size_t rows, std::size_t bytes) override;
  void added(std::size_t rows) override;
  void add_missing(std::size_t rows) override;

  Column finish();

 private:
  std::byte* place() const { return room_.place.values.get() + row_ * size_; }
  void page_in(std::size_t rows) const { room_.place.pages->page_in(place(), rows * size_); }
  void read_indices(const PageValues& page);
  void read_texts(const PageValues& page);
  void read_fixed(const PageValues& page, std::byte* out);
  void check(const Validity& validity);
  [[noreturn]] void reject_inexact(const Validity& validity, std::size_t value) const;
  void spread(const Validity& validity);

  NumberRoom room_;
  const std::string& name_;
  Workspace& workspace_;
  const Context& context_;
  std::size_t size_;  ///< of a number
  std::size_t row_ = 0;
  Mask missing_;
  const ColumnType* type_ = nullptr;
  bool is_date_ = false;
  std::span<const std::byte> dictionary_;  ///< as numbers of the column
  std::size_t entries_ = 0;
  bool is_clean_ = false;  ///< no entry is NaN, infinite or too large
  Mask inexact_;           ///< entries that are decimals without fraction and too large
};

}  // namespace pith::parquet
