// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

enum class Format {
  csv,
  tsv,
  arff,
  libsvm,
  npy,
  npz,
  mat,
  parquet,
  arrow,
  h5ad,
  hdf5,
  sas,
  stata,
  spss
};

/// The words for formats, in alphabetical order.
std::vector<std::string> format_words();
/// The format that a word stands for; throws Error(bad_argument).
Format parse_format(std::string_view word);
/// The word for a format.
std::string_view format_word(Format format);

/// The format of a file by the extension of its name, in upper or lower case; that of text may be
/// followed by `.gz` or `.zst`. `-` is CSV. Throws Error(bad_argument), which lists them, for
/// anything else.
Format format_of(const std::string& path);

/// The same without an error: none for anything else.
std::optional<Format> known_format(const std::string& path);

/// Whether the format is text, in which case the file may be compressed or in another encoding.
bool is_text(Format format);
/// Whether its columns have types and its texts are values, whatever they spell: only null (and
/// NaN) is missing there.
bool is_typed(Format format);

}  // namespace pith
