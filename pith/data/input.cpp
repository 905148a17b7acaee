// SPDX-License-Identifier: Apache-2.0
#include "pith/data/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "pith/base/atomic_file.h"
#include "pith/base/error.h"
#include "pith/base/sha256.h"
#include "pith/data/encoding.h"
#include "pith/data/sql/address.h"

namespace pith {
namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 18U;
/// Frames that need a larger window to decode are rejected: 128 MiB, the default limit of zstd.
constexpr int zstd_window_log = 27;
constexpr int smallest_window_log = 17;
/// What zstd needs beside the window.
constexpr std::uint64_t zstd_bytes = std::uint64_t{1} << 19U;
constexpr std::string_view little_endian_mark = "\xff\xfe";
constexpr std::string_view big_endian_mark = "\xfe\xff";

constexpr std::string_view standard_input = "<stdin>";

[[noreturn]] void fail_io(const std::string& name, const char* what, int error) {
  if (name == standard_input && error == EBADF) {
    throw Error::system(
        fmt::format("{}: standard input is closed; name a file, or redirect one to it", name),
        error);
  }
  throw write_error(fmt::format("{}: {}", name, what), error);
}

[[noreturn]] void fail_damaged(const std::string& name, std::string_view kind,
                               std::string_view what) {
  throw Error(
      ErrorKind::bad_data,
      fmt::format("{}: damaged {} data ({}); copy or download the file again", name, kind, what));
}

[[noreturn]] void fail_truncated(const std::string& name, std::string_view kind) {
  throw Error(
      ErrorKind::bad_data,
      fmt::format("{}: the {} data are truncated; copy or download the file again", name, kind));
}

/// A file descriptor that closes itself.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Fills the buffer from the file at this offset; returns less than its size only at the end.
std::size_t read_at(const File& file, std::span<char> buffer, std::uint64_t offset,
                    const std::string& name) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    const ssize_t got = ::pread(file.get(), buffer.data() + filled, buffer.size() - filled,
                                static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_io(name, "cannot read", errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

/// A temporary file without a name, which the system deletes when it is closed.
File temporary_file(const std::string& name) {
  const char* folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  std::string path = folder != nullptr && *folder != 0 ? folder : "/tmp";
  path += "/pith-XXXXXX";
  File file(::mkostemp(path.data(), O_CLOEXEC));
  if (file.get() < 0)
    fail_io(name, "cannot write a temporary copy (set TMPDIR to another folder)", errno);
  ::unlink(path.c_str());
  return file;
}

void write_all(const File& file, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0)
      fail_io(name, "cannot write a temporary copy (set TMPDIR to another folder)", errno);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

File copy_of(const File& source, const std::string& name) {
  File copy = temporary_file(name);
  std::vector<char> chunk(chunk_size);
  for (;;) {
    const ssize_t got = ::read(source.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_io(name, "cannot read", errno);
    if (got == 0) return copy;
    write_all(copy, {chunk.data(), static_cast<std::size_t>(got)}, name);
  }
}

/// Buffers the compressed bytes for a decoder.
class RawBytes {
 public:
  RawBytes(const File& file, const std::string& name) : file_(file), name_(name) {}

  /// The buffered bytes; empty only at the end of the file.
  std::span<const char> peek() {
    if (begin_ == end_) {
      if (chunk_.empty()) chunk_.resize(chunk_size);
      begin_ = 0;
      end_ = read_at(file_, chunk_, offset_, name_);
      offset_ += end_;
    }
    return std::span<const char>(chunk_).subspan(begin_, end_ - begin_);
  }
  void consume(std::size_t bytes) { begin_ += bytes; }
  std::uint64_t position() const { return offset_ - (end_ - begin_); }
  const std::string& name() const { return name_; }

 private:
  const File& file_;
  const std::string& name_;
  std::vector<char> chunk_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;
};

/// Decompresses gzip: any number of members, one after the other.
class Gunzip {
 public:
  explicit Gunzip(RawBytes raw) : raw_(std::move(raw)) {
    constexpr int gzip_only = 16;
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) {
      throw Error(ErrorKind::resources,
                  raw_.name() + ": not enough memory to decompress gzip data");
    }
  }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;
  ~Gunzip() { inflateEnd(&stream_); }

  std::uint64_t position() const { return raw_.position(); }

  std::size_t read(std::span<char> buffer) {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const auto source = raw_.peek();
      if (source.empty() && is_between_) break;
      filled += inflate_some(source, buffer.subspan(filled));
    }
    return filled;
  }

 private:
  std::size_t inflate_some(std::span<const char> source, std::span<char> target) {
    is_between_ = false;
    const std::size_t room = std::min<std::size_t>(target.size(), std::numeric_limits<uInt>::max());
    // zlib does not write to its input; its C interface needs the cast.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(source.data()));
    stream_.avail_in = static_cast<uInt>(source.size());
    stream_.next_out = reinterpret_cast<Bytef*>(target.data());
    stream_.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    raw_.consume(source.size() - stream_.avail_in);
    const std::size_t made = room - stream_.avail_out;
    if (status == Z_STREAM_END) {
      is_between_ = true;
      inflateReset(&stream_);
    } else if (status == Z_MEM_ERROR) {
      throw Error(ErrorKind::resources,
                  raw_.name() + ": not enough memory to decompress gzip data");
    } else if (status == Z_BUF_ERROR || (status == Z_OK && source.empty() && made == 0)) {
      fail_truncated(raw_.name(), "gzip");
    } else if (status != Z_OK) {
      fail_damaged(raw_.name(), "gzip", stream_.msg != nullptr ? stream_.msg : "unknown reason");
    }
    return made;
  }

  RawBytes raw_;
  z_stream stream_{};
  bool is_between_ = true;  ///< at the end of a member, where the file may end
};

/// The size of the window that the frame at the start of these bytes needs; nothing if they do not
/// tell.
std::optional<std::uint64_t> zstd_window(std::span<const char> bytes) {
  constexpr std::size_t magic_size = 4;
  if (bytes.size() < magic_size + 10) return std::nullopt;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[magic_size + i]));
  };
  const std::uint64_t descriptor = byte(0);
  const bool is_single_segment = (descriptor & 0x20U) != 0;
  if (!is_single_segment) {
    const std::uint64_t base = std::uint64_t{1} << (10 + (byte(1) >> 3U));
    return base + base / 8 * (byte(1) & 7U);
  }
  // The window is the content, whose size has 1, 2, 4 or 8 bytes after the dictionary's number.
  constexpr std::array<std::size_t, 4> id_sizes = {0, 1, 2, 4};
  const std::size_t first = 1 + id_sizes[descriptor & 3U];
  const std::size_t size = std::size_t{1} << (descriptor >> 6U);
  if (bytes.size() < magic_size + first + size) return std::nullopt;
  std::uint64_t content = 0;
  for (std::size_t i = size; i-- > 0;)
    content = content << 8U | byte(first + i);
  return content;
}

