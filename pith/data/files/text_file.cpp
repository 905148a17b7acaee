// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/text_file.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "pith/base/error.h"
#include "pith/data/encoding.h"

namespace pith {
namespace {

/// Throws where a file that should be text is a Parquet or an Arrow file. A header may begin with
/// their marks, too; a binary byte follows them only in such a file.
void reject_typed(const Input& input) {
  constexpr std::string_view parquet = "PAR1\x15";
  constexpr std::string_view arrow("ARROW1\0", 7);
  std::array<std::byte, arrow.size()> bytes{};
  if (input.size() < bytes.size()) return;
  input.read_at(0, bytes);
  const std::string_view magic(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool is_parquet = magic.starts_with(parquet);
  if (!is_parquet && magic != arrow) return;
  const std::string_view format = is_parquet ? "parquet" : "arrow";
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: this is {} file, not a text file; name its format, {}, or rename it "
                          "to end in .{}",
                          input.name(), is_parquet ? "a Parquet" : "an Arrow", format, format));
}

bool has_npy_extension(std::string_view text) {
  constexpr std::string_view extension = ".npy";
  if (text.size() < extension.size()) return false;
  text.remove_prefix(text.size() - extension.size());
  for (std::size_t i = 0; i < extension.size(); ++i) {
    const char letter = text[i];
    const char lower =
        letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    if (lower != extension[i]) return false;
  }
  return true;
}

}  // namespace

CsvOptions csv_options(const ReadOptions& options, Format format) {
  const bool is_tsv = format == Format::tsv && options.delimiter == 0;
  return {.has_header = options.has_header,
          .delimiter = is_tsv ? '\t' : options.delimiter,
          .na = options.na,
          .has_default_na = options.has_default_na,
          .decimal = options.decimal,
          .encoding = parse_encoding(options.encoding),
          .choice = options.choice};
}

void prepare_text(Input& input, const ReadOptions& options) {
  reject_typed(input);
  const Encoding encoding = parse_encoding(options.encoding);
  const bool is_utf16 = encoding == Encoding::detected && input.is_utf16();
  if (is_utf16 || encoding == Encoding::utf16) input.decode_utf16();
}

bool is_npy_file(const std::string& text) {
  std::error_code error;
  return has_npy_extension(text) && std::filesystem::is_regular_file(text, error);
}

void check_target_shape(const std::string& path, const TargetShape& shape,
                        const TargetTable& table) {
  if (shape.columns == 1 && shape.rows == table.rows) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: the target has {} and {}, but {} has {}; it must have one value "
                          "per row",
                          path, counted(shape.rows, "row"), counted(shape.columns, "column"),
                          table.source, counted(table.rows, "row")));
}

}  // namespace pith
