// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/statistics/date_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "pith/data/date.h"

namespace pith {
namespace {

constexpr double seconds_per_day = 86400;

/// The letters of a format of SAS or SPSS, in upper case: `DATE9.` is DATE.
std::string word_of(std::string_view name) {
  std::string word;
  for (const char letter : name) {
    if (letter == '.') break;
    word += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  while (!word.empty() && word.back() >= '0' && word.back() <= '9')
    word.pop_back();
  return word;
}

template <std::size_t count>
bool is_one_of(std::string_view word, const std::array<std::string_view, count>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TimeUnit sas_unit(const std::string& word) {
  constexpr std::array<std::string_view, 31> dates = {
      "DATE",     "DAY",      "DDMMYY",   "DDMMYYB", "DDMMYYC", "DDMMYYD", "DDMMYYN", "DDMMYYP",
      "DDMMYYS",  "MMDDYY",   "MMDDYYB",  "MMDDYYC", "MMDDYYD", "MMDDYYN", "MMDDYYP", "MMDDYYS",
      "YYMMDD",   "YYMMDDB",  "YYMMDDC",  "YYMMDDD", "YYMMDDN", "YYMMDDP", "YYMMDDS", "WEEKDATE",
      "WEEKDATX", "WORDDATE", "WORDDATX", "JULIAN",  "MONYY",   "E8601DA", "B8601DA"};
  constexpr std::array<std::string_view, 8> times = {"DATETIME", "DATEAMPM", "DTDATE",  "E8601DT",
                                                     "B8601DT",  "MDYAMPM",  "E8601DN", "B8601DN"};
  constexpr std::array<std::string_view, 8> durations = {"TIME", "TIMEAMPM", "HHMM",    "MMSS",
                                                         "TOD",  "HOUR",     "E8601TM", "B8601TM"};
  if (is_one_of(word, dates)) return TimeUnit::days;
  if (is_one_of(word, times)) return TimeUnit::seconds;
  return is_one_of(word, durations) ? TimeUnit::duration : TimeUnit::none;
}

TimeUnit spss_unit(const std::string& word) {
  constexpr std::array<std::string_view, 10> dates = {
      "DATE", "ADATE", "EDATE", "JDATE", "SDATE", "QYR", "MOYR", "WKYR", "DATETIME", "YMDHMS"};
  constexpr std::array<std::string_view, 3> durations = {"TIME", "DTIME", "MTIME"};
  if (is_one_of(word, dates)) return TimeUnit::seconds;
  return is_one_of(word, durations) ? TimeUnit::duration : TimeUnit::none;
}

TimeUnit stata_unit(std::string_view name) {
  if (name.starts_with("%-")) name.remove_prefix(1);
  if (name.empty()) return TimeUnit::none;
  name.remove_prefix(1);
  if (name.starts_with('d')) return TimeUnit::days;
  if (!name.starts_with('t') || name.size() < 2) return TimeUnit::none;
  switch (name[1]) {
    case 'd':
      return TimeUnit::days;
    case 'c':
    case 'C':
      return TimeUnit::milliseconds;
    case 'w':
      return TimeUnit::weeks;
    case 'm':
      return TimeUnit::months;
    case 'q':
      return TimeUnit::quarters;
    case 'h':
      return TimeUnit::halves;
    default:
      return TimeUnit::none;
  }
}

/// The first day of part `part` of a year, of which there are `per_year` since 1960.
double first_day(double part, std::int64_t per_year) {
  constexpr double furthest = 1e6;
  if (!(std::abs(part) < furthest)) return std::numeric_limits<double>::quiet_NaN();
  const auto whole = static_cast<std::int64_t>(std::floor(part));
  std::int64_t years = whole / per_year;
  std::int64_t rest = whole % per_year;
  if (rest < 0) {
    --years;
    rest += per_year;
  }
  if (per_year == 52) return static_cast<double>(days_from_civil(1960 + years, 1, 1) + 7 * rest);
  const auto month = static_cast<unsigned>(1 + rest * (12 / per_year));
  return static_cast<double>(days_from_civil(1960 + years, month, 1));
}

}  // namespace

TimeUnit time_unit(std::string_view name, Format format) {
  if (format == Format::stata) return stata_unit(name);
  const std::string word = word_of(name);
  return format == Format::spss ? spss_unit(word) : sas_unit(word);
}

double days_in(double number, TimeUnit unit, Format format) {
  const auto epoch = static_cast<double>(format == Format::spss ? days_from_civil(1582, 10, 14)
                                                                : days_from_civil(1960, 1, 1));
  switch (unit) {
    case TimeUnit::days:
      return number + epoch;
    case TimeUnit::seconds:
      return number / seconds_per_day + epoch;
    case TimeUnit::milliseconds:
      return number / (1000 * seconds_per_day) + epoch;
    case TimeUnit::weeks:
      return first_day(number, 52);
    case TimeUnit::months:
      return first_day(number, 12);
    case TimeUnit::quarters:
      return first_day(number, 4);
    case TimeUnit::halves:
      return first_day(number, 2);
    case TimeUnit::duration:
      return number / seconds_per_day;
    case TimeUnit::none:
      break;
  }
  return number;
}

}  // namespace pith
