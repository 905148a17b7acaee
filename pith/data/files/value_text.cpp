// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "pith/base/text.h"

namespace pith {

std::string iso_date_text(double days, bool wants_time) {
  constexpr std::int64_t day_nanoseconds = 86'400'000'000'000;
  double whole = std::floor(days);
  // The fewest digits of a second that give the same number of days.
  std::int64_t nanoseconds = 0;
  std::int64_t unit = 1'000'000'000;
  int digits = 0;
  for (;; unit /= 10, ++digits) {
    const auto per_day = static_cast<double>(day_nanoseconds / unit);
    nanoseconds = static_cast<std::int64_t>(std::llround((days - whole) * per_day)) * unit;
    const double back =
        whole + static_cast<double>(nanoseconds) / static_cast<double>(day_nanoseconds);
    if (back == days || unit == 1) break;
  }
  if (nanoseconds == day_nanoseconds) {
    whole += 1;
    nanoseconds = 0;
  }
  const std::chrono::year_month_day date{
      std::chrono::sys_days{std::chrono::days{static_cast<std::int64_t>(whole)}}};
  std::string text =
      fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  if (nanoseconds == 0 && !wants_time) return text;
  const std::int64_t seconds = nanoseconds / 1'000'000'000;
  text += fmt::format("T{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (digits == 0) return text;
  return text + fmt::format(".{:0{}}", nanoseconds % 1'000'000'000 / unit, digits);
}

bool has_times(const Column& dates) {
  const Numbers days = dates.numbers();
  return std::any_of(days.begin(), days.end(),
                     [](double day) { return !std::isnan(day) && day != std::floor(day); });
}

ValueText::ValueText(const Column& column,
                     const std::function<std::string(std::string_view)>& quote,
                     std::string_view missing)
    : column_(&column), missing_(missing), wants_time_(column.is_date() && has_times(column)) {
  std::transform(column.level_names().begin(), column.level_names().end(),
                 std::back_inserter(levels_), quote);
}

void ValueText::append(std::size_t row, std::string& text) const {
  if (column_->missing().test(row)) {
    text += missing_;
  } else if (column_->is_codes()) {
    text += levels_[column_->code(row)];
  } else if (column_->is_date()) {
    text += iso_date_text(column_->number(row), wants_time_);
  } else {
    text += number_text(column_->number(row));
  }
}

}  // namespace pith
