// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"

namespace pith {

/// A row near another one.
struct Neighbour {
  std::uint32_t row = 0;
  double distance = 0;  ///< squared: sum[f] (x_f - y_f)^2
};

/// The nearest rows of every row, nearest first; of equally near ones the lowest come first.
struct Neighbours {
  std::size_t count = 0;  ///< of each row
  std::vector<Neighbour> all = {};

  std::span<const Neighbour> of(std::size_t row) const {
    return std::span(all).subspan(row * count, count);
  }
};

/// The `count` nearest rows of every row, itself not among them; all of the others where there are
/// fewer. `features` has a feature in each of its rows, and rows of the table side by side; the
/// nearer the features' means are to 0, the quicker. Distances are summed in the order of the
/// features: exactly 0 between equal rows, and the same from both sides. Rows that may be near
/// enough are found by inner products, with a bound of their rounding error, and only their
/// distances are then taken term by term. n^2 d multiplications; n numbers for each of some rows
/// at a time are in memory, on each thread.
Neighbours nearest_rows(const MatrixView<const double>& features, std::size_t count,
                        const Context& context);

}  // namespace pith
