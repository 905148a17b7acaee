// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "cli/evaluation_format.h"
#include "cli/terminal.h"

namespace pith::cli {

struct CompareOptions {
  Metric metric = Metric::error;
  std::size_t reference = 0;  ///< the method whose wins are counted
  bool pairs_counts = false;  ///< pairs are numbers of features, and not splits
};

/// For people: for each learner the inputs by the methods, mean ranks, wins, ties and losses.
std::string comparison_table(std::span<const EvaluationResult> results,
                             const CompareOptions& options, const Terminal& terminal);

/// `pith/comparison/1`, see docs/schema: every evaluation whole, and how methods stand.
std::string comparison_json(std::span<const EvaluationResult> results,
                            const CompareOptions& options);

}  // namespace pith::cli
