// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/data/table.h"
#include "pith/stats/similarity.h"

namespace pith {

/// |Z'Z| for columns Z of numbers, or of their ranks, that are centred and of length one: all
/// correlations without their signs, with ones on the diagonal. A constant has a column of zeros,
/// and a zero on the diagonal too. Rows of weight w count as w rows. rows * size numbers, and
/// size^2 / 2 more where the matrix is kept; throws Error(resources) when the former are too many.
std::unique_ptr<const SymmetricMatrix> correlations(const Table& table,
                                                    const SimilarityRequest& request,
                                                    const Context& context);

}  // namespace pith
