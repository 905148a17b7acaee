// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/zip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr std::uint64_t largest_directory = 16U << 20U;
constexpr std::size_t chunk_size = 1U << 16U;
constexpr std::size_t end_record_size = 22;
constexpr std::size_t longest_comment = 0xFFFF;
constexpr std::size_t local_header_size = 30;
constexpr std::uint32_t deferred = 0xFFFFFFFF;  // the number is in the ZIP64 part

[[noreturn]] void fail(const Input& input, const std::string& what) {
  throw Error(ErrorKind::bad_data, fmt::format("{}: {}", input.name(), what));
}

std::uint64_t little_endian(std::string_view bytes, std::size_t place, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(bytes[place + i]);
  }
  return value;
}

/// Reads numbers and texts from bytes, with checked bounds.
class Record {
 public:
  Record(std::string_view bytes, const Input& input) : bytes_(bytes), input_(&input) {}

  std::uint64_t number(std::size_t place, std::size_t size) const {
    return little_endian(text(place, size), 0, size);
  }
  std::string_view text(std::size_t place, std::size_t size) const {
    if (place > bytes_.size() || size > bytes_.size() - place) {
      fail(*input_, "the ZIP archive is damaged: its directory is truncated");
    }
    return bytes_.substr(place, size);
  }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  const Input* input_;
};

/// Input can only be read forwards or rewound, so entries are best read in the order of the file.
void skip_to(Input& input, std::uint64_t offset) {
  if (offset < input.position()) input.rewind();
  offset -= input.position();
  std::array<char, chunk_size> waste{};
  while (offset > 0) {
    const std::size_t part = std::min<std::uint64_t>(offset, waste.size());
    if (input.read({waste.data(), part}) != part) fail(input, "the ZIP archive is truncated");
    offset -= part;
  }
}

std::string bytes_at(Input& input, std::uint64_t offset, std::uint64_t size) {
  skip_to(input, offset);
  std::string bytes(size, '\0');
  if (input.read(bytes) != size) fail(input, "the ZIP archive is truncated");
  return bytes;
}

/// The position of the central directory.
struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

Directory find_directory(Input& input) {
  const std::uint64_t file_size = input.size();
  const std::uint64_t tail_size =
      std::min<std::uint64_t>(file_size, end_record_size + longest_comment + 76);
  const std::string tail = bytes_at(input, file_size - tail_size, tail_size);
  const std::size_t end = tail.rfind("PK\x05\x06");
  if (end == std::string::npos || tail.size() - end < end_record_size) {
    fail(input, "this is not a ZIP archive, or it is truncated");
  }
  const Record record(tail, input);
  Directory directory{record.number(end + 16, 4), record.number(end + 12, 4)};
  const std::size_t locator_size = 20;
  if (directory.offset == deferred || directory.size == deferred) {
    if (end < locator_size || record.text(end - locator_size, 4) != "PK\x06\x07") {
      fail(input, "the ZIP archive is damaged: its ZIP64 directory is missing");
    }
    const std::uint64_t offset = record.number(end - locator_size + 8, 8);
    if (offset > file_size || file_size - offset < 56) {
      fail(input, "the ZIP archive is damaged: its ZIP64 directory is missing");
    }
    const std::string bytes = bytes_at(input, offset, 56);
    const Record wide(bytes, input);
    if (wide.text(0, 4) != "PK\x06\x06") {
      fail(input, "the ZIP archive is damaged: its ZIP64 directory is missing");
    }
    directory = {wide.number(48, 8), wide.number(40, 8)};
  }
  if (directory.offset > file_size || directory.size > file_size - directory.offset) {
    fail(input, "the ZIP archive is damaged: its directory is outside the file");
  }
  if (directory.size > largest_directory) {
    fail(input, fmt::format("the directory of the ZIP archive has {} bytes; at most {} can be read",
                            directory.size, largest_directory));
  }
  return directory;
}

