// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// How a block of bytes inside a file is compressed.
enum class Codec { none, snappy, gzip, zstd, lz4_raw, lz4_frame };

/// In the words of messages: `zstd`.
std::string_view codec_name(Codec codec);

/// Decompresses blocks whose size is known. What a library needs for that is made once and reused:
/// one object for each thread.
class Decompressor {
 public:
  /// `source` begins the messages.
  explicit Decompressor(std::string source);
  Decompressor(Decompressor&&) noexcept;
  Decompressor& operator=(Decompressor&&) noexcept;
  ~Decompressor();

  /// Fills `to`, which must not overlap. Throws Error(bad_data) when the data are damaged or do not
  /// have exactly this size; never writes beyond `to`.
  void decompress(Codec codec, std::span<const std::byte> from, std::span<std::byte> to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Compresses blocks by zstd.
class ZstdCompressor {
 public:
  explicit ZstdCompressor(int level);
  ZstdCompressor(ZstdCompressor&&) noexcept;
  ZstdCompressor& operator=(ZstdCompressor&&) noexcept;
  ~ZstdCompressor();

  /// The largest size of so many bytes when they are compressed.
  static std::size_t bound(std::size_t bytes);
  /// Appends the compressed bytes to `to`.
  void compress(std::span<const std::byte> from, std::vector<std::byte>& to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pith
