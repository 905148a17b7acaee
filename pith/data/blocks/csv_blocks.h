// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "pith/base/context.h"
#include "pith/data/blocks/file_blocks.h"
#include "pith/data/csv/csv.h"
#include "pith/data/csv/pass.h"
#include "pith/data/input.h"
#include "pith/data/roles.h"

namespace pith {

/// How much is read at a time, for tests; results do not depend on it.
struct CsvBlockSizes {
  std::optional<std::size_t> text = {};  ///< bytes; none: by the memory
  std::optional<std::size_t> rows = {};
};

/// A table of delimited text, which is parsed once (twice where the first rows do not tell which
/// columns are text) into a column file in TMPDIR. Kinds, levels, stray tokens and notes are those
/// of read_csv().
FileBlocks::Parts csv_blocks(Input& input, const CsvOptions& options, const CsvReading& reading,
                             const CsvBlockSizes& sizes = {});

}  // namespace pith
