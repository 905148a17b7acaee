// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/table.h"
#include "pith/explain/explanation.h"

// Internal: how values are distributed. Nothing outside explain/ includes this.
namespace pith::explain_internal {

/// The histogram of a feature within each class of the first target, in bins of equal width, or
/// over the most frequent levels of a category. Of a numeric target, the mean in each bin. Never
/// has values of single rows, apart from the smallest and the largest number.
Distribution distribution_of(const Table& table, Feature feature);

}  // namespace pith::explain_internal
