// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/terminal.h"
#include "pith/data/table.h"
#include "pith/report/describe.h"
#include "pith/select/catalog.h"

namespace pith::cli {

/// Why the search ended, in words.
std::string stopped_sentence(const Outcome& outcome);

/// Title and id of the method, with the parameters that are not what they are by default.
std::string method_line(const Outcome& outcome, const Terminal& terminal);
/// Source, rows, features, target.
std::string data_line(const Table& table);

/// A selection for people: what was done, the features in order with bars, notes, how it ended.
std::string selection_table(const Table& table, const Outcome& outcome, const Timing& timing,
                            const Terminal& terminal);

/// `rank,index,name,score,gain`, quoted as RFC 4180 says, and `,error_lower,error_upper` where
/// steps have bounds on the Bayes error. On a terminal names are made printable.
std::string selection_csv(const Outcome& outcome, const Terminal& terminal);

/// One name per line; newlines inside a name are escaped.
std::string selection_names(const Outcome& outcome, const Terminal& terminal);

}  // namespace pith::cli
