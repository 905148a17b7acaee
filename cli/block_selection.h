// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pith/data/data_description.h"
#include "pith/data/read.h"
#include "pith/explain/explanation.h"
#include "pith/report/timing.h"
#include "pith/search/selection.h"
#include "pith/select/passes/file_plan.h"
#include "pith/select/request.h"

namespace pith::cli {

/// What to select from a file.
struct FileRequest {
  std::string path;
  Roles roles = {};
  ReadOptions options = {};
  Request request = {};
  bool is_saved = false;                  ///< the selected features are needed, too
  bool is_explained = false;              ///< and an explanation
  std::vector<std::string> why_not = {};  ///< features to explain, or lists of them
  std::size_t block_rows = 0;  ///< of a table that is read in blocks, as planned; 0: as it fits
};

/// What was selected.
struct FileSelection {
  Selection selection = {};
  DataDescription data = {};
  Timing timing = {};
  std::optional<Table> table = {};  ///< if it is in memory
  /// Of a table in blocks of rows, if they are to be saved: the selected features in their order,
  /// and the target.
  std::optional<Table> selected = {};
  std::optional<Explanation> explanation = {};
};

/// Selects from a table that is read in blocks of rows.
FileSelection select_in_blocks(const FileRequest& file, const Context& context);

/// The plan in words, a line for each part.
std::string plan_text(const FilePlan& plan, const std::string& path);

}  // namespace pith::cli
