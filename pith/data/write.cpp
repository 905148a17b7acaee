// SPDX-License-Identifier: Apache-2.0
#include "pith/data/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/arrow/ipc_write.h"
#include "pith/data/formats/arff_write.h"
#include "pith/data/formats/libsvm_write.h"
#include "pith/data/formats/npy_write.h"
#include "pith/data/formats/parquet/parquet_write.h"

namespace pith {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 12> extensions = {
    {{".csv", Format::csv},
     {".tsv", Format::tsv},
     {".txt", Format::csv},
     {".arff", Format::arff},
     {".libsvm", Format::libsvm},
     {".svm", Format::libsvm},
     {".npy", Format::npy},
     {".parquet", Format::parquet},
     {".pq", Format::parquet},
     {".arrow", Format::arrow},
     {".feather", Format::arrow},
     {".ipc", Format::arrow}}};

std::string lower(std::string_view text) {
  std::string copy(text);
  for (char& letter : copy) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
  }
  return copy;
}

bool is_special(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return !error && std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

[[noreturn]] void reject(const std::string& path, std::string_view why) {
  throw Error(ErrorKind::bad_argument,
              fmt::format("{}: {}; the extension of a table must be .csv, .tsv, .arff, .libsvm, "
                          ".npy, .parquet or .arrow (text formats also with .gz or .zst)",
                          path, why));
}

/// Texts with NUL bytes could not be read back.
void check_texts(const Columns& columns) {
  const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    const std::vector<std::string>& levels = columns.columns[i].level_names();
    const auto level = std::find_if(levels.begin(), levels.end(), has_nul);
    if (level == levels.end() && !has_nul(columns.names[i])) continue;
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("column {} has a NUL byte in {}, which a text file cannot hold",
                    quoted(columns.names[i]), level == levels.end() ? "its name" : quoted(*level)));
  }
}

void check_one_target(const WrittenColumns& written) {
  if (written.targets() < 2) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("a LIBSVM file holds one target, and there are {}; write a .csv, .arff, "
                          ".parquet or .arrow file",
                          written.targets()));
}

}  // namespace

Format written_format(const std::string& path) {
  if (is_special(path)) return Format::csv;
  const std::string whole = lower(path);
  std::string_view name = whole;
  std::string_view packing;
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (!name.ends_with(packed)) continue;
    packing = packed;
    name.remove_suffix(packed.size());
    break;
  }
  const auto* const known =
      std::find_if(extensions.begin(), extensions.end(),
                   [&](const auto& each) { return name.ends_with(each.first); });
  if (known == extensions.end()) {
    const std::string extension = std::filesystem::path(path).extension();
    reject(path, extension.empty() ? "the name has no extension"
                                   : fmt::format("pith does not write {} files", extension));
  }
  if (!is_text(known->second) && !packing.empty())
    reject(path, fmt::format("{} files are not compressed as a whole", known->first));
  return known->second;
}

CsvStyle csv_style(const WrittenColumns& written, Format format) {
  const bool is_tsv = format == Format::tsv;
  return {.delimiter = is_tsv ? '\t' : ',', .is_detected = !is_tsv, .is_safe = written.is_csv_safe};
}

void write_columns(const WrittenColumns& written, Format format, const TextSink& sink) {
  switch (format) {
    case Format::arff:
      check_texts(written.columns);
      return write_arff(written.columns, sink);
    case Format::libsvm:
      check_one_target(written);
      return write_libsvm(written.columns, written.has_target, sink);
    case Format::npy:
      return write_npy(written.columns, written.targets(), sink);
    case Format::parquet:
      return write_parquet(written.columns, sink);
    case Format::arrow:
      return write_ipc(written.columns, sink);
    default:
      break;
  }
  check_texts(written.columns);
  write_csv(written.columns, csv_style(written, format), sink);
}

void write_columns(AtomicFile& file, const WrittenColumns& written) {
  const Format format = written_format(file.path());
  const Packer packer =
      packer_for(lower(file.path()), [&file](std::string_view bytes) { file.write(bytes); });
  write_columns(written, format, [&packer](std::string_view text) { packer(text, false); });
  packer({}, true);
}

Columns columns_of(const Table& table, std::span<const Feature> features) {
  Columns columns{.source = table.source()};
  for (const Feature feature : features) {
    columns.names.push_back(table.name(feature));
    columns.columns.push_back(table.feature(feature));
  }
  for (std::size_t i = 0; i < table.targets(); ++i) {
    columns.names.push_back(table.target_name(i));
    columns.columns.push_back(table.target(i));
  }
  return columns;
}

void write_table(AtomicFile& file, const Table& table, std::span<const Feature> features) {
  const Columns columns = columns_of(table, features);
  write_columns(file, {.columns = columns,
                       .has_target = table.has_target(),
                       .more_targets = table.has_target() ? table.targets() - 1 : 0});
}

void write_table(const std::string& path, const Table& table, std::span<const Feature> features) {
  (void)written_format(path);  // before a file is made
  write_atomically(path, [&](AtomicFile& file) { write_table(file, table, features); });
}

}  // namespace pith
