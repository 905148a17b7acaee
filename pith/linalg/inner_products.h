// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/base/view.h"

namespace pith {
inline namespace linalg {

/// out[i] = row i of `rows` times `vector`; the elements of a row must be contiguous. Every product
/// is the sum of eight partial sums over every eighth element, added in a fixed order, so that it
/// depends neither on the other rows nor on the width of the machine's vectors.
void inner_products(const MatrixView<const double>& rows, std::span<const double> vector,
                    std::span<double> out);

/// The same for one row.
double inner_product(std::span<const double> a, std::span<const double> b);

}  // namespace linalg
}  // namespace pith
