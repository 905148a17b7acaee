// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "pith/data/formats/parquet/hybrid.h"
#include "pith/data/formats/parquet/page.h"
#include "pith/data/formats/parquet/type.h"
#include "pith/data/formats/parquet/validity.h"

namespace pith::parquet {

/// The values of a page.
struct PageValues {
  Encoding encoding = Encoding::plain;
  std::span<const std::byte> bytes;  ///< of the values that are present
  const Validity* validity = nullptr;

  std::size_t present() const { return validity->present(); }
  bool has_dictionary() const {
    return encoding == Encoding::dictionary || encoding == Encoding::plain_dictionary;
  }
};

/// Collects the values of a column, page by page, in the order of the rows. Everything may throw
/// Fault.
class Sink {
 public:
  Sink() = default;
  virtual ~Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  /// A row group begins, whose values are of this type.
  virtual void start(const ColumnType& type) = 0;
  /// The dictionary of the row group; the bytes stay until the next one.
  virtual void add_dictionary(std::span<const std::byte> bytes, std::size_t count) = 0;
  virtual void add(const PageValues& page) = 0;
  /// Where plain values without nulls may be put as they are, of so many bytes; nowhere: use add().
  virtual std::span<std::byte> place_for(std::size_t rows, std::size_t bytes) = 0;
  /// Follows place_for(), once the values are there.
  virtual void added(std::size_t rows) = 0;
  /// Rows without values.
  virtual void add_missing(std::size_t rows) = 0;
};

/// Throws Fault: this encoding cannot be read, or does not suit the column.
[[noreturn]] void reject_encoding(Encoding encoding);

/// The indices of a page with a dictionary. Throws Fault.
HybridReader dictionary_indices(const PageValues& page);

}  // namespace pith::parquet
