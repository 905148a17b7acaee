// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {

/// In which units margins are taken.
enum class MarginScale {
  as_it_is,
  unit_range,  ///< every feature from 0 to 1
};

/// Weights of rows by how near their margin vectors are to those of the others (Yu, Han and Berens
/// 2012): m_rx = sum over the rows s of other classes of |x_r - x_s|, less that over the rows of
/// the same class (categories: 0 or 1); w_r ~ 1 / mean[s != r] |m_r - m_s|, with mean 1. All 1
/// where margin vectors do not differ. There are no missing values. Margins by sorting,
/// O(d n log n); their distances O(n^2 d). Throws Error(resources) where n d numbers are more than
/// the memory limit.
std::vector<double> margin_weights(const Table& table, MarginScale scale, const Context& context);

}  // namespace pith
