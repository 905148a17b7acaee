// SPDX-License-Identifier: Apache-2.0
#include "pith/base/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <utility>

#include "pith/base/atomic_file.h"

namespace pith {

TemporaryFile::TemporaryFile(std::string what) : what_(std::move(what)) {
  std::string path = folder() + "/pith-XXXXXX";
  descriptor_ = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail("cannot write a temporary file (set TMPDIR to another folder)", errno);
  ::unlink(path.c_str());
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : what_(std::move(other.what_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(what_, other.what_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string TemporaryFile::folder() {
  const char* const chosen = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  return chosen != nullptr && *chosen != 0 ? chosen : "/tmp";
}

std::uint64_t TemporaryFile::free_bytes() {
  struct statvfs status {};
  if (::statvfs(folder().c_str(), &status) != 0) return std::numeric_limits<std::uint64_t>::max();
  return std::uint64_t{status.f_bavail} * status.f_frsize;
}

void TemporaryFile::fail(const char* what, int error) const {
  throw write_error(fmt::format("{}: {}", what_, what), error);
}

std::uint64_t TemporaryFile::append(std::span<const std::byte> bytes) {
  const std::uint64_t begin = size_;
  while (!bytes.empty()) {
    const ssize_t put =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("cannot write a temporary file (set TMPDIR to another folder)", errno);
    size_ += static_cast<std::uint64_t>(put);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return begin;
}

void TemporaryFile::read_at(std::uint64_t offset, std::span<std::byte> buffer) const {
  while (!buffer.empty()) {
    const ssize_t got =
        ::pread(descriptor_, buffer.data(), buffer.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("cannot read a temporary file", got == 0 ? EIO : errno);
    offset += static_cast<std::uint64_t>(got);
    buffer = buffer.subspan(static_cast<std::size_t>(got));
  }
}

void TemporaryFile::prefetch(std::uint64_t offset, std::uint64_t bytes) const {
  (void)::posix_fadvise(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(bytes),
                        POSIX_FADV_WILLNEED);
}

}  // namespace pith
