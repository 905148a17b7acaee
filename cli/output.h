// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/terminal/terminal.h"
#include "pith/data/read.h"

namespace pith::cli {

/// Standard output was closed by its reader, as by `| head`. Not an error.
struct ClosedPipe {};

/// Writes to standard output. Throws ClosedPipe, Error(resources) when the disk is full, and
/// Error(io) for everything else.
void print(std::string_view text);

/// Throws Error(bad_argument) if `path` is the input, and Error(io) if it cannot be written: a
/// directory, or a name in a directory that does not exist. Called before any work.
void check_output(const std::string& path, const std::string& input);

/// An option that names a file, and the file.
struct OutputFile {
  std::string option;
  std::string path;
};

/// Throws Error(bad_argument) if both are one file, by whatever paths, links or names of files that
/// do not exist yet. `second` may be `-`.
void check_distinct(const OutputFile& first, const OutputFile& second);

/// `--output`, of every command whose result may go to a file.
Option output_option(const std::string& group);

/// `--csv-safe`, of every command that writes a table.
Option csv_safe_option(const std::string& group);
/// Throws Error(bad_argument) where it is given and the table is not CSV or TSV.
void check_csv_safe(const Arguments& arguments, Format format);

/// The terminal of an output: standard output, or a file, which gets colours only with --color
/// always.
Terminal output_terminal(const std::string& path, const Arguments& arguments);

/// Where the result goes: `-`, which /dev/stdout is as well, or a file.
std::string output_path(const Arguments& arguments);

/// The format of a result: that of --format, else the one that the extension of --output stands for
/// (.json, .csv; .txt and none are `table`). Throws Error(bad_argument) for another extension, and
/// where the two disagree.
std::string result_format(const Arguments& arguments);

/// Prints a result, or writes it to a file that is replaced atomically.
void deliver(const std::string& path, std::string_view text);

/// Prints the notes to standard error, for formats that do not hold them, unless --quiet is given.
void print_notes(const std::vector<std::string>& notes, const Arguments& arguments);

}  // namespace pith::cli
