// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/stats/encoded/level_tables.h"
#include "pith/stats/passes/pass_source.h"
#include "pith/stats/similarity.h"

namespace pith {
inline namespace stats {

/// Absolute correlations of numbers (SimilarityKind::values) or of their ranks, if features are
/// encoded so, from exact sums. Nothing is owned; everything must outlive the result.
std::unique_ptr<const SymmetricMatrix> pass_correlations(Runner& runner, const EncodedFacts& facts,
                                                         const SimilarityRequest& request);

/// Information of categorical features, from tables, with the bits of informations().
std::unique_ptr<const SymmetricMatrix> pass_informations(Runner& runner, const EncodedFacts& facts,
                                                         const LevelTables& levels,
                                                         const SimilarityRequest& request,
                                                         const Context& context);

}  // namespace stats
}  // namespace pith