/// Sizes and offset that did not fit in 32 bits, from the ZIP64 part of the extra field.
void widen(ZipEntry& entry, const Record& extra) {
  std::size_t place = 0;
  while (place + 4 <= extra.size()) {
    const std::uint64_t id = extra.number(place, 2);
    const std::uint64_t size = extra.number(place + 2, 2);
    if (id == 1) {
      std::size_t next = place + 4;
      for (std::uint64_t* const value : {&entry.size, &entry.packed_size, &entry.offset}) {
        if (*value != deferred) continue;
        *value = extra.number(next, 8);
        next += 8;
      }
      return;
    }
    place += 4 + size;
  }
}

/// Reads the entry at `place` of the directory and moves `place` to its end.
ZipEntry parse_entry(const Record& record, std::size_t& place, const Input& input) {
  if (record.text(place, 4) != "PK\x01\x02") fail(input, "the ZIP archive has a damaged directory");
  const std::size_t name_size = record.number(place + 28, 2);
  const std::size_t extra_size = record.number(place + 30, 2);
  const std::size_t comment_size = record.number(place + 32, 2);
  ZipEntry entry{.name = std::string(record.text(place + 46, name_size)),
                 .crc = static_cast<std::uint32_t>(record.number(place + 16, 4)),
                 .packed_size = record.number(place + 20, 4),
                 .size = record.number(place + 24, 4),
                 .offset = record.number(place + 42, 4)};
  widen(entry, Record(record.text(place + 46 + name_size, extra_size), input));
  const std::uint64_t flags = record.number(place + 8, 2);
  const std::uint64_t method = record.number(place + 10, 2);
  if ((flags & 1U) != 0) {
    fail(input, fmt::format("{} is encrypted; save it without a password", quoted(entry.name)));
  }
  if (method != 0 && method != 8) {
    fail(input,
         fmt::format("{} is compressed by method {}; only stored and deflated entries can be read",
                     quoted(entry.name), method));
  }
  entry.is_deflated = method == 8;
  if (!entry.is_deflated && entry.size != entry.packed_size) {
    fail(input,
         fmt::format("{} is stored uncompressed but has two different sizes", quoted(entry.name)));
  }
  place += 46 + name_size + extra_size + comment_size;
  return entry;
}

/// Sets the end of each entry to the start of the next one, or of the directory. An entry that does
/// not fit there overlaps, by which a small file could contain a huge one.
void check_entries(std::vector<ZipEntry>& entries, std::uint64_t directory, const Input& input) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    ZipEntry& entry = entries[i];
    entry.end = i + 1 < entries.size() ? entries[i + 1].offset : directory;
    const std::uint64_t head = local_header_size + entry.name.size();
    if (entry.offset > entry.end || entry.end - entry.offset < head ||
        entry.end - entry.offset - head < entry.packed_size) {
      fail(input, fmt::format("{} overlaps another part of the ZIP archive, or is outside of it",
                              quoted(entry.name)));
    }
  }
}

}  // namespace

