// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/terminal/terminal.h"
#include "pith/report/stability_json.h"

namespace pith::cli {

/// For people: how often each feature was selected, with bars, and the stability indices. Unless
/// `shows_all`, only the features that were selected most often.
std::string stability_table(const StabilityResult& result, bool shows_all,
                            const Terminal& terminal);

/// The features: `index,name,selected,frequency,mean_rank,rank`, where `rank` is that in the
/// selection from all rows. On a terminal names are made printable.
std::string stability_csv(const StabilityResult& result, const Terminal& terminal);

}  // namespace pith::cli
