// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/data/input.h"

namespace pith {

/// One file in an archive, as the central directory describes it.
struct ZipEntry {
  std::string name;
  bool is_deflated = false;
  std::uint32_t crc = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;  ///< of its local header
  std::uint64_t end = 0;     ///< the entry lies before this offset
};

/// The bytes of one entry, decompressed while reading. Only one may be in use at a time.
class ZipStream {
 public:
  ZipStream(Input& input, const ZipEntry& entry);
  ZipStream(ZipStream&&) noexcept;
  ZipStream& operator=(ZipStream&&) noexcept;
  ~ZipStream();

  /// Fills `buffer` and returns the number of bytes read, which is smaller only at the end. Throws
  /// Error(bad_data) when the entry is damaged, and at its end when the checksum is wrong.
  std::size_t read(std::span<char> buffer);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A ZIP archive (also ZIP64) whose entries are stored or deflated. Every number in it is checked
/// against the size of the file before it is used; entries that overlap, as in ZIP bombs, are
/// rejected. Memory: the central directory, at most 16 MiB.
class ZipArchive {
 public:
  /// Reads the central directory. Throws Error(bad_data).
  explicit ZipArchive(Input& input);

  /// In the order of the file.
  const std::vector<ZipEntry>& entries() const { return entries_; }
  ZipStream open(const ZipEntry& entry);

 private:
  Input* input_;
  std::vector<ZipEntry> entries_;
};

}  // namespace pith
