// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pith {

/// A file without a name in TMPDIR (or /tmp), which the system deletes when it is closed, however
/// the process ends. Several threads may read and write at once, at different places.
class TemporaryFile {
 public:
  /// `what` begins the messages. Throws Error(io) when the file cannot be created.
  explicit TemporaryFile(std::string what);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  /// The folder of temporary files.
  static std::string folder();
  /// The bytes that are free for this user on its disk; the largest number if that is not known.
  static std::uint64_t free_bytes();

  std::uint64_t size() const { return size_; }
  /// Appends the bytes and returns where they begin. On one thread only. Throws Error(resources)
  /// when the disk is full, else Error(io).
  std::uint64_t append(std::span<const std::byte> bytes);
  /// Fills the buffer from this place on. Throws Error(io).
  void read_at(std::uint64_t offset, std::span<std::byte> buffer) const;
  /// Lets the system begin to read these bytes. Only advice.
  void prefetch(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  [[noreturn]] void fail(const char* what, int error) const;

  std::string what_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace pith
