// SPDX-License-Identifier: Apache-2.0
#include "pith/base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

/// The path with symbolic links resolved; the path itself when nothing exists there yet.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? real.get() : path;
}

/// The descriptor that a path such as /dev/fd/3 stands for; none for other paths.
std::optional<int> named_descriptor(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* const last = path.data() + path.size();
    const auto [end, error] = std::from_chars(path.data() + folder.size(), last, number);
    if (error == std::errc() && end == last && number >= 0) return number;
  }
  return std::nullopt;
}

/// Calls `make` with names beside `target` until one is free; what it returned last, with errno.
template <class Make>
int with_neighbour(const std::string& target, std::string& name, Make make) {
  constexpr int attempts = 1000;
  int result = -1;
  for (int i = 0; i < attempts; ++i) {
    name = fmt::format("{}.{}-{}.tmp", target, ::getpid(), i);
    result = make(name.c_str());
    if (result >= 0 || errno != EEXIST) break;
  }
  return result;
}

/// Creates a new file next to `target`; -1 with errno when that fails. open() rather than
/// mkstemp(), so that the user's umask applies.
int open_neighbour(const std::string& target, std::string& name) {
  return with_neighbour(target, name, [](const char* path) {
    return ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  });
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// By which a file without a name gets one.
std::string link_of(int descriptor) {
  return fmt::format("/proc/self/fd/{}", descriptor);
}

/// A file in this folder without a name, which nobody need remove; -1 where the system has none.
int open_nameless(const std::string& folder) {
#ifdef O_TMPFILE
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(link_of(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
#endif
  return -1;
}

/// Makes a rename outlast a failure of the power; 0 or errno. A folder that may not be read, or
/// whose file system knows no such thing, is left to the system.
int flush_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  return error == EINVAL || error == ENOTSUP || error == EROFS ? 0 : error;
}

}  // namespace

Error write_error(const std::string& what, int error) {
  const std::string message = fmt::format("{}: {}", what, std::generic_category().message(error));
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
      return {ErrorKind::resources, message};
    default:
      return Error::system(message, error);
  }
}

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(resolved(path)) {
  if (const std::optional<int> number = named_descriptor(path)) {
    descriptor_ = ::fcntl(*number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  // A read-only file must not be replaced either.
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  descriptor_ = open_nameless(folder_of(target_));
  is_nameless_ = descriptor_ >= 0;
  if (!is_nameless_) descriptor_ = open_neighbour(target_, temporary_);
  if (descriptor_ < 0) {
    const int error = errno;
    temporary_.clear();
    fail(error);
  }
  if (exists && ::fchmod(descriptor_, status.st_mode & 07777U) != 0) {
    const int error = errno;
    remove();
    fail(error);
  }
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      is_nameless_(other.is_nameless_),
      is_flushed_(other.is_flushed_) {}

AtomicFile::~AtomicFile() {
  remove();
}

void AtomicFile::fail(int error) const {
  throw write_error(path_ + ": cannot write", error);
}

void AtomicFile::remove() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

void AtomicFile::flush() {
  if ((is_nameless_ || !temporary_.empty()) && ::fsync(descriptor_) != 0) fail(errno);
  is_flushed_ = true;
}

void AtomicFile::publish() {
  if (!is_flushed_) flush();
  if (is_nameless_) {
    const std::string link = link_of(descriptor_);
    std::string name;
    const int result = with_neighbour(target_, name, [&](const char* path) {
      return ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW);
    });
    if (result != 0) fail(errno);
    temporary_ = std::move(name);
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  if (const int error = flush_folder(folder_of(target_))) fail(error);
}

void write_atomically(const std::string& path, std::string_view text) {
  write_atomically(path, [text](AtomicFile& file) { file.write(text); });
}

void write_atomically(const std::string& path, const std::function<void(AtomicFile&)>& body) {
  AtomicFile file(path);
  body(file);
  file.publish();
}

}  // namespace pith
