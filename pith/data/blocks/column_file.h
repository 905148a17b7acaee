// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/temporary_file.h"

namespace pith {

/// Columns in a temporary file, in blocks of rows: doubles, or codes in the narrowest width that
/// the codes of a block need. What is read is checked against a checksum.
class ColumnFile {
 public:
  static constexpr std::uint32_t missing_code = std::numeric_limits<std::uint32_t>::max();

  /// `what` begins the messages.
  ColumnFile(std::string what, std::size_t columns, const Context& context);

  std::size_t columns() const { return segments_.size(); }
  std::size_t blocks(std::size_t column) const { return segments_[column].size(); }
  std::uint64_t bytes() const { return file_.size() + buffer_.size(); }

  /// Appends the next block of a column. NaN is missing.
  void append(std::size_t column, std::span<const double> values);
  /// The same of codes; missing_code is missing.
  void append(std::size_t column, std::span<const std::uint32_t> codes);
  /// Everything is in the file from now on, and nothing more is appended.
  void finish();

  /// Whether a value of this block is missing.
  bool has_missing(std::size_t column, std::size_t block) const {
    return segments_[column][block].has_missing;
  }
  /// Fill `out` with a block of a column; it has as many rows as were appended, of the same kind.
  /// Throws Error(io) where the file does not hold what was written.
  void read(std::size_t column, std::size_t block, std::span<double> out) const;
  void read(std::size_t column, std::size_t block, std::span<std::uint32_t> out) const;
  void prefetch(std::size_t column, std::size_t block) const;
  /// The bytes that all blocks of a column take.
  std::uint64_t column_bytes(std::size_t column) const;

 private:
  struct Segment {
    std::uint64_t offset = 0;
    std::uint64_t checksum = 0;
    std::uint32_t rows = 0;
    std::uint8_t width = 0;  ///< of a value: 8 for doubles
    bool has_missing = false;

    std::uint64_t bytes() const { return std::uint64_t{rows} * width; }
  };
  void add(std::size_t column, std::span<const std::byte> bytes, Segment segment);
  void write(std::span<const std::byte> bytes);
  template <class Code>
  void append_as(std::size_t column, std::span<const std::uint32_t> codes, bool has_missing);
  template <class Code>
  void read_as(const Segment& segment, std::span<std::uint32_t> out) const;
  void read_checked(const Segment& segment, std::span<std::byte> out) const;

  std::string what_;
  Context context_;
  Reservation held_;
  TemporaryFile file_;
  std::vector<std::byte> buffer_;  ///< what is not in the file yet
  std::vector<std::vector<Segment>> segments_;
  std::size_t segment_count_ = 0;
  std::size_t buffer_bytes_;
  std::uint64_t most_bytes_;  ///< nine tenths of what is free on the disk
};

}  // namespace pith
