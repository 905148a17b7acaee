// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "pith/data/formats/parquet/delta.h"
#include "pith/data/formats/parquet/sink.h"

namespace pith::parquet {

/// Values of a fixed number of bytes, in any encoding but those with a dictionary.
class FixedReader {
 public:
  /// The values that are present. Throws Fault, as everything does.
  FixedReader(const PageValues& page, const ColumnType& type);

  /// The next `count` values, of which there must be so many, into `out`.
  void read(std::size_t count, std::byte* out);

 private:
  void read_split(std::size_t count, std::byte* out);
  void read_delta(std::size_t count, std::byte* out);

  Encoding encoding_;
  std::span<const std::byte> bytes_;
  std::size_t width_;
  std::size_t count_;
  std::size_t done_ = 0;
  std::optional<DeltaReader> delta_;
};

}  // namespace pith::parquet
