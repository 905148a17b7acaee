// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "pith/data/format.h"

namespace pith {

/// What numbers with a format of SAS, Stata or SPSS are.
enum class TimeUnit {
  none,     ///< just numbers
  days,     ///< dates
  seconds,  ///< dates with a time
  weeks,    ///< dates, as are all down to halves
  months,
  quarters,
  halves,
  milliseconds,
  duration,  ///< a time without a date, in seconds
};

/// Such as `DATE9.` of SAS, `%td` of Stata or `ADATE10` of SPSS.
TimeUnit time_unit(std::string_view name, Format format);

/// A number with this unit as days since 1970-01-01, or as a duration in days. SAS and Stata count
/// from 1960-01-01, SPSS from 1582-10-14.
double days_in(double number, TimeUnit unit, Format format);

}  // namespace pith