/// Decompresses zstd: any number of frames, one after the other.
class Unzstd {
 public:
  Unzstd(RawBytes raw, const Context& context)
      : raw_(std::move(raw)), context_(context), stream_(ZSTD_createDStream()) {
    // The largest window that fits; zstd rejects frames with a larger one before it allocates.
    int log = zstd_window_log;
    while (log > smallest_window_log &&
           (std::uint64_t{1} << static_cast<unsigned>(log)) > context.memory_available())
      --log;
    if (stream_ == nullptr ||
        ZSTD_isError(ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, log)) != 0) {
      ZSTD_freeDStream(stream_);
      throw Error(ErrorKind::resources,
                  raw_.name() + ": not enough memory to decompress zstd data");
    }
  }
  Unzstd(const Unzstd&) = delete;
  Unzstd& operator=(const Unzstd&) = delete;
  ~Unzstd() { ZSTD_freeDStream(stream_); }

  std::uint64_t position() const { return raw_.position(); }

  std::size_t read(std::span<char> buffer) {
    ZSTD_outBuffer target{buffer.data(), buffer.size(), 0};
    while (target.pos < target.size) {
      const auto bytes = raw_.peek();
      if (bytes.empty() && is_between_) break;
      if (is_between_) window_ = zstd_window(bytes);
      ZSTD_inBuffer source{bytes.data(), bytes.size(), 0};
      const std::size_t before = target.pos;
      const std::size_t status = ZSTD_decompressStream(stream_, &target, &source);
      if (ZSTD_isError(status) != 0) fail(status);
      reserve(ZSTD_sizeof_DStream(stream_));
      raw_.consume(source.pos);
      is_between_ = status == 0;
      if (bytes.empty() && target.pos == before && !is_between_)
        fail_truncated(raw_.name(), "zstd");
    }
    return target.pos;
  }

 private:
  void reserve(std::uint64_t bytes) {
    context_.grow(held_, bytes, raw_.name() + ": decompressing zstd data",
                  "compress the file again with a smaller window");
  }
  [[noreturn]] void fail(std::size_t status) {
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
      // Throws if it is the memory limit that this window exceeds.
      const std::uint64_t largest = std::uint64_t{1} << static_cast<unsigned>(zstd_window_log);
      const std::uint64_t window = window_.value_or(largest);
      if (window <= largest) reserve(window + zstd_bytes + context_.memory_limit() / 2);
      throw Error(ErrorKind::bad_data,
                  raw_.name() +
                      ": the zstd window is larger than 128 MiB; compress the file again with "
                      "a window of at most 128 MiB");
    }
    fail_damaged(raw_.name(), "zstd", ZSTD_getErrorName(status));
  }

  RawBytes raw_;
  const Context& context_;
  std::optional<std::uint64_t> window_;  ///< of the frame that is read, where it is known
  Reservation held_;
  ZSTD_DStream* stream_;
  bool is_between_ = true;  ///< at the end of a frame, where the file may end
};

