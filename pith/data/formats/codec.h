// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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

  /// Fills `to`, which must not overlap; for all codecs but lz4_frame. Throws Error(bad_data) when
  /// the data are damaged or do not have exactly this size; never writes beyond `to`.
  void decompress(Codec codec, std::span<const std::byte> from, std::span<std::byte> to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Decompresses zstd and frames of LZ4 piece by piece, so that neither the compressed bytes nor the
/// others need to be in memory at once.
class StreamDecompressor {
 public:
  /// `source` begins the messages.
  explicit StreamDecompressor(std::string source);
  StreamDecompressor(StreamDecompressor&&) noexcept;
  StreamDecompressor& operator=(StreamDecompressor&&) noexcept;
  ~StreamDecompressor();

  /// How many bytes it keeps for data that begin like this, unless they are written to the same
  /// memory one after the other.
  static std::uint64_t kept_bytes(Codec codec, std::span<const std::byte> front);

  /// Begins anew, and keeps at most so many bytes. 0: `to` of run() is always the same.
  void start(Codec codec, std::uint64_t kept);
  /// Decompresses into `to` from `made` on, as far as both reach, and returns how many bytes of
  /// `from` were used. Throws Error(bad_data) when the data are damaged.
  std::size_t run(std::span<const std::byte> from, std::span<std::byte> to, std::size_t& made);
  /// Whether nothing is missing at the end.
  bool is_complete() const;
  [[noreturn]] void fail(std::string_view why) const;

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
