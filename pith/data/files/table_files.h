// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pith/data/format.h"
#include "pith/data/read.h"

namespace pith {

/// The files that hold one table, one after the other.
struct TableFiles {
  std::string name = {};  ///< as the user named them
  std::vector<std::string> paths = {};
  std::optional<Format> format = {};  ///< none: one file whose name does not tell
  std::vector<std::string> notes = {};
};

/// The files that `path` and options.more_files stand for. Each is a file; or a folder, which
/// stands for the files in it; or a pattern, in which `*`, `?` and sets match within a name. A name
/// that exists is no pattern. The files of a folder or a pattern are in byte order of their paths;
/// names that begin with `.` or `_` are left out, unless the pattern has that letter, too.
///
/// Throws Error(bad_argument) where no file matches, where formats differ, for folders in a folder,
/// and for several files of a format that has no types (is_many_files). A single file need not
/// exist.
TableFiles table_files(const std::string& path, const ReadOptions& options);

/// The files that one such name stands for, whatever their formats.
std::vector<std::string> table_paths(const std::string& path);

/// Whether a table in this format may be in several files.
bool is_many_files(Format format);

/// Whether a file that is written to `output` would be read as a part of the table next time.
bool is_table_file(const std::string& output, const std::string& path);

}  // namespace pith
