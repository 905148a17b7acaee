// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {
inline namespace families {

/// I(x;y) of every numeric feature and the target, which holds classes or numbers, by nearest
/// neighbours (measure/neighbour_information.h), in nats. Reports its progress as the phase
/// "select" if `has_progress`.
std::vector<double> target_informations(const Table& table, std::size_t neighbours,
                                        bool has_progress, const Context& context);

/// out[i] is the same of the feature `of` and the feature others[i].
void feature_informations(const Table& table, Feature of, std::span<const Feature> others,
                          std::size_t neighbours, std::span<double> out, const Context& context);

}  // namespace families
}  // namespace pith
