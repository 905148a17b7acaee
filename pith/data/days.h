// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pith {

/// A time as days since 1970-01-01, given in ticks since then, `per_day` of which make a day.
/// The same time gives the same double in every unit: the quotient of the ticks of the day is
/// rounded once, and both its parts are exact in units down to nanoseconds.
inline double days_of(std::int64_t ticks, std::int64_t per_day) {
  std::int64_t days = ticks / per_day;
  std::int64_t rest = ticks % per_day;
  if (rest < 0) {
    --days;
    rest += per_day;
  }
  return static_cast<double>(days) + static_cast<double>(rest) / static_cast<double>(per_day);
}

}  // namespace pith