enum class Packing { plain, gzip, zstd };

Packing packing_of(const File& file, const std::string& name) {
  char bytes[4] = {};
  const std::size_t got = read_at(file, bytes, 0, name);
  const std::string_view magic(bytes, got);
  if (magic.starts_with("\x1f\x8b")) return Packing::gzip;
  if (magic == "\x28\xb5\x2f\xfd") return Packing::zstd;
  // Parallel compressors begin with a skippable frame.
  const bool is_skippable = got == 4 && (static_cast<unsigned char>(magic[0]) & 0xF0U) == 0x50U &&
                            magic.substr(1) == "\x2a\x4d\x18";
  return is_skippable ? Packing::zstd : Packing::plain;
}

struct stat status_of(const File& file, const std::string& name) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_io(name, "cannot read", errno);
  return status;
}

File open_file(const std::string& path, const std::string& name) {
  const bool is_standard_input = path == "-";
  File file(is_standard_input ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                              : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail_io(name, "cannot open", errno);
  const struct stat status = status_of(file, name);
  if (S_ISDIR(status.st_mode)) fail_io(name, "cannot read", EISDIR);
  // Standard input may be a file that was already read in part.
  const bool is_at_start = !is_standard_input || ::lseek(file.get(), 0, SEEK_CUR) == 0;
  return S_ISREG(status.st_mode) && is_at_start ? std::move(file) : copy_of(file, name);
}

}  // namespace

struct Input::State {
  State(File source, std::string shown, const Context& limits)
      : context(limits),
        name(std::move(shown)),
        file(std::move(source)),
        opened(status_of(file, name)),
        size(static_cast<std::uint64_t>(opened.st_size)),
        packing(packing_of(file, name)) {
    restart();
  }

  void restart() {
    offset = 0;
    gunzip.reset();
    unzstd.reset();
    if (decoded) return;
    if (packing == Packing::gzip) gunzip = std::make_unique<Gunzip>(RawBytes(file, name));
    if (packing == Packing::zstd) unzstd = std::make_unique<Unzstd>(RawBytes(file, name), context);
  }

  Context context;
  std::string name;
  File file;
  struct stat opened;
  std::uint64_t size;
  Packing packing;
  std::uint64_t offset = 0;  ///< of a plain file
  std::unique_ptr<Gunzip> gunzip;
  std::unique_ptr<Unzstd> unzstd;
  std::optional<File> decoded;  ///< what is read instead of the file
};

