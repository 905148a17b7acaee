// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/codec.h"

#include <fmt/format.h>
#include <lz4.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/data/formats/snappy.h"

namespace pith {
namespace {

[[noreturn]] void fail_memory(const std::string& source) {
  throw Error(ErrorKind::resources, source + ": not enough memory to decompress");
}

struct FreeZstd {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeLz4 {
  void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
};
struct FreeZlib {
  void operator()(z_stream* stream) const {
    inflateEnd(stream);
    delete stream;
  }
};

}  // namespace

std::string_view codec_name(Codec codec) {
  switch (codec) {
    case Codec::snappy:
      return "snappy";
    case Codec::gzip:
      return "gzip";
    case Codec::zstd:
      return "zstd";
    case Codec::lz4_raw:
    case Codec::lz4_frame:
      return "LZ4";
    case Codec::none:
      break;
  }
  return "plain";
}

struct Decompressor::State {
  explicit State(std::string name) : source(std::move(name)) {}

  [[noreturn]] void fail(Codec codec, std::string_view why) const {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: damaged {} data ({}); copy or download the file again", source,
                            codec_name(codec), why));
  }
  void require_size(Codec codec, std::size_t size, std::size_t wanted) const {
    if (size != wanted) fail(codec, fmt::format("they have {} of {} bytes", size, wanted));
  }

  void copy(std::span<const std::byte> from, std::span<std::byte> to) const {
    require_size(Codec::none, from.size(), to.size());
    if (!to.empty()) std::memcpy(to.data(), from.data(), to.size());
  }

  void unzstd(std::span<const std::byte> from, std::span<std::byte> to) {
    if (!zstd) zstd.reset(ZSTD_createDCtx());
    if (!zstd) fail_memory(source);
    const std::size_t made =
        ZSTD_decompressDCtx(zstd.get(), to.data(), to.size(), from.data(), from.size());
    if (ZSTD_isError(made) != 0) fail(Codec::zstd, ZSTD_getErrorName(made));
    require_size(Codec::zstd, made, to.size());
  }

  void unsnappy(std::span<const std::byte> from, std::span<std::byte> to) const {
    const std::string_view fault = decompress_snappy(from, to);
    if (!fault.empty()) fail(Codec::snappy, fault);
  }

  void unlz4_raw(std::span<const std::byte> from, std::span<std::byte> to) const {
    constexpr std::size_t most = std::numeric_limits<int>::max();
    if (from.size() > most || to.size() > most) fail(Codec::lz4_raw, "a block of more than 2 GiB");
    const int made = LZ4_decompress_safe(
        reinterpret_cast<const char*>(from.data()), reinterpret_cast<char*>(to.data()),
        static_cast<int>(from.size()), static_cast<int>(to.size()));
    if (made < 0) fail(Codec::lz4_raw, "an impossible sequence");
    require_size(Codec::lz4_raw, static_cast<std::size_t>(made), to.size());
  }

  /// Any number of members of gzip, or zlib's own format, which some programs write instead.
  void gunzip(std::span<const std::byte> from, std::span<std::byte> to) {
    constexpr int gzip_or_zlib = 32;
    if (!zlib) {
      auto stream = std::make_unique<z_stream>();
      if (inflateInit2(stream.get(), MAX_WBITS + gzip_or_zlib) != Z_OK) fail_memory(source);
      zlib.reset(stream.release());
    }
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    inflateReset(zlib.get());
    std::size_t read = 0;
    std::size_t made = 0;
    int status = Z_OK;
    do {
      if (status == Z_STREAM_END) inflateReset(zlib.get());
      const std::size_t in = std::min(most, from.size() - read);
      const std::size_t out = std::min(most, to.size() - made);
      std::byte none{};  // zlib rejects a null pointer, even for no bytes
      // zlib does not write to its input; its C interface needs the cast.
      zlib->next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(from.data() + read));
      zlib->avail_in = static_cast<uInt>(in);
      zlib->next_out = reinterpret_cast<Bytef*>(to.empty() ? &none : to.data() + made);
      zlib->avail_out = static_cast<uInt>(out);
      status = inflate(zlib.get(), Z_NO_FLUSH);
      read += in - zlib->avail_in;
      made += out - zlib->avail_out;
      if (status == Z_MEM_ERROR) fail_memory(source);
      if (status == Z_BUF_ERROR)
        fail(Codec::gzip, read < from.size() ? "more bytes than expected" : "they end early");
      if (status != Z_OK && status != Z_STREAM_END)
        fail(Codec::gzip, zlib->msg != nullptr ? zlib->msg : "unknown reason");
    } while (status != Z_STREAM_END || read < from.size());
    require_size(Codec::gzip, made, to.size());
  }

  std::string source;
  std::unique_ptr<ZSTD_DCtx, FreeZstd> zstd;
  std::unique_ptr<z_stream, FreeZlib> zlib;
};

