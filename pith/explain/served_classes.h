// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/explain/explanation.h"
#include "pith/select/information_table.h"

// Internal: what features say about single classes. Nothing outside explain/ includes this.
namespace pith::explain_internal {

/// I(x; [y = c]) of each of these features x, positions in the whole table, and each class c of the
/// single target. Names of features are left empty.
std::vector<ServedTargets> served_classes(const InformationTable& coded,
                                          std::span<const Feature> features,
                                          const Context& context);

}  // namespace pith::explain_internal
