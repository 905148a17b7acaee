// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/base/work.h"
#include "pith/data/table.h"

namespace pith {
inline namespace families {

/// The units of the margins.
enum class MarginScale {
  as_it_is,
  unit_range,  ///< every feature from 0 to 1
};

/// Weights of rows by how close their margin vectors are to those of the other rows (Yu, Han and
/// Berens 2012): m_rx = sum of |x_r - x_s| over the rows s of other classes, minus the sum over the
/// rows of the same class (categorical: 0 or 1); w_r ~ 1 / mean[s != r] |m_r - m_s|, with mean 1.
/// All weights are 1 if the margin vectors are equal. The table must not have missing values. The
/// margins take O(d n log n), by sorting; their distances O(n^2 d). Throws Error(resources) if n d
/// numbers exceed the memory limit. Each row is a unit of work.
std::vector<double> margin_weights(const Table& table, MarginScale scale, Work& work,
                                   const Context& context);

inline std::vector<double> margin_weights(const Table& table, MarginScale scale,
                                          const Context& context) {
  Work work(context, "weights", table.rows());
  return margin_weights(table, scale, work, context);
}

}  // namespace families
}  // namespace pith
