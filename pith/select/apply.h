// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/data_description.h"
#include "pith/data/missing.h"
#include "pith/data/roles.h"
#include "pith/data/table.h"
#include "pith/search/selection.h"

namespace pith {

/// What it takes to apply a selection to other rows. `parse_selection` (report/selection_parse.h)
/// makes one of the JSON document of a selection.
struct FittedSelection {
  std::vector<FittedFeature> features = {};  ///< in order of selection
  std::string target = {};                   ///< name of the target; empty: none
  std::vector<std::string> classes = {};     ///< of the target, in order of their codes
  std::vector<DataDescription::Target> more_targets = {};  ///< beside `target`
  Missing missing = Missing::error;                        ///< how missing values were handled

  /// All targets.
  std::vector<DataDescription::Target> targets() const;
};

/// Of a selection from this table.
FittedSelection fitted_selection(const Table& table, const Selection& selection);

/// What becomes of a value that the selected feature did not have, where it holds categories.
enum class Unknown {
  error,    ///< reject the rows
  missing,  ///< a missing value
  keep,     ///< the value itself
};

/// Throws Error(bad_argument), which lists the words.
Unknown parse_unknown(std::string_view text);

struct ApplyOptions {
  /// Fills missing values as the selection would; it is done anyway if the selection did.
  bool imputes = false;
  /// Numbers instead of categories, and of numbers that the method binned or took as categories:
  /// the position among the levels, or the number of cuts below the value. Where missing values
  /// were a level of their own, their code is the last.
  bool makes_codes = false;
  std::optional<Unknown> unknown = {};  ///< none: `error` if codes are made, else `keep`
};

/// The kinds as which a reader must read the selected features and the target, if they are there,
/// so that categories such as 007 keep their text.
Kinds fitted_kinds(const FittedSelection& selection);

/// Which of the columns with these names apply() needs. Throws as apply() does where one is not
/// there; `source` begins the message.
std::vector<bool> needed_columns(const FittedSelection& selection,
                                 std::span<const std::string> names, const std::string& source);

/// The selected features in the order of selection, found by name and prepared as they were for
/// the selection, then the targets that are among the columns. Rows keep their order; all other
/// columns are left out. Throws Error(bad_data) for a column that is not there or has another kind
/// of values, and for unknown values. The columns hold reservations of their memory.
Columns apply(const FittedSelection& selection, const Columns& columns,
              const ApplyOptions& options = {}, const Context& context = {});

}  // namespace pith
