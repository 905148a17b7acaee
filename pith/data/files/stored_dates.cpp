// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/stored_dates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/data/date.h"

namespace pith {
namespace {

/// Missing dates are NaN.
template <class Test>
bool all_dates(const Column& dates, Test test) {
  const Numbers days = dates.numbers();
  return std::all_of(days.begin(), days.end(),
                     [&](double day) { return std::isnan(day) || test(day); });
}

}  // namespace

bool are_whole_days(const Column& dates) {
  return all_dates(dates, [](double day) {
    return day == std::floor(day) && std::abs(day) < std::numeric_limits<std::int32_t>::max();
  });
}

bool fit_microseconds(const Column& dates) {
  constexpr double most = 1e8;
  return all_dates(dates, [](double day) { return std::abs(day) < most; });
}

std::int64_t microseconds_of(double days) {
  const double whole = std::floor(days);
  return static_cast<std::int64_t>(whole) * microseconds_per_day +
         std::llround((days - whole) * static_cast<double>(microseconds_per_day));
}

bool keeps_stored_dates(const Column& dates) {
  if (are_whole_days(dates)) return true;
  return fit_microseconds(dates) && all_dates(dates, [](double day) {
           return days_of(microseconds_of(day), microseconds_per_day) == day;
         });
}

}  // namespace pith
