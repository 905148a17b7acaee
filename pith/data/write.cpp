// SPDX-License-Identifier: Apache-2.0
#include "pith/data/write.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr std::size_t piece_size = std::size_t{1} << 18U;

bool needs_quotes(std::string_view text, char delimiter) {
  const auto is_blank = [](char letter) { return letter == ' ' || letter == '\t'; };
  return text.empty() || is_blank(text.front()) || is_blank(text.back()) ||
         std::any_of(text.begin(), text.end(), [delimiter](char letter) {
           return letter == delimiter || letter == '"' || letter == '\n' || letter == '\r';
         });
}

std::string field_text(std::string_view text, char delimiter) {
  if (!needs_quotes(text, delimiter)) return std::string(text);
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"') out += '"';
    out += letter;
  }
  return out + '"';
}

/// Writes one column row by row.
class FieldWriter {
 public:
  FieldWriter(const Column& column, char delimiter) : column_(column) {
    for (const std::string& level : column.level_names()) {
      levels_.push_back(field_text(level, delimiter));
    }
  }
  void append(std::size_t row, std::string& text) const {
    if (column_.missing().test(row)) return;
    text += column_.is_codes() ? levels_[column_.code(row)] : number_text(column_.number(row));
  }

 private:
  const Column& column_;
  std::vector<std::string> levels_;
};

/// Takes text and whether it is the last piece; passes it on, compressed or not.
using Packer = std::function<void(std::string_view text, bool is_last)>;

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

Packer packer_for(std::string_view path, TextSink sink) {
  if (path.ends_with(".gz")) return packer_with<GzipPacker>(std::move(sink));
  if (path.ends_with(".zst")) return packer_with<ZstdPacker>(std::move(sink));
  return [sink = std::move(sink)](std::string_view text, bool) { sink(text); };
}

char delimiter_for(std::string_view path) {
  for (const std::string_view packing : {".gz", ".zst"}) {
    if (path.ends_with(packing)) path.remove_suffix(packing.size());
  }
  return path.ends_with(".tsv") || path.ends_with(".tab") ? '\t' : ',';
}

}  // namespace

void write_csv(const Table& table, std::span<const Feature> features, char delimiter,
               const TextSink& sink) {
  std::string text;
  std::vector<FieldWriter> fields;
  const auto add = [&](const std::string& name, const Column& column) {
    if (!fields.empty()) text += delimiter;
    text += field_text(name, delimiter);
    fields.emplace_back(column, delimiter);
  };
  for (const Feature feature : features)
    add(table.name(feature), table.feature(feature));
  if (table.has_target()) add(table.target_name(), table.target());
  text += '\n';
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::size_t start = text.size();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text += delimiter;
      fields[i].append(row, text);
    }
    // An empty line would be skipped, so a missing value alone in its row is written in quotes.
    if (text.size() == start) text += "\"\"";
    text += '\n';
    if (text.size() < piece_size) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

void write_table(AtomicFile& file, const Table& table, std::span<const Feature> features) {
  const Packer packer =
      packer_for(file.path(), [&file](std::string_view bytes) { file.write(bytes); });
  write_csv(table, features, delimiter_for(file.path()),
            [&packer](std::string_view text) { packer(text, false); });
  packer({}, true);
}

void write_table(const std::string& path, const Table& table, std::span<const Feature> features) {
  write_atomically(path, [&](AtomicFile& file) { write_table(file, table, features); });
}

}  // namespace pith