Input Input::open(const std::string& path, const Context& context) {
  const std::string name = path == "-" ? std::string(standard_input) : shown_source(path);
  return Input(std::make_unique<State>(open_file(path, name), name, context));
}

Input::Input(std::unique_ptr<State> state) : state_(std::move(state)) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

std::size_t Input::read(std::span<char> buffer) {
  if (state_->gunzip) return state_->gunzip->read(buffer);
  if (state_->unzstd) return state_->unzstd->read(buffer);
  const File& file = state_->decoded ? *state_->decoded : state_->file;
  const std::size_t got = pith::read_at(file, buffer, state_->offset, state_->name);
  state_->offset += got;
  return got;
}

void Input::read_at(std::uint64_t offset, std::span<std::byte> buffer) const {
  const std::span<char> letters(reinterpret_cast<char*>(buffer.data()), buffer.size());
  if (pith::read_at(state_->file, letters, offset, state_->name) < buffer.size()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: the file ends early: it was cut off, or changed while it was "
                            "read; copy or download it again",
                            state_->name));
  }
}

void Input::check_unchanged() const {
  const struct stat now = status_of(state_->file, state_->name);
  const struct stat& then = state_->opened;
  if (now.st_size == then.st_size && now.st_mtim.tv_sec == then.st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == then.st_mtim.tv_nsec)
    return;
  throw Error(ErrorKind::bad_data,
              state_->name +
                  ": the file was changed while it was read; the data must not change during a "
                  "run, so select again");
}

void Input::prefetch(std::uint64_t offset, std::uint64_t bytes) const {
  (void)::posix_fadvise(state_->file.get(), static_cast<off_t>(offset), static_cast<off_t>(bytes),
                        POSIX_FADV_WILLNEED);
}

bool Input::is_utf16() {
  rewind();
  std::array<char, 2> bytes{};
  const std::string_view mark(bytes.data(), read(bytes));
  rewind();
  return mark == little_endian_mark || mark == big_endian_mark;
}

void Input::decode_utf16() {
  const bool has_mark = is_utf16();
  File copy = temporary_file(state_->name);
  std::vector<char> chunk(chunk_size);
  std::string_view bytes(chunk.data(), read(chunk));
  Utf16Decoder decoder(bytes.starts_with(big_endian_mark));
  if (has_mark) bytes.remove_prefix(little_endian_mark.size());
  std::string text;
  std::uint64_t size = 0;
  while (!bytes.empty()) {
    text.clear();
    decoder.decode(bytes, text);
    write_all(copy, text, state_->name);
    size += text.size();
    bytes = {chunk.data(), read(chunk)};
  }
  text.clear();
  decoder.finish(text);
  if (decoder.faulty_line() > 0) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}:{}: half of a letter of UTF-16 is missing; pass another {}, or "
                            "convert the file",
                            state_->name, decoder.faulty_line(), option("encoding")));
  }
  write_all(copy, text, state_->name);
  state_->size = size + text.size();
  state_->decoded.emplace(std::move(copy));
  rewind();
}

void Input::rewind() {
  state_->restart();
}

const std::string& Input::name() const {
  return state_->name;
}

bool Input::is_compressed() const {
  return state_->packing != Packing::plain && !state_->decoded;
}

std::uint64_t Input::size() const {
  return state_->size;
}

std::uint64_t Input::position() const {
  if (state_->gunzip) return state_->gunzip->position();
  if (state_->unzstd) return state_->unzstd->position();
  return state_->offset;
}

std::string Input::digest() const {
  return pith::digest({this, 1});
}

std::string digest(std::span<const Input> inputs) {
  Sha256 hash;
  std::vector<char> chunk(chunk_size);
  for (const Input& input : inputs) {
    std::uint64_t offset = 0;
    for (std::size_t got = chunk.size(); got == chunk.size(); offset += got) {
      got = pith::read_at(input.state_->file, chunk, offset, input.state_->name);
      hash.update({chunk.data(), got});
    }
  }
  return hash.finish();
}

}  // namespace pith
