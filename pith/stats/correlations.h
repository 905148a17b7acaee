// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/data/table.h"
#include "pith/stats/similarity.h"

namespace pith {
inline namespace stats {

/// |Z'Z| for columns Z of numbers, or of their ranks, centred and scaled to unit length: the
/// absolute correlations, with ones on the diagonal. A constant has a column of zeros, including
/// the diagonal. A row of weight w counts as w rows. Stores rows * size numbers, and size^2 / 2
/// more if the matrix is kept; throws Error(resources) if the former exceed the memory limit.
std::unique_ptr<const SymmetricMatrix> correlations(const Table& table,
                                                    const SimilarityRequest& request,
                                                    const Context& context);

}  // namespace stats
}  // namespace pith
