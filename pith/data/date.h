// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith {

/// A date, possibly with a time, as ISO 8601 writes it.
struct IsoDate {
  double days = 0;  ///< since 1970-01-01 (UTC), with the fraction of the time
  bool has_time = false;
  bool has_offset = false;  ///< `Z` or `+01:00`: the time is known in UTC
};

/// `2024-03-31`, `2024-03-31T12:30`, `2024-03-31 12:30:15.25`, `2024-03-31T12:30Z`,
/// `2024-03-31T12:30+02:00`; years 0000 to 9999 in the proleptic Gregorian calendar.
std::optional<IsoDate> parse_iso_date(std::string_view text);

/// True for a date of digits in another order or with other marks: `31.3.2024`, `3/31/24`,
/// `2024/03/31`, possibly followed by a time. Which part is the month is not known.
bool looks_like_date(std::string_view text);

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

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar; month and day from 1.
std::int64_t days_from_civil(std::int64_t year, unsigned month, unsigned day);

/// `2024-03-31`, or `2024-03-31 12:30:15` when there is a time, to the second.
std::string date_text(double days);

}  // namespace pith
