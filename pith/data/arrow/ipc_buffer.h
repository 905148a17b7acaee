// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "pith/base/context.h"
#include "pith/data/arrow/ipc_messages.h"
#include "pith/data/formats/codec.h"

namespace pith {

/// Memory that is reused.
class Room {
 public:
  /// What was in it is lost. Throws Error(resources).
  std::span<std::byte> get(std::uint64_t bytes, const std::string& column, const Context& context);

 private:
  Reservation held_;
  std::unique_ptr<std::byte[]> memory_;
  std::uint64_t size_ = 0;
};

/// A buffer of a batch in the file.
struct StoredBuffer {
  Stretch stretch = {};    ///< of the values as they are stored
  std::uint64_t size = 0;  ///< of the values
  Codec codec = Codec::none;

  bool is_packed() const { return codec != Codec::none; }
};

/// Reads a buffer from its beginning to its end, a piece at a time; of a compressed one only pieces
/// are in memory. Reused for buffer after buffer of the same file.
class BufferReader {
 public:
  /// Both must outlive it.
  BufferReader(const Input& input, const Context& context);

  /// `column` is for messages and must outlive the reading. `is_whole`: all of it is read into one
  /// stretch of memory, which is faster. Throws Error(resources) where memory is short.
  void open(const StoredBuffer& buffer, const std::string& column, bool is_whole = false);
  /// Fills some of `to` from `made` on, and returns how far. Reads on until there is something.
  std::size_t read_some(std::span<std::byte> to, std::size_t made);
  /// The next bytes. Throws Error(bad_data) where there are not so many.
  void read(std::span<std::byte> to);
  void skip(std::uint64_t bytes);
  /// Reads what is left and checks that the data end where they should.
  void finish();

 private:
  void fetch();

  const Input& input_;
  const Context& context_;
  StreamDecompressor decompressor_;
  const std::string* column_ = nullptr;
  bool is_packed_ = false;
  std::uint64_t left_ = 0;  ///< of the values
  Stretch stored_ = {};     ///< what was not fetched yet
  Room room_;
  std::span<const std::byte> fetched_;  ///< and not decompressed yet
  bool is_whole_ = false;
  std::span<std::byte> whole_;  ///< the memory for all of it
  Reservation kept_;            ///< of the decompressor
};

}  // namespace pith
