// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/data/table.h"
#include "pith/evaluate/auto_k.h"
#include "pith/report/describe.h"

namespace pith {

/// The document of a selection, with a part `auto` that says how the number of features was found,
/// where it was.
std::string selection_json(const Table& table, const AutoOutcome& result, const Timing& timing);

}  // namespace pith
