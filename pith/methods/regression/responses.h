// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/table.h"
#include "pith/linalg/directions.h"

namespace pith {
inline namespace families {

/// The responses of a regression on the target, about their means, times the root of the weight of
/// the row. A numeric target is one response. Of classes, each has one: 1 in its rows and 0 in the
/// others. All classes count, also of two: the second response is then the first with the other
/// sign, so that every R2 and every ratio of residual sums of squares is that of a single 0/1
/// response.
Directions target_responses(const Table& table);
/// How many there are.
std::size_t response_count(const Table& table);

}  // namespace families
}  // namespace pith
