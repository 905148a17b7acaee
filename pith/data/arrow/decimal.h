// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/data/arrow/type.h"

namespace pith {

/// The double nearest to the number at this position of a buffer of decimals, as if its text had
/// been parsed.
double decimal_at(const std::byte* values, std::size_t place, const ArrowDecimal& type);

/// Whether it is an integer of scale 0 that no double equals.
bool is_inexact_integer(const std::byte* values, std::size_t place, const ArrowDecimal& type);

}  // namespace pith
