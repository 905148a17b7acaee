// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/terminal/terminal.h"
#include "pith/data/data_description.h"
#include "pith/explain/explanation.h"
#include "pith/report/timing.h"

namespace pith::cli {

/// The parts of an explanation as tables: steps, substitutes, groups, classes, why not.
std::string explanation_parts(const Explanation& explanation, const Terminal& terminal);

/// For people: method and data, these tables, and notes.
std::string explanation_table(const DataDescription& data, const Explanation& explanation,
                              const Timing& timing, const Terminal& terminal);

}  // namespace pith::cli
