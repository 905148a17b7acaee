// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "pith/base/parameter.h"
#include "pith/data/table.h"
#include "pith/stats/centred_columns.h"

namespace pith {
inline namespace families {

/// The parameter `scale` of methods whose weights depend on the units of the features.
Parameter scale_parameter();

Unit unit_of(const Params& params);

/// A note if units are as given and the standard deviations differ so much (by a factor of 100 or
/// more, or all far from 1) that they are likely to decide; constants do not count.
std::optional<std::string> scale_note(const Table& table, std::span<const double> deviations,
                                      const Params& params);
inline std::optional<std::string> scale_note(const Table& table, const CentredColumns& columns,
                                             const Params& params) {
  return scale_note(table, columns.deviations(), params);
}

}  // namespace families
}  // namespace pith
