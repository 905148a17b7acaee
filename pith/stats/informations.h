// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/data/table.h"
#include "pith/stats/similarity.h"

namespace pith {

/// What pairs of features (codes) say about each other, or together about the target
/// (SimilarityKind).
std::unique_ptr<const SymmetricMatrix> informations(const Table& table,
                                                    const SimilarityRequest& request,
                                                    const Context& context);

}  // namespace pith
