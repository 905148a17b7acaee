// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/terminal.h"
#include "pith/data/table.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/stability.h"
#include "pith/select/describe.h"

namespace pith::cli {

/// Everything that 'pith stability' found.
struct StabilityResult {
  const Table& table;
  Resampling how;
  Resampled resampled;
  Stability stability;
  Timing timing;

  /// Features that were selected at least once, most often first.
  std::vector<Frequency> frequencies() const;
  /// Of the selection from all rows, of the resampling and of the indices.
  std::vector<std::string> notes() const;
};

/// For people: how often each feature was selected, with bars, and the indices with their meanings.
/// Unless `shows_all`, only the features that were selected most often.
std::string stability_table(const StabilityResult& result, bool shows_all,
                            const Terminal& terminal);

/// The document `pith/stability/1` (docs/schema/stability-1.json): what is undefined is null.
std::string stability_json(const StabilityResult& result);

/// The features: `index,name,selected,frequency,mean_rank,rank`, where `rank` is that in the
/// selection from all rows. On a terminal names are made printable.
std::string stability_csv(const StabilityResult& result, const Terminal& terminal);

}  // namespace pith::cli
