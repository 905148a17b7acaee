// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/stats/class_panel.h"

namespace pith {
inline namespace stats {

/// The scatter of a few features among themselves, computed directly from the columns of the table,
/// with a fraction of the memory traffic of a pass over a panel of all features. `moments` are
/// those of all features of the table; pivots and features of the result are numbered by their
/// position in `features`. Rows are summed in a different order than by ClassPanel, so the last
/// digits differ.
ScatterColumns scatter_among(const Table& table, const PanelMoments& moments,
                             std::span<const Feature> features, const Context& context);

}  // namespace stats
}  // namespace pith
