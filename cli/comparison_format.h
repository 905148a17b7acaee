// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/evaluation_format.h"
#include "cli/terminal/terminal.h"

namespace pith::cli {

struct CompareOptions {
  Metric metric = Metric::error;
  std::size_t reference = 0;  ///< the method whose wins are counted
  bool pairs_counts = false;  ///< pairs are numbers of features, not splits
};

/// For people: for each learner a table of inputs by methods, mean ranks, wins, ties and losses.
std::string comparison_table(std::span<const EvaluationResult> results,
                             const CompareOptions& options, const Terminal& terminal);

/// The document `pith/comparison/1` (docs/schema): every evaluation, ranks and tallies.
std::string comparison_json(std::span<const EvaluationResult> results,
                            const CompareOptions& options);

}  // namespace pith::cli
