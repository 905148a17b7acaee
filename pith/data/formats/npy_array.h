// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/dense.h"
#include "pith/data/table.h"

namespace pith {

/// Fills the buffer and returns the number of bytes read, which is smaller only at the end.
using ReadBytes = std::function<std::size_t(std::span<char>)>;

/// The header of an NPY array.
struct NpyHeader {
  char kind = 0;  ///< of the elements: b, i, u, f, S or U, as NumPy spells them
  std::uint64_t item_size = 0;
  bool is_big_endian = false;
  bool is_fortran_order = false;
  std::vector<std::uint64_t> extents;  ///< only arrays of one or two dimensions can become columns
  std::uint64_t header_bytes = 0;      ///< where the elements begin

  bool is_text() const { return kind == 'S' || kind == 'U'; }
  std::uint64_t rows() const { return extents.empty() ? 1 : extents.front(); }
  std::uint64_t cols() const { return extents.size() == 2 ? extents.back() : 1; }
  /// The size of all elements. parse_npy_header() has checked that it does not overflow.
  std::uint64_t data_bytes() const;
};

/// Parses the dictionary of the header, strictly. Throws Error(bad_data); `source` begins the
/// message.
NpyHeader parse_npy_header(std::string_view text, const std::string& source);

/// Reads magic, version and header (versions 1.0, 2.0 and 3.0, at most 64 KiB).
NpyHeader read_npy_header(const ReadBytes& read, const std::string& source);

/// Elements of this type, in the order of the file, as doubles. Throws Error(bad_data) for a 64-bit
/// integer that does not fit exactly in a double; `source` begins the message.
void decode_npy_numbers(const NpyHeader& header, const std::string& source,
                        std::span<const char> bytes, std::span<double> values);

/// Throws Error(bad_data) unless the array has one or two dimensions.
void check_npy_dimensions(const NpyHeader& header, const std::string& source);

/// The elements that follow the header, as columns. Numbers become doubles: 64-bit integers that
/// do not fit exactly in a double are rejected, since different classes could become equal.
/// Booleans become codes of the levels `False` and `True`. Text (of one column) becomes codes; an
/// empty text is missing. Throws Error(bad_data) when there are too few or too many bytes.
std::vector<Column> read_npy_columns(const ReadBytes& read, const NpyHeader& header,
                                     const std::string& source, const Context& context);

}  // namespace pith
