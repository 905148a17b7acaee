// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/option.h"
#include "pith/data/table.h"
#include "pith/report/timing.h"
#include "pith/search/selection.h"

namespace pith {

/// The result as the JSON document `pith/selection/1` (docs/schema/selection-1.json), with a part
/// `auto` that says how k was found, where it was. Doubles are printed to round-trip, infinities as
/// "inf" and "-inf"; text that is not UTF-8 is repaired with replacement characters. Options that
/// notes mention are spelled as the front end does. One line per
/// key and per feature, so that line tools are of use.
std::string selection_json(const Table& table, const Selection& selection, const Timing& timing,
                           const Spelling& spelling = plain_spelling);
/// The same for a selection by passes, which describes its table: `data` and `engine` must be set.
std::string selection_json(const Selection& selection, const Timing& timing,
                           const Spelling& spelling = plain_spelling);

}  // namespace pith
