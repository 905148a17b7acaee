// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/explain/explanation.h"
#include "pith/select/request.h"

namespace pith {

/// A selection that was made before.
struct ExpectedSelection {
  std::vector<std::string> names = {};  ///< in order of selection
  std::vector<double> scores = {};      ///< of them; NaN or absent: not known
  bool is_tested = false;  ///< a permutation test took them, which may pass over better features
  bool is_none = false;    ///< no number of features was the best; a search selects at least one
};

struct ExplainOptions {
  std::vector<std::string> why_not = {};  ///< names of features
  /// The selection must be this: explain() throws Error(bad_data) for another one. None: any.
  std::optional<ExpectedSelection> expected = {};
};

/// Explains what select() selects: runs the selection again, keeps what was compared at every step,
/// and adds information terms. Takes about as long as the selection. A pure function of its
/// arguments; throws as select() does, and Error(bad_argument) for a name that no feature has.
/// docs/decisions/0026-explanations.md defines every part.
Explanation explain(const Table& table, const Request& request, const ExplainOptions& options = {},
                    const Context& context = {});

}  // namespace pith
