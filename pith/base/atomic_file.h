// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "pith/base/error.h"

namespace pith {

/// "<what>: <the words of errno>": Error(resources) where the disk is full or the system has no
/// memory or descriptor left, else Error(io).
Error write_error(const std::string& what, int error);

/// A file that appears under its name only when it is complete: it is written to a temporary file
/// in the same folder, flushed to the disk and then renamed, and the folder is flushed as well. A
/// file that is not published is removed. Where the file system can, the temporary file has no name
/// until it is published, so that nothing is left of it however the process ends.
///
/// A symbolic link is kept, and the file that it points to is replaced. An existing target that is
/// not a regular file (a terminal, a pipe) is written to directly, and so is a descriptor that is
/// named as one (/dev/stdout, /dev/fd/3), whatever it is.
class AtomicFile {
 public:
  /// Throws Error(io) when the file cannot be created.
  explicit AtomicFile(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) = delete;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  /// As the user named it.
  const std::string& path() const { return path_; }

  /// Throws Error(resources) when the disk is full, else Error(io).
  void write(std::string_view bytes);

  /// Flushes everything to the disk, so that publish() is unlikely to fail.
  void flush();

  /// Renames the file to its final name. Nothing can be written afterwards.
  void publish();

 private:
  [[noreturn]] void fail(int error) const;
  void remove();

  std::string path_;
  std::string target_;     ///< the final path
  std::string temporary_;  ///< the path until then; empty: written to directly
  int descriptor_ = -1;
  bool is_nameless_ = false;  ///< the temporary file has no name yet
  bool is_flushed_ = false;
};

/// Writes all of `text` to `path`, or nothing.
void write_atomically(const std::string& path, std::string_view text);

/// The same for everything that `body` writes.
void write_atomically(const std::string& path, const std::function<void(AtomicFile&)>& body);

}  // namespace pith