Decompressor::Decompressor(std::string source)
    : state_(std::make_unique<State>(std::move(source))) {}
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;
Decompressor::~Decompressor() = default;

void Decompressor::decompress(Codec codec, std::span<const std::byte> from,
                              std::span<std::byte> to) {
  switch (codec) {
    case Codec::none:
      return state_->copy(from, to);
    case Codec::gzip:
      return state_->gunzip(from, to);
    case Codec::zstd:
      return state_->unzstd(from, to);
    case Codec::lz4_raw:
      return state_->unlz4_raw(from, to);
    case Codec::snappy:
      return state_->unsnappy(from, to);
    case Codec::lz4_frame:
      break;
  }
  PITH_ASSERT(false);
}

struct StreamDecompressor::State {
  explicit State(std::string name) : source(std::move(name)) {}

  void start_zstd(std::uint64_t kept) {
    if (!zstd) zstd.reset(ZSTD_createDCtx());
    if (!zstd) fail_memory(source);
    ZSTD_DCtx_reset(zstd.get(), ZSTD_reset_session_and_parameters);
    if (kept == 0) {
      // ZSTD_d_stableOutBuffer. Where a version does not know it, the result is the same.
      (void)ZSTD_DCtx_setParameter(zstd.get(), ZSTD_d_experimentalParam2, 1);
    } else {
      constexpr int min_log = 10;
      constexpr int max_log = 31;
      const int log = std::clamp(static_cast<int>(std::bit_width(kept - 1)), min_log, max_log);
      (void)ZSTD_DCtx_setParameter(zstd.get(), ZSTD_d_windowLogMax, log);
    }
  }

  void start_lz4() {
    if (!lz4) {
      LZ4F_dctx* made = nullptr;
      if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION)) != 0)
        fail_memory(source);
      lz4.reset(made);
    }
    LZ4F_resetDecompressionContext(lz4.get());
  }

  std::size_t run_zstd(std::span<const std::byte> from, std::span<std::byte> to,
                       std::size_t& made) {
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    ZSTD_outBuffer out{to.data(), to.size(), made};
    wanted = ZSTD_decompressStream(zstd.get(), &out, &in);
    if (ZSTD_isError(wanted) != 0) fail(ZSTD_getErrorName(wanted));
    made = out.pos;
    return in.pos;
  }

  std::size_t run_lz4(std::span<const std::byte> from, std::span<std::byte> to, std::size_t& made) {
    LZ4F_decompressOptions_t options{};
    options.stableDst = is_whole ? 1 : 0;
    std::size_t in = from.size();
    std::size_t out = to.size() - made;
    wanted = LZ4F_decompress(lz4.get(), to.data() + made, &out, from.data(), &in, &options);
    if (LZ4F_isError(wanted) != 0) fail(LZ4F_getErrorName(wanted));
    made += out;
    return in;
  }

  [[noreturn]] void fail(std::string_view why) const {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: damaged {} data ({}); copy or download the file again", source,
                            codec_name(codec), why));
  }

  std::string source;
  Codec codec = Codec::none;
  bool is_whole = false;
  std::size_t wanted = 0;  ///< bytes that are to come; 0: a frame is complete
  std::unique_ptr<ZSTD_DCtx, FreeZstd> zstd;
  std::unique_ptr<LZ4F_dctx, FreeLz4> lz4;
};

