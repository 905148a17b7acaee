// SPDX-License-Identifier: Apache-2.0
// What was read and is written is read again as the same table, in every format that is written,
// unless notes say what is lost. The first byte says how it is read at first.
#include <array>
#include <optional>

#include "pith/base/error.h"
#include "pith/data/files/reread.h"
#include "pith/data/write.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

/// The text of the table in this format; none: the format cannot hold it.
std::optional<std::string> written(const WrittenColumns& columns, Format format) {
  std::string text;
  try {
    write_columns(columns, format, [&](std::string_view piece) { text += piece; });
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::bad_argument, "another kind of error", error.what());
    require(text.empty(), "written in part before it was rejected", error.what());
    return std::nullopt;
  }
  return text;
}

/// Without a target, whose texts are kept whatever they look like.
Outcome read_as(std::string_view bytes, Format format) {
  const std::string path = memory_file(bytes);
  return outcome_of(
      [&] { return read_columns(path, {.has_target = false}, {.format = format}, context()); });
}

}  // namespace

PITH_FUZZ_TARGET(round_trip) {
  Bytes from(bytes);
  constexpr std::array formats = {Format::csv, Format::tsv,     Format::arff, Format::libsvm,
                                  Format::npy, Format::parquet, Format::arrow};
  const Format first_format = formats[from.take<std::uint8_t>() % 4];
  const Outcome first = read_as(from.rest(), first_format);
  if (first.is_error()) return;
  for (const Format format : formats) {
    const WrittenColumns columns{.columns = first.columns};
    const std::optional<std::string> text = written(columns, format);
    if (!text) continue;
    const Outcome second = read_as(*text, format);
    if (!reread_notes(columns, format).empty()) continue;
    require(!second.is_error(), "what was written cannot be read", second.error + "\n" + *text);
    const std::string other = difference(first.columns, second.columns);
    require(other.empty(), "what was written is read as another table", other + "\n" + *text);
  }
}

}  // namespace pith::fuzz
