// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/option.h"
#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"
#include "pith/report/timing.h"

namespace pith {

/// The result as the JSON document `pith/evaluation/1` (docs/schema/evaluation-1.json): the plan,
/// every curve with intervals, every pair of methods compared, and how often features were
/// selected. `select_seconds` of the timing is the time of the evaluation. Numbers as in
/// selection_json; what is undefined is null.
std::string evaluation_json(const Table& table, const Evaluation& evaluation, const Timing& timing,
                            const Spelling& spelling = plain_spelling);

}  // namespace pith
