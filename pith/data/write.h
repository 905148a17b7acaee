// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pith/base/atomic_file.h"
#include "pith/data/csv/csv_write.h"
#include "pith/data/files/packing.h"
#include "pith/data/read.h"
#include "pith/data/table.h"

namespace pith {

/// Columns to be written. Values are written so that the reader of the format gives the same ones.
///
///   csv, tsv    numbers round-trip, missing values are empty, dates are ISO 8601
///   arff        categories with their levels, dates as ISO 8601, missing values as `?`
///   libsvm      `label index:value ...` without zeros; a missing value is `nan`; the label is the
///               target, or 0 where there is none; several targets are Error(bad_argument)
///   npy         a matrix of doubles, the target last; a missing value is NaN
///   parquet     columns of their own types (formats/parquet/parquet_write.h)
///   arrow       columns of their own types (arrow/ipc_write.h)
///
/// reread_notes() tells what the format cannot keep. A NUL byte in a text that would be written to
/// a text format is Error(bad_argument).
///
/// LIBSVM and NPY hold only numbers: of the target, classes that are no numbers become 0, 1, ... in
/// their order, and false and true of any column become 0 and 1; Error(bad_argument) names any
/// other category. Names are lost there, and dates are days since 1970-01-01.
struct WrittenColumns {
  const Columns& columns;
  bool has_target = false;       ///< the last column is the target
  std::size_t more_targets = 0;  ///< columns before the last one that are targets, too
  /// CSV and TSV: an apostrophe before names and texts that a spreadsheet could run as formulas.
  bool is_csv_safe = false;
  /// False: the levels and their order are those of another table, so that nobody misses them.
  bool has_own_levels = true;

  std::size_t targets() const { return has_target ? 1 + more_targets : 0; }
};

/// The format that the extension of a path stands for, in upper or lower case: `.csv`, `.tsv`,
/// `.txt` (as CSV), `.arff`, `.libsvm`, `.svm`, `.npy`, `.parquet`, `.pq`, `.arrow`, `.feather` or
/// `.ipc`. Text formats may be followed by `.gz` or
/// `.zst`. CSV for something that exists and is not a file, such as a pipe. Throws
/// Error(bad_argument), which lists them, for anything else.
Format written_format(const std::string& path);

/// How they are written as CSV or TSV.
CsvStyle csv_style(const WrittenColumns& written, Format format);

/// Writes the columns, or throws Error(bad_argument) before anything is written where the format
/// cannot hold them.
void write_columns(const WrittenColumns& written, Format format, const TextSink& sink);

/// Writes them to a file that the caller will publish, in the format of its extension.
void write_columns(AtomicFile& file, const WrittenColumns& written);

/// These features, in this order, and then the targets, if there are any.
Columns columns_of(const Table& table, std::span<const Feature> features);

/// Writes them to a file, completely or not at all.
void write_table(const std::string& path, const Table& table, std::span<const Feature> features);

/// The same for a file that the caller will publish.
void write_table(AtomicFile& file, const Table& table, std::span<const Feature> features);

}  // namespace pith
