// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/packing.h"

#include <zlib.h>
#include <zstd.h>

#include <memory>
#include <string>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

class GzipPacker {
 public:
  explicit GzipPacker(TextSink sink) : sink_(std::move(sink)), buffer_(piece_size, '\0') {
    constexpr int gzip_only = 16;
    constexpr int memory_level = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_only,
                     memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw Error(ErrorKind::resources, "not enough memory to compress with gzip");
    }
  }
  GzipPacker(const GzipPacker&) = delete;
  GzipPacker& operator=(const GzipPacker&) = delete;
  ~GzipPacker() { deflateEnd(&stream_); }

  void write(std::string_view text, bool is_last) {
    // zlib does not write to its input; its C interface needs the cast.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, is_last ? Z_FINISH : Z_NO_FLUSH);
      sink_({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

 private:
  TextSink sink_;
  std::string buffer_;
  z_stream stream_{};
};

class ZstdPacker {
 public:
  explicit ZstdPacker(TextSink sink)
      : sink_(std::move(sink)), buffer_(piece_size, '\0'), stream_(ZSTD_createCStream()) {
    if (stream_ == nullptr)
      throw Error(ErrorKind::resources, "not enough memory to compress with zstd");
    ZSTD_CCtx_setParameter(stream_, ZSTD_c_checksumFlag, 1);
  }
  ZstdPacker(const ZstdPacker&) = delete;
  ZstdPacker& operator=(const ZstdPacker&) = delete;
  ~ZstdPacker() { ZSTD_freeCStream(stream_); }

  void write(std::string_view text, bool is_last) {
    ZSTD_inBuffer source{text.data(), text.size(), 0};
    for (;;) {
      ZSTD_outBuffer target{buffer_.data(), buffer_.size(), 0};
      const std::size_t left =
          ZSTD_compressStream2(stream_, &target, &source, is_last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) != 0)
        throw Error(ErrorKind::resources,
                    std::string("cannot compress with zstd: ") + ZSTD_getErrorName(left));
      sink_({buffer_.data(), target.pos});
      if (is_last ? left == 0 : source.pos == source.size) return;
    }
  }

 private:
  TextSink sink_;
  std::string buffer_;
  ZSTD_CStream* stream_;
};

template <class Stream>
Packer packer_with(TextSink sink) {
  // Shared because std::function must be copyable; there is only one owner.
  return [stream = std::make_shared<Stream>(std::move(sink))](std::string_view text, bool is_last) {
    stream->write(text, is_last);
  };
}

}  // namespace

Packer packer_for(std::string_view path, TextSink sink) {
  if (path.ends_with(".gz")) return packer_with<GzipPacker>(std::move(sink));
  if (path.ends_with(".zst")) return packer_with<ZstdPacker>(std::move(sink));
  return [sink = std::move(sink)](std::string_view text, bool) { sink(text); };
}

}  // namespace pith
