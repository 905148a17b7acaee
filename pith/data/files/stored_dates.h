// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "pith/data/column.h"

// How dates, which are days in memory, are stored as integers in formats that have types.
namespace pith {

inline constexpr std::int64_t microseconds_per_day = 86'400'000'000;

/// Whether all dates are whole days that 32 bits hold.
bool are_whole_days(const Column& dates);
/// Whether 64 bits hold the microseconds of all dates.
bool fit_microseconds(const Column& dates);
/// The nearest number of microseconds.
std::int64_t microseconds_of(double days);
/// Whether all dates are the same to the last bit after they were stored as whole days, or else as
/// microseconds.
bool keeps_stored_dates(const Column& dates);

}  // namespace pith
