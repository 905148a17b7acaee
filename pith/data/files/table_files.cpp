// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/table_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/glob.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view wildcards = "*?[";

bool has_wildcards(std::string_view text) {
  return text.find_first_of(wildcards) != std::string_view::npos;
}

/// Files that writers of tables add for themselves: `_SUCCESS`, `_metadata`, `.part-0.crc`.
bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.starts_with('_');
}

bool is_match(std::string_view pattern, std::string_view name) {
  if (is_hidden(name) && !pattern.starts_with(name.front())) return false;
  return glob_matches(pattern, name);
}

/// `year=2024`, a folder of a partitioned table.
bool is_partition(std::string_view name) {
  const std::size_t sign = name.find('=');
  return sign != std::string_view::npos && sign > 0;
}

[[noreturn]] void fail(const std::string& name, std::string_view why) {
  throw Error(ErrorKind::bad_argument, fmt::format("{}: {}", name, why));
}

/// The names in a folder, in byte order. None if it is no folder that can be read.
std::vector<std::string> names_in(const fs::path& folder, std::error_code& error) {
  std::vector<std::string> names;
  fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// Whether the path is in its folder, as anything. False if that cannot be known.
bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

[[noreturn]] void fail_listing(const std::string& name, const std::error_code& error) {
  throw Error::system(fmt::format("{}: cannot read: {}", name, error.message()), error.value());
}

std::vector<std::string> files_of_folder(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const std::string& name : names_in(folder, error)) {
    if (is_hidden(name)) continue;
    const fs::path path = fs::path(folder) / name;
    if (is_folder(path)) {
      const std::string pattern = fmt::format("{}/*/*.parquet", folder);
      fail(folder, is_partition(name)
                       ? fmt::format("the table is partitioned by folders ({}), whose names are "
                                     "not read as columns; pass one of them, or the pattern {} "
                                     "for the files without these columns, or query the table "
                                     "with DuckDB",
                                     quoted(name), quoted(pattern))
                       : fmt::format("folders in a folder ({}) are not read; pass a pattern such "
                                     "as {}",
                                     quoted(name), quoted(pattern)));
    }
    paths.push_back(path.string());
  }
  if (error) fail_listing(folder, error);
  if (paths.empty())
    fail(folder, "there is no file in this folder (names that begin with . or _ are not read)");
  return paths;
}

/// The parts of a path between its slashes; an absolute path begins with `/`.
std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (const fs::path& part : fs::path(path))
    parts.push_back(part.string());
  return parts;
}

std::vector<std::string> files_of_pattern(const std::string& pattern) {
  std::vector<fs::path> found = {fs::path()};
  const std::vector<std::string> parts = parts_of(pattern);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == "**")
      fail(pattern, "** is not supported; write one * for each level of folders: a/*/*.parquet");
    std::vector<fs::path> next;
    for (const fs::path& folder : found) {
      if (!has_wildcards(parts[i]) || is_there(folder / parts[i])) {
        next.push_back(folder / parts[i]);
        continue;
      }
      std::error_code error;
      for (const std::string& name : names_in(folder, error)) {
        const bool is_last = i + 1 == parts.size();
        if (is_match(parts[i], name) && (is_last || is_folder(folder / name)))
          next.push_back(folder / name);
      }
      if (error && error != std::errc::no_such_file_or_directory &&
          error != std::errc::not_a_directory)
        fail_listing(folder.string(), error);
    }
    found = std::move(next);
  }
  std::vector<std::string> paths;
  for (const fs::path& path : found) {
    if (!is_there(path)) continue;
    if (is_folder(path))
      fail(pattern, fmt::format("{} is a folder; add /* to the pattern to read the files in it",
                                quoted(path.string())));
    paths.push_back(path.string());
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty()) fail(pattern, "there is no such file, and none matches it as a pattern");
  return paths;
}

bool is_one_file(const std::string& path) {
  return path == "-" || (is_there(path) ? !is_folder(path) : !has_wildcards(path));
}

void add_files(TableFiles& files, const std::string& path) {
  if (is_one_file(path)) {
    files.paths.push_back(path);
    return;
  }
  const bool is_pattern = !is_there(path);
  std::vector<std::string> found = table_paths(path);
  const std::vector<std::string> parts = parts_of(found.front());
  const std::vector<std::string> given = parts_of(path);
  for (std::size_t i = 0; is_pattern && i + 1 < parts.size(); ++i) {
    if (!has_wildcards(given[i]) || !is_partition(parts[i])) continue;
    files.notes.push_back(
        fmt::format("folder names such as {} are not read as columns", quoted(parts[i])));
  }
  files.paths.insert(files.paths.end(), std::make_move_iterator(found.begin()),
                     std::make_move_iterator(found.end()));
}

/// The format of all of them by their names.
Format common_format(const TableFiles& files) {
  const std::string& first = files.paths.front();
  for (const std::string& path : files.paths) {
    if (!known_format(path) && is_many_files(known_format(first).value_or(Format::parquet))) {
      fail(files.name, fmt::format("{} is no file of a known format; pass a pattern such as "
                                   "'folder/*.parquet', or the format",
                                   quoted(path)));
    }
    if (format_of(path) == format_of(first)) continue;
    fail(files.name, fmt::format("the files have different formats ({} and {}); pass a pattern "
                                 "that matches only one of them",
                                 quoted(first), quoted(path)));
  }
  return format_of(first);
}

}  // namespace

std::vector<std::string> table_paths(const std::string& path) {
  if (is_one_file(path)) return {path};
  return is_there(path) ? files_of_folder(path) : files_of_pattern(path);
}

bool is_many_files(Format format) {
  return format == Format::parquet || format == Format::arrow;
}

TableFiles table_files(const std::string& path, const ReadOptions& options) {
  TableFiles files{.name = path};
  if (options.more_files.empty() && is_one_file(path)) {
    files.paths.push_back(path);
    files.format = options.format ? options.format : known_format(path);
    return files;
  }
  std::vector<std::string> names = {path};
  names.insert(names.end(), options.more_files.begin(), options.more_files.end());
  if (names.size() > 1) files.name = listed(names, 3);
  for (const std::string& name : names)
    add_files(files, name);
  files.format = options.format ? *options.format : common_format(files);
  if (!is_many_files(*files.format)) {
    fail(files.name, fmt::format("only Parquet and Arrow tables may be in several files, not {}; "
                                 "pass one file, or join them into one",
                                 format_word(*files.format)));
  }
  return files;
}

bool is_table_file(const std::string& output, const std::string& path) {
  if (is_one_file(path)) return false;
  const fs::path written(output);
  const std::string name = written.filename().string();
  const bool is_pattern = !is_there(path);
  const fs::path folder = is_pattern ? fs::path(path).parent_path() : fs::path(path);
  const std::string pattern = is_pattern ? fs::path(path).filename().string() : "*";
  if (!is_match(pattern, name)) return false;
  std::error_code error;
  const auto place = [&error](const fs::path& of) {
    return fs::weakly_canonical(of.empty() ? fs::path(".") : of, error);
  };
  // Wildcards among the folders are matched by the whole path.
  return glob_matches(place(folder).string(), place(written.parent_path()).string());
}

}  // namespace pith
