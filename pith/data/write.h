// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "pith/base/atomic_file.h"
#include "pith/data/table.h"

namespace pith {

/// Takes text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// Writes these features, in this order, and then the target, as text that read_csv() reads back to
/// the same values: numbers round-trip, missing values are empty.
void write_csv(const Table& table, std::span<const Feature> features, char delimiter,
               const TextSink& sink);

/// Writes them to a file, completely or not at all. The extension decides the format: tabs for
/// `.tsv` and `.tab`, else commas; a further `.gz` or `.zst` compresses.
void write_table(const std::string& path, const Table& table, std::span<const Feature> features);

/// The same for a file that the caller will publish.
void write_table(AtomicFile& file, const Table& table, std::span<const Feature> features);

}  // namespace pith
