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

/// Throws Error(bad_data): a size in the file cannot be.
[[noreturn]] void damaged_mat(const std::string& file);

/// The bytes of a part of a MATLAB file, one after the other, as they are or inflated. Its memory
/// does not depend on the file.
class MatBytes {
 public:
  /// From `first` to the end of the file. The input must outlive this.
  MatBytes(const Input& input, std::uint64_t first);
  MatBytes(MatBytes&&) noexcept;
  MatBytes& operator=(MatBytes&&) = delete;
  ~MatBytes();

  /// Of what follows, `size` bytes are compressed by zlib, and the next ones are those inflated.
  void inflate(std::uint64_t size);

  /// Throw as damaged_mat() does where fewer bytes are left.
  void read(std::span<std::byte> buffer);
  void skip(std::uint64_t count);

  /// Inflates to the end, which must come within `most` bytes, and so compares the checksum.
  /// Nothing can be read afterwards. Does nothing where nothing is compressed.
  void finish(std::uint64_t most);

  /// Bytes of the file that were not read; of the compressed part if there is one.
  std::uint64_t left() const;

 private:
  std::span<const std::byte> buffered();
  std::size_t inflate_some(std::span<std::byte> buffer);

  struct Inflation;
  const Input* input_;
  std::uint64_t place_;  ///< in the file, of what comes after the buffer
  std::uint64_t end_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
  std::unique_ptr<Inflation> inflation_;
};

}  // namespace pith
