// SPDX-License-Identifier: Apache-2.0
// An archive as it is, and one with correct sizes and checksums whose arrays are these bytes.
#include <zlib.h>

#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

std::string little(std::uint64_t value, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i)
    text += static_cast<char>(i < sizeof(value) ? value >> (8 * i) : 0);
  return text;
}

/// The bytes without a header, as ZIP deflates them.
std::string deflated(const std::string& content) {
  z_stream stream{};
  require(deflateInit2(&stream, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK, "zlib");
  std::string out(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Archive {
  std::string body = {};
  std::string directory = {};
  std::size_t entries = 0;

  void add(const std::string& name, const std::string& content, bool is_deflated) {
    const std::string packed = is_deflated ? deflated(content) : content;
    const std::string crc = little(
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())),
        4);
    const std::string common = little(20, 2) + little(0, 2) + little(is_deflated ? 8 : 0, 2) +
                               little(0, 4) + crc + little(packed.size(), 4) +
                               little(content.size(), 4) + little(name.size(), 2) + little(0, 2);
    directory += "PK\1\2" + little(20, 2) + common + little(0, 10) + little(body.size(), 4) + name;
    body += "PK\3\4" + common + name + packed;
    ++entries;
  }
  std::string text() const {
    return body + directory + "PK\5\6" + little(0, 4) + little(entries, 2) + little(entries, 2) +
           little(directory.size(), 4) + little(body.size(), 4) + little(0, 2);
  }
};

}  // namespace

PITH_FUZZ_TARGET(npz) {
  if (bytes.starts_with("PK")) {
    (void)table_of(bytes, {.format = Format::npz});
    return;
  }
  Bytes from(bytes);
  Archive archive;
  const std::size_t entries = 1 + from.below(4);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::string name = from.text(from.below(6));
    const bool is_deflated = from.flag();
    const std::size_t size = i + 1 == entries ? from.rest().size() : from.below(1024);
    archive.add(name + ".npy", from.text(size), is_deflated);
  }
  (void)table_of(archive.text(), {.format = Format::npz});
}

}  // namespace pith::fuzz
