// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/data/arrow/type.h"

namespace pith {

/// The number at this place of a buffer of decimals: the double that is nearest, as if its text had
/// been read.
double decimal_at(const std::byte* values, std::size_t place, const ArrowDecimal& type);

}  // namespace pith
