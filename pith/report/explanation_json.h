// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "pith/base/option.h"
#include "pith/data/table.h"
#include "pith/explain/explanation.h"
#include "pith/report/timing.h"

namespace pith {

/// The explanation as the JSON document `pith/explanation/1` (docs/schema/explanation-1.json), as
/// selection_json() writes numbers and text. It has no values of single rows.
std::string explanation_json(const Table& table, const Explanation& explanation,
                             const Timing& timing, const Spelling& spelling = plain_spelling);

/// The document of a selection, as selection_json() wrote it, with its explanation as the part
/// `explanation`.
std::string with_explanation(std::string_view selection, const Explanation& explanation,
                             const Spelling& spelling = plain_spelling);

}  // namespace pith
