// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/parameter.h"
#include "pith/select/method.h"
#include "pith/stats/correction.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace families {

/// The parameter `correction` of every method that estimates information from counts.
Parameter correction_parameter();

/// The method with that parameter, the last one. Methods that can spread missing values cannot with
/// the correction `chance`, which needs whole counts.
Method with_correction(Method method);

/// The value of the parameter; `none` for a method without it. Throws Error(bad_data) for `chance`
/// if the rows have weights that are not whole numbers.
Correction correction_of(const Params& params, const Source& source);

}  // namespace families
}  // namespace pith
