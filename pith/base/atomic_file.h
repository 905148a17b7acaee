// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace pith {

/// A file that appears under its name only when it is whole: written to a temporary neighbour,
/// brought to the disk, then renamed. What is not published is removed again.
///
/// A symbolic link stays one, and the file that it leads to is replaced. What is there and is no
/// ordinary file (a terminal, a pipe) is written to directly.
class AtomicFile {
 public:
  /// Throws Error(io) when the file cannot be made.
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

  /// Brings everything to the disk, so that publish() has hardly a reason left to fail.
  void flush();

  /// Gives the file its name. Nothing can be written afterwards.
  void publish();

 private:
  [[noreturn]] void fail(int error) const;
  void remove();

  std::string path_;
  std::string target_;     ///< where it will be
  std::string temporary_;  ///< where it is until then; empty: written to directly
  int descriptor_ = -1;
  bool is_flushed_ = false;
};

/// Writes `text` to `path`, wholly or not at all.
void write_atomically(const std::string& path, std::string_view text);

/// The same for what `body` writes, piece by piece.
void write_atomically(const std::string& path, const std::function<void(AtomicFile&)>& body);

}  // namespace pith
