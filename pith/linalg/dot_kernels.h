// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace pith {
inline namespace linalg {

/// The inner product of two vectors, summed in 16 parts that are then added in a fixed order: the
/// sum depends on the numbers alone, not on the width of the registers or on where they lie.
double inner_product_of(const double* a, const double* b, std::size_t size);

}  // namespace linalg
}  // namespace pith
