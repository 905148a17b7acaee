// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/option.h"
#include "pith/data/table.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/stability.h"
#include "pith/report/timing.h"

namespace pith {

/// Selections from resamples of a table, and how alike they are.
struct StabilityResult {
  const Table& table;
  Resampling how;
  Resampled resampled;
  Stability stability;
  Timing timing;

  /// Features that were selected at least once, most often first.
  std::vector<Frequency> frequencies() const;
  /// How many of the resamples it was selected from, from 0 to 1.
  double share(const Frequency& frequency) const;
  /// The place in the selection from all rows, from 1; none where it is not in it.
  std::optional<std::size_t> rank_on_all_rows(Feature feature) const;
  /// Of the selection from all rows, of the resampling and of the indices.
  std::vector<std::string> notes() const;
};

/// The document `pith/stability/1` (docs/schema/stability-1.json): what is undefined is null.
std::string stability_json(const StabilityResult& result,
                           const Spelling& spelling = plain_spelling);

}  // namespace pith
