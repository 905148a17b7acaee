// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/data/table.h"
#include "pith/stats/similarity.h"

namespace pith {
inline namespace stats {

/// The information that pairs of categorical features have about each other, or jointly about the
/// target (see SimilarityKind).
std::unique_ptr<const SymmetricMatrix> informations(const Table& table,
                                                    const SimilarityRequest& request,
                                                    const Context& context);

}  // namespace stats
}  // namespace pith
