// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pith/select/passes/pass_cuts.h"
#include "pith/select/passes/pass_levels.h"
#include "pith/select/passes/pass_table.h"
#include "pith/select/passes/pass_target.h"
#include "pith/select/request.h"
#include "pith/select/suitability.h"
#include "pith/stats/passes/pass_source.h"

// Internal: a table that is read by passes, as a method needs it.
namespace pith::select_internal {

/// A table of which nothing is set aside any more, and what is known of it.
struct PassInput {
  PassTable table;
  std::vector<const ColumnSummary*> summaries = {};  ///< of the features; not owned
  std::uint64_t rows = 0;
  Classes classes = {};

  bool has_missing() const;
};

/// How a feature was prepared.
struct PreparedFeature {
  bool is_codes = false;            ///< before numbers were binned
  Levels levels = {};               ///< of codes, with the counts of the rows that were kept
  bool is_binned = false;           ///< by `cuts` of its encoding
  bool is_constant = false;         ///< as the method gets it
  std::optional<double> mean = {};  ///< of the present values of the rows that were kept, if known
};

/// A table as a method needs it, and what that took.
struct PassPrepared {
  EncodedFacts facts = {};  ///< its encoding is that of the runner
  std::vector<PreparedFeature> features = {};
  std::vector<std::string> notes = {};          ///< what was done
  RowChoice rows = {};                          ///< that were kept
  std::vector<const ColumnSummary*> kept = {};  ///< of those rows; owned by the input or `complete`
  /// Of the rows that were kept, if some were dropped.
  std::optional<TableSummary> complete = {};
};

/// Handles missing values and discretises as prepare() does for a table in memory, and encodes.
PassPrepared prepare(Runner& runner, const PassInput& input, const Configured& configured,
                     const Request& request, const Context& context);

/// Whether a method gets the categories of a feature as numbers.
bool is_numeric_boolean(const PassFeature& feature, const ColumnSummary& summary,
                        const Configured& configured);

}  // namespace pith::select_internal
