// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "pith/search/selection.h"
#include "pith/select/prepare.h"

// Internal: how the selected features were prepared. Nothing outside select/ includes this.
namespace pith::select_internal {

/// By position in `selected`. `table` is the one that was prepared. Values to fill with are found
/// for features without a missing value as well, since other rows may have some.
std::vector<FittedFeature> fitted_features(const Table& table, const Prepared& prepared,
                                           Missing missing, std::span<const Selected> selected,
                                           const Context& context);

/// Boolean features that the method got as numbers stay categories for those who apply a selection.
/// `given` is the table before they were numbers, `table` the one after.
void fit_booleans(const Table& given, const Table& table, Selection& selection);

}  // namespace pith::select_internal
