// SPDX-License-Identifier: Apache-2.0
#include "pith/data/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text.h"

namespace pith {
namespace {

struct Extension {
  std::string_view text;
  Format format;
};

constexpr std::array extensions = {
    Extension{".csv", Format::csv},       Extension{".tsv", Format::tsv},
    Extension{".txt", Format::csv},       Extension{".dat", Format::csv},
    Extension{".data", Format::csv},      Extension{".arff", Format::arff},
    Extension{".libsvm", Format::libsvm}, Extension{".svm", Format::libsvm},
    Extension{".npy", Format::npy},       Extension{".npz", Format::npz},
    Extension{".mat", Format::mat},       Extension{".parquet", Format::parquet},
    Extension{".pq", Format::parquet},    Extension{".arrow", Format::arrow},
    Extension{".feather", Format::arrow}, Extension{".ipc", Format::arrow},
    Extension{".h5ad", Format::h5ad},     Extension{".h5", Format::hdf5},
    Extension{".hdf5", Format::hdf5},     Extension{".sas7bdat", Format::sas},
    Extension{".xpt", Format::sas},       Extension{".dta", Format::stata},
    Extension{".sav", Format::spss},      Extension{".zsav", Format::spss},
    Extension{".por", Format::spss},
};

using Word = std::pair<std::string_view, Format>;
constexpr std::array words = {
    Word{"arff", Format::arff},       Word{"arrow", Format::arrow}, Word{"csv", Format::csv},
    Word{"h5ad", Format::h5ad},       Word{"hdf5", Format::hdf5},   Word{"libsvm", Format::libsvm},
    Word{"mat", Format::mat},         Word{"npy", Format::npy},     Word{"npz", Format::npz},
    Word{"parquet", Format::parquet}, Word{"sas", Format::sas},     Word{"spss", Format::spss},
    Word{"stata", Format::stata},     Word{"tsv", Format::tsv},
};

std::string lower(std::string_view text) {
  std::string copy(text);
  for (char& letter : copy) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
  }
  return copy;
}

/// The name of what is compressed.
std::string unpacked(std::string name) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) {
      name.resize(name.size() - packed.size());
      break;
    }
  }
  return name;
}

[[noreturn]] void reject(const std::string& path, std::string_view name) {
  for (const std::string_view excel : {".xlsx", ".xls", ".xlsm", ".xlsb", ".ods"}) {
    if (!name.ends_with(excel)) continue;
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: {} files are not supported; save the sheet as CSV", path, excel));
  }
  std::vector<std::string> known;
  for (const Extension& extension : extensions)
    known.emplace_back(extension.text);
  throw Error(ErrorKind::bad_argument,
              fmt::format("{}: the file extension must be {} (text formats also with .gz or .zst)",
                          path, alternatives(known)));
}

}  // namespace

std::vector<std::string> format_words() {
  std::vector<std::string> all(words.size());
  std::transform(words.begin(), words.end(), all.begin(),
                 [](const auto& each) { return std::string(each.first); });
  return all;
}

Format parse_format(std::string_view word) {
  for (const auto& [known, format] : words) {
    if (known == word) return format;
  }
  throw Error(ErrorKind::bad_argument, fmt::format("the file format must be {} (got {})",
                                                   alternatives(format_words()), quoted(word)));
}

std::string_view format_word(Format format) {
  const auto* const known = std::find_if(words.begin(), words.end(),
                                         [&](const auto& each) { return each.second == format; });
  return known->first;
}

std::optional<Format> known_format(const std::string& path) {
  if (path == "-") return Format::csv;
  const std::string name = unpacked(lower(path));
  for (const Extension& extension : extensions) {
    if (name.ends_with(extension.text)) return extension.format;
  }
  return std::nullopt;
}

Format format_of(const std::string& path) {
  if (const auto format = known_format(path)) return *format;
  reject(path, unpacked(lower(path)));
}

bool is_text(Format format) {
  return format == Format::csv || format == Format::tsv || format == Format::arff ||
         format == Format::libsvm;
}

bool is_typed(Format format) {
  switch (format) {
    case Format::parquet:
    case Format::arrow:
    case Format::h5ad:
    case Format::hdf5:
    case Format::sas:
    case Format::stata:
    case Format::spss:
      return true;
    case Format::csv:
    case Format::tsv:
    case Format::arff:
    case Format::libsvm:
    case Format::npy:
    case Format::npz:
    case Format::mat:
      break;
  }
  return false;
}

}  // namespace pith
