// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/spelling.h"
#include "pith/base/atomic_file.h"
#include "pith/base/error.h"
#include "pith/data/files/table_files.h"
#include "pith/data/sql/database.h"

namespace pith::cli {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// In lower case; empty for standard output, and for a pipe or a device.
std::string extension_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (path == "-" || (fs::exists(status) && !fs::is_regular_file(status))) return "";
  std::string extension = fs::path(path).extension();
  for (char& letter : extension) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
  }
  return extension;
}

/// Where a file is or would be: links are followed, also those to files that do not exist.
std::filesystem::path place_of(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int most_links = 40;
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  for (int links = 0; links < most_links && fs::is_symlink(place, error); ++links)
    place = place.parent_path() / fs::read_symlink(place, error);
  return fs::weakly_canonical(place, error);
}

bool are_one_file(const std::string& first, const std::string& second) {
  std::error_code error;
  if (std::filesystem::equivalent(first, second, error) && !error) return true;
  const std::filesystem::path place = place_of(first);
  return !place.empty() && place == place_of(second);
}

}  // namespace

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      throw ClosedPipe();
    } else if (errno != EINTR) {
      throw write_error("cannot write to standard output", errno);
    }
  }
}

void check_output(const std::string& path, const std::string& input) {
  namespace fs = std::filesystem;
  std::error_code error;
  const std::vector<std::string> inputs =
      is_database(input) ? std::vector<std::string>{source_file(input)} : table_paths(input);
  for (const std::string& each : inputs) {
    if (!fs::equivalent(path, each, error) || error) continue;
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} is {}; write the output to another file", quoted(path),
                            inputs.size() == 1 ? "the input" : "one of the input files"));
  }
  if (!is_database(input) && is_table_file(path, input)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} would become a part of the input {}; write the output to another "
                            "folder, or under another name",
                            quoted(path), quoted(input)));
  }
  const auto reject = [&path](int number) {
    throw Error::system(fmt::format("{}: cannot write: {}", path, reason(number)), number);
  };
  if (fs::is_directory(path, error)) reject(EISDIR);
  if (fs::exists(path, error)) {
    if (access(path.c_str(), W_OK) != 0) reject(errno);
    return;
  }
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0) reject(errno);
}

void check_distinct(const OutputFile& first, const OutputFile& second) {
  if (first.path == second.path) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} and {} are both {}; choose different files", second.option,
                            first.option, quoted(first.path)));
  }
  if (second.path != "-" && are_one_file(first.path, second.path)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} {} and {} {} are one file; choose different files", second.option,
                            quoted(second.path), first.option, quoted(first.path)));
  }
}

std::string output_path(const Arguments& arguments) {
  const std::string path = arguments.value("--output", "-");
  return path == "/dev/stdout" ? "-" : path;
}

std::string result_format(const Arguments& arguments) {
  const std::string path = output_path(arguments);
  const std::string given = arguments.value("--format");
  const std::string extension = extension_of(path);
  const std::string implied = extension == ".json"                       ? "json"
                              : extension == ".csv"                      ? "csv"
                              : extension == ".txt" || extension.empty() ? "table"
                                                                         : "";
  if (given.empty() && !implied.empty()) return implied;
  if (given.empty()) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: the extension of a result must be .json, .csv or .txt; use one of "
                            "them, or give --format",
                            path));
  }
  if ((implied == "json" || implied == "csv") && given != implied) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("--format {} and --output {} disagree; leave out --format, or choose "
                            "another extension",
                            given, path));
  }
  return given;
}

Option csv_safe_option(const std::string& group) {
  return {.name = "--csv-safe",
          .text =
              "write an apostrophe before names and texts that begin with =, +, - or @, so "
              "that no spreadsheet runs them (.csv and .tsv)",
          .group = group};
}

void check_csv_safe(const Arguments& arguments, Format format) {
  if (!arguments.has("--csv-safe") || format == Format::csv || format == Format::tsv) return;
  throw Error(ErrorKind::bad_argument, "--csv-safe is for .csv and .tsv files; leave it out");
}

Option output_option(const std::string& group) {
  return {
      .name = "--output",
      .letter = 'o',
      .value = "FILE",
      .text =
          "write the result to FILE, which is replaced only on success; .json and .csv imply the "
          "format (default: -, standard output)",
      .brief = "write the result to FILE",
      .group = group,
      .completion = Completion::files};
}

Terminal output_terminal(const std::string& path, const Arguments& arguments) {
  return path == "-" ? terminal(STDOUT_FILENO, arguments)
                     : Terminal{.has_color = arguments.value("--color") == "always"};
}

void deliver(const std::string& path, std::string_view text) {
  if (path == "-") {
    print(text);
    return;
  }
  AtomicFile file(path);
  file.write(text);
  file.flush();
  file.publish();
}

void print_notes(const std::vector<std::string>& notes, const Arguments& arguments) {
  if (arguments.has("--quiet")) return;
  for (const std::string& note : notes)
    fmt::print(stderr, "pith: note: {}\n", note_text(note));
}

}  // namespace pith::cli