StreamDecompressor::StreamDecompressor(std::string source)
    : state_(std::make_unique<State>(std::move(source))) {}
StreamDecompressor::StreamDecompressor(StreamDecompressor&&) noexcept = default;
StreamDecompressor& StreamDecompressor::operator=(StreamDecompressor&&) noexcept = default;
StreamDecompressor::~StreamDecompressor() = default;

std::uint64_t StreamDecompressor::kept_bytes(Codec codec, std::span<const std::byte> front) {
  // A header has a magic number of four bytes, one of flags, and one of the size.
  constexpr std::size_t flags_place = 4;
  constexpr std::size_t size_place = 5;
  constexpr std::uint64_t always = std::uint64_t{1} << 17U;
  if (front.size() <= size_place) return always;
  const auto flags = std::to_integer<unsigned>(front[flags_place]);
  const auto size = std::to_integer<unsigned>(front[size_place]);
  if (codec == Codec::lz4_frame) {
    const unsigned log = 8 + 2 * (size >> 4U & 7U);
    return always + (std::uint64_t{1} << log);
  }
  const unsigned long long content = ZSTD_getFrameContentSize(front.data(), front.size());
  const bool has_content = content != ZSTD_CONTENTSIZE_UNKNOWN && content != ZSTD_CONTENTSIZE_ERROR;
  const bool is_single = (flags >> 5U & 1U) != 0;  // the window is all of the content
  const std::uint64_t base = std::uint64_t{1} << (10 + (size >> 3U));
  const std::uint64_t window = is_single && has_content ? content : base + base / 8 * (size & 7U);
  return std::max(has_content ? std::min<std::uint64_t>(window, content) : window, always);
}

void StreamDecompressor::start(Codec codec, std::uint64_t kept) {
  state_->codec = codec;
  state_->is_whole = kept == 0;
  state_->wanted = 1;
  return codec == Codec::zstd ? state_->start_zstd(kept) : state_->start_lz4();
}

std::size_t StreamDecompressor::run(std::span<const std::byte> from, std::span<std::byte> to,
                                    std::size_t& made) {
  return state_->codec == Codec::zstd ? state_->run_zstd(from, to, made)
                                      : state_->run_lz4(from, to, made);
}

bool StreamDecompressor::is_complete() const {
  return state_->wanted == 0;
}

void StreamDecompressor::fail(std::string_view why) const {
  state_->fail(why);
}

struct ZstdCompressor::State {
  int level = 0;
  std::unique_ptr<ZSTD_CCtx, FreeZstd> context;
};

ZstdCompressor::ZstdCompressor(int level)
    : state_(std::make_unique<State>(
          State{level, std::unique_ptr<ZSTD_CCtx, FreeZstd>(ZSTD_createCCtx())})) {
  if (!state_->context)
    throw Error(ErrorKind::resources, "not enough memory to compress with zstd");
}
ZstdCompressor::ZstdCompressor(ZstdCompressor&&) noexcept = default;
ZstdCompressor& ZstdCompressor::operator=(ZstdCompressor&&) noexcept = default;
ZstdCompressor::~ZstdCompressor() = default;

std::size_t ZstdCompressor::bound(std::size_t bytes) {
  return ZSTD_compressBound(bytes);
}

void ZstdCompressor::compress(std::span<const std::byte> from, std::vector<std::byte>& to) {
  const std::size_t before = to.size();
  to.resize(before + bound(from.size()));
  const std::size_t made =
      ZSTD_compressCCtx(state_->context.get(), to.data() + before, to.size() - before, from.data(),
                        from.size(), state_->level);
  if (ZSTD_isError(made) != 0)
    throw Error(ErrorKind::resources,
                fmt::format("cannot compress with zstd: {}", ZSTD_getErrorName(made)));
  to.resize(before + made);
}

}  // namespace pith
