// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace pith {

/// The bytes of a file, decompressed on the way: plain, gzip (any number of members) or zstd, told
/// apart by their first bytes, not by the name. `-` is standard input; what cannot be read twice
/// (standard input, a pipe) is first copied to a temporary file, so that rewind() always works.
class Input {
 public:
  /// Throws Error(io) when the file cannot be opened or is a directory.
  static Input open(const std::string& path);

  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// Fills `buffer` and returns how many bytes it got: less than asked for only at the end. Throws
  /// Error(io) when reading fails, Error(bad_data) when a compressed stream is damaged or cut off.
  std::size_t read(std::span<char> buffer);

  /// Back to the first byte.
  void rewind();

  /// As the user named it, for messages; standard input is `<stdin>`.
  const std::string& name() const;
  bool is_compressed() const;
  /// How many bytes the file has as it lies on the disk (compressed, if it is).
  std::uint64_t size() const;
  /// Where in the file on the disk reading has come to, for progress.
  std::uint64_t position() const;

  /// SHA-256 of the file as it lies on the disk, in lower-case hexadecimal: what sha256sum prints.
  std::string digest() const;

 private:
  struct State;
  explicit Input(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pith
