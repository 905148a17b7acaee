// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/terminal/terminal.h"
#include "pith/data/data_description.h"
#include "pith/data/table.h"
#include "pith/report/timing.h"
#include "pith/search/selection.h"

namespace pith::cli {

/// `: no other feature adds information`; empty if the search ended with the number asked for.
std::string stopped_text(const DataDescription& data, const Selection& selection);

/// Title and id of the method, with the parameters that differ from their defaults.
std::string method_line(const Selection& selection, const Terminal& terminal);
/// Source, rows, features, target.
std::string data_line(const DataDescription& data);
std::string data_line(const Table& table);

/// For people: method and data, the features in order with bars, notes, and why the search ended.
std::string selection_table(const DataDescription& data, const Selection& selection,
                            const Timing& timing, const Terminal& terminal);

/// `rank,index,name,score,gain`, quoted as in RFC 4180, and `,error_lower,error_upper` where
/// steps have bounds on the Bayes error. On a terminal, names are made printable.
std::string selection_csv(const Selection& selection, const Terminal& terminal);

/// One name per line; newlines inside a name are escaped.
std::string selection_names(const Selection& selection, const Terminal& terminal);

}  // namespace pith::cli