struct ZipStream::State {
  State(Input& from, ZipEntry what) : input(&from), entry(std::move(what)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  State(State&&) = delete;
  State& operator=(State&&) = delete;
  ~State() {
    if (entry.is_deflated) inflateEnd(&zlib);
  }

  [[noreturn]] void reject(std::string_view why) const {
    fail(*input, fmt::format("{} in the ZIP archive {}", quoted(entry.name), why));
  }
  std::size_t read_packed(std::span<char> buffer) {
    const std::size_t part = std::min<std::uint64_t>(buffer.size(), packed_left);
    if (input->read(buffer.first(part)) != part) reject("is truncated");
    packed_left -= part;
    return part;
  }
  std::size_t read_deflated(std::span<char> buffer);

  Input* input;
  ZipEntry entry;
  std::uint64_t packed_left = 0;
  std::uint64_t left = 0;
  std::uint32_t crc = 0;
  bool is_checked = false;
  z_stream zlib{};
  std::array<char, chunk_size> packed{};
};

std::size_t ZipStream::State::read_deflated(std::span<char> buffer) {
  std::size_t done = 0;
  while (done < buffer.size()) {
    if (zlib.avail_in == 0) {
      zlib.avail_in = static_cast<uInt>(read_packed(packed));
      zlib.next_in = reinterpret_cast<Bytef*>(packed.data());
    }
    const std::size_t room =
        std::min<std::size_t>(buffer.size() - done, std::numeric_limits<uInt>::max());
    zlib.next_out = reinterpret_cast<Bytef*>(buffer.data() + done);
    zlib.avail_out = static_cast<uInt>(room);
    const int result = inflate(&zlib, Z_NO_FLUSH);
    done += room - zlib.avail_out;
    if (result == Z_STREAM_END) break;
    const bool is_stuck = result == Z_BUF_ERROR && packed_left == 0;
    if (is_stuck || (result != Z_OK && result != Z_BUF_ERROR)) reject("is damaged");
  }
  return done;
}

ZipStream::ZipStream(Input& input, const ZipEntry& entry)
    : state_(std::make_unique<State>(input, entry)) {
  const std::string header = bytes_at(input, entry.offset, local_header_size);
  const Record record(header, input);
  if (record.text(0, 4) != "PK\x03\x04") state_->reject("has no header at its offset");
  std::uint64_t skip = record.number(26, 2) + record.number(28, 2);
  if (entry.end - entry.offset - local_header_size < skip ||
      entry.end - entry.offset - local_header_size - skip < entry.packed_size) {
    state_->reject("overlaps another part of it");
  }
  state_->packed_left = skip;
  while (skip > 0)
    skip -= state_->read_packed(state_->packed);
  state_->packed_left = entry.packed_size;
  state_->left = entry.size;
  state_->crc = static_cast<std::uint32_t>(crc32(0, nullptr, 0));
  // Negative: a bare deflate stream without zlib's own header.
  if (entry.is_deflated && inflateInit2(&state_->zlib, -MAX_WBITS) != Z_OK) {
    throw Error(ErrorKind::resources, input.name() + ": not enough memory to decompress it");
  }
}

ZipStream::ZipStream(ZipStream&&) noexcept = default;
ZipStream& ZipStream::operator=(ZipStream&&) noexcept = default;
ZipStream::~ZipStream() = default;

std::size_t ZipStream::read(std::span<char> buffer) {
  State& state = *state_;
  const std::span<char> wanted = buffer.first(std::min<std::uint64_t>(buffer.size(), state.left));
  const std::size_t got =
      state.entry.is_deflated ? state.read_deflated(wanted) : state.read_packed(wanted);
  if (got != wanted.size()) state.reject("is shorter than its directory says");
  state.left -= got;
  state.crc = static_cast<std::uint32_t>(
      crc32_z(state.crc, reinterpret_cast<const Bytef*>(wanted.data()), got));
  if (state.left == 0 && !state.is_checked) {
    state.is_checked = true;
    if (state.crc != state.entry.crc) state.reject("is damaged: its checksum is wrong");
  }
  return got;
}

ZipArchive::ZipArchive(Input& input) : input_(&input) {
  if (input.is_compressed())
    fail(input, "the ZIP archive is compressed itself; decompress it first");
  const Directory directory = find_directory(input);
  const std::string bytes = bytes_at(input, directory.offset, directory.size);
  const Record record(bytes, input);
  std::size_t place = 0;
  while (place + 4 <= record.size() && record.text(place, 4) == "PK\x01\x02") {
    entries_.push_back(parse_entry(record, place, input));
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const ZipEntry& a, const ZipEntry& b) { return a.offset < b.offset; });
  check_entries(entries_, directory.offset, input);
}

ZipStream ZipArchive::open(const ZipEntry& entry) {
  return {*input_, entry};
}

}  // namespace pith
