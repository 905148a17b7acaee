// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith {
inline namespace geometry {

/// A row near another one.
struct Neighbour {
  std::uint32_t row = 0;
  double distance = 0;  ///< squared: sum[f] (x_f - y_f)^2
};

/// The nearest rows of every row, nearest first; ties go to the lowest row number.
struct Neighbours {
  Reservation held = {};
  std::size_t count = 0;  ///< neighbours per row
  std::vector<Neighbour> all = {};

  std::span<const Neighbour> of(std::size_t row) const {
    return std::span(all).subspan(row * count, count);
  }
};

/// The `count` nearest rows of every row, excluding the row itself; all others if there are fewer.
/// Each row of `features` is a feature, and its columns are the rows of the table; the search is
/// faster the closer the features' means are to 0. Distances are summed in the order of the
/// features: they are exactly 0 between equal rows, and symmetric. Inner products, with a bound on
/// their rounding error, find the candidates, and only their distances are computed term by term.
/// n^2 d multiplications; each thread holds n numbers for each row of a block.
/// Reports its progress as the phase "select".
Neighbours nearest_rows(const MatrixView<const double>& features, std::size_t count,
                        const Context& context);

}  // namespace geometry
}  // namespace pith
