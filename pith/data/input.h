// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "pith/base/context.h"

namespace pith {

/// The bytes of a file, decompressed while reading: plain, gzip (any number of members) or zstd,
/// detected by the first bytes, not by the name. `-` is standard input; input that cannot be read
/// twice (standard input, a pipe) is first copied to a temporary file, so that rewind() always
/// works.
class Input {
 public:
  /// Throws Error(io) when the file cannot be opened or is a directory. What it takes to decompress
  /// is reserved in the context.
  static Input open(const std::string& path, const Context& context = {});

  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// Fills `buffer` and returns the number of bytes read, which is smaller only at the end. Throws
  /// Error(io) when reading fails, Error(bad_data) when a compressed stream is damaged or
  /// truncated.
  std::size_t read(std::span<char> buffer);

  /// Fills `buffer` with the bytes of the file on the disk from this offset on. May be called on
  /// several threads at once. Throws Error(bad_data) where the file ends before.
  void read_at(std::uint64_t offset, std::span<std::byte> buffer) const;

  /// Throws Error(bad_data) when the file on the disk has another size or time of modification than
  /// when it was opened. For what is read more than once.
  void check_unchanged() const;

  /// Lets the system begin to read these bytes of the file on the disk. Only advice.
  void prefetch(std::uint64_t offset, std::uint64_t bytes) const;

  /// Whether the (decompressed) bytes begin with a byte-order mark of UTF-16. Rewinds.
  bool is_utf16();
  /// Decodes UTF-16 (little-endian unless a byte-order mark says otherwise), so that the input is
  /// UTF-8 from now on: read(), size() and position() refer to that. Rewinds. The decoded text is
  /// in a temporary file.
  void decode_utf16();

  /// Back to the first byte.
  void rewind();

  /// As the user named it, for messages; standard input is `<stdin>`.
  const std::string& name() const;
  bool is_compressed() const;
  /// The size of the file on the disk in bytes (compressed, if it is).
  std::uint64_t size() const;
  /// The read position in the file on the disk, for progress.
  std::uint64_t position() const;

  /// SHA-256 of the file on the disk, in lower-case hexadecimal as sha256sum prints it.
  std::string digest() const;

 private:
  struct State;
  explicit Input(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;

  friend std::string digest(std::span<const Input> inputs);
};

/// SHA-256 of the files on the disk, one after the other.
std::string digest(std::span<const Input> inputs);

}  // namespace pith
