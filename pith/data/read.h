// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/roles.h"

namespace pith {

enum class Format { csv, tsv, arff, libsvm, npy, npz, mat };

/// The words for formats, in alphabetical order.
std::vector<std::string> format_words();
/// The format that a word stands for; throws Error(bad_argument).
Format parse_format(std::string_view word);

/// How a file is to be understood. The defaults find out by themselves.
struct ReadOptions {
  std::optional<Format> format = {};    ///< none: by the extension
  std::optional<bool> has_header = {};  ///< CSV and TSV; none: found out
  char delimiter = 0;         ///< CSV; 0: the one of `,` `;` tab that the first line uses most
  bool wants_digest = false;  ///< fill Columns::sha256
};

/// Reads any supported file (`-` is standard input) into named columns. `roles` tell what a reader
/// must know beforehand: which columns are to be kept as text. A target that is an NPY file of its
/// own becomes the last column, under the name of that file. Throws Error(io) when a file cannot be
/// opened, Error(bad_data) with file:line:column when it cannot be understood, Error(resources)
/// when it would not fit in the memory limit.
Columns read_columns(const std::string& path, const Roles& roles, const ReadOptions& options,
                     const Context& context);

/// Reads a file and makes a table of it: `read("wine.csv", {.target = "class"})`.
Table read(const std::string& path, const Roles& roles = {}, const ReadOptions& options = {},
           const Context& context = {});

}  // namespace pith
