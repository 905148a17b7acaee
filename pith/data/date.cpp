// SPDX-License-Identifier: Apache-2.0
#include "pith/data/date.h"

#include <fmt/format.h>

#include <cmath>

namespace pith {
namespace {

constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;
constexpr std::int64_t seconds_per_day = 86'400;

bool is_leap(unsigned year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

unsigned days_in_month(unsigned year, unsigned month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Reads the text from its start.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }
  bool accept(char letter) {
    if (rest_.empty() || rest_.front() != letter) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// Exactly `count` digits; false leaves the value undefined.
  bool digits(std::size_t count, unsigned& value) {
    if (rest_.size() < count) return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const char letter = rest_[i];
      if (letter < '0' || letter > '9') return false;
      value = value * 10 + static_cast<unsigned>(letter - '0');
    }
    rest_.remove_prefix(count);
    return true;
  }
  /// The digits of a fraction, at least one, in nanoseconds; more than nine are cut.
  bool fraction(std::int64_t& nanoseconds) {
    std::int64_t scale = nanoseconds_per_second;
    std::size_t used = 0;
    nanoseconds = 0;
    for (; used < rest_.size() && rest_[used] >= '0' && rest_[used] <= '9'; ++used) {
      scale /= 10;
      nanoseconds += scale * (rest_[used] - '0');
    }
    rest_.remove_prefix(used);
    return used > 0;
  }

 private:
  std::string_view rest_;
};

/// The time of day in seconds and nanoseconds.
struct Time {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
};

bool parse_time(Scanner& scanner, Time& time) {
  unsigned hour = 0;
  unsigned minute = 0;
  unsigned second = 0;
  if (!scanner.digits(2, hour) || !scanner.accept(':') || !scanner.digits(2, minute)) return false;
  if (scanner.accept(':')) {
    if (!scanner.digits(2, second)) return false;
    const bool has_fraction = scanner.accept('.') || scanner.accept(',');
    if (has_fraction && !scanner.fraction(time.nanoseconds)) return false;
  }
  // A leap second counts as the first second of the next minute.
  if (hour > 23 || minute > 59 || second > 60) return false;
  time.seconds = std::int64_t{hour} * 3600 + std::int64_t{minute} * 60 + second;
  return true;
}

/// `Z`, `+01:00`, `+0100` or `+01`, in seconds; nothing is 0.
bool parse_offset(Scanner& scanner, std::int64_t& seconds, bool& has_offset) {
  has_offset = true;
  if (scanner.accept('Z') || scanner.accept('z')) return true;
  const bool is_west = scanner.accept('-');
  if (!is_west && !scanner.accept('+')) {
    has_offset = false;
    return true;
  }
  unsigned hour = 0;
  unsigned minute = 0;
  if (!scanner.digits(2, hour)) return false;
  const bool needs_minute = scanner.accept(':');
  if (!scanner.is_at_end() || needs_minute) {
    if (!scanner.digits(2, minute)) return false;
  }
  if (hour > 23 || minute > 59) return false;
  seconds = std::int64_t{hour} * 3600 + std::int64_t{minute} * 60;
  if (is_west) seconds = -seconds;
  return true;
}

}  // namespace

// The shift of the year to March and the eras of 400 years are those of H. Hinnant,
// "chrono-compatible low-level date algorithms" (days_from_civil, civil_from_days).
std::int64_t days_from_civil(std::int64_t year, unsigned month, unsigned day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t shifted = month > 2 ? month - 3 : month + 9;
  const std::int64_t day_of_year = (153 * shifted + 2) / 5 + day - 1;
  const std::int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

std::optional<IsoDate> parse_iso_date(std::string_view text) {
  Scanner scanner(text);
  unsigned year = 0;
  unsigned month = 0;
  unsigned day = 0;
  const bool is_date = scanner.digits(4, year) && scanner.accept('-') && scanner.digits(2, month) &&
                       scanner.accept('-') && scanner.digits(2, day);
  if (!is_date || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) {
    return std::nullopt;
  }
  IsoDate date;
  std::int64_t days = days_from_civil(year, month, day);
  Time time;
  if (!scanner.is_at_end()) {
    date.has_time = true;
    std::int64_t offset = 0;
    if (!scanner.accept('T') && !scanner.accept('t') && !scanner.accept(' ')) return std::nullopt;
    if (!parse_time(scanner, time) || !parse_offset(scanner, offset, date.has_offset) ||
        !scanner.is_at_end()) {
      return std::nullopt;
    }
    time.seconds -= offset;
    while (time.seconds < 0) {
      time.seconds += seconds_per_day;
      --days;
    }
    days += time.seconds / seconds_per_day;
    time.seconds %= seconds_per_day;
  }
  date.days =
      static_cast<double>(days) + days_of(time.seconds * nanoseconds_per_second + time.nanoseconds,
                                          seconds_per_day * nanoseconds_per_second);
  return date;
}

bool looks_like_date(std::string_view text) {
  std::size_t lengths[3] = {};
  std::size_t part = 0;
  char mark = 0;
  std::size_t at = 0;
  for (; at < text.size() && part < 3; ++at) {
    const char letter = text[at];
    if (letter >= '0' && letter <= '9') {
      ++lengths[part];
    } else if (part < 2 && (letter == '.' || letter == '/' || letter == '-') &&
               (mark == 0 || mark == letter)) {
      mark = letter;
      ++part;
    } else {
      break;
    }
  }
  const bool ends = at == text.size() || text[at] == ' ' || text[at] == 'T';
  const auto is_short = [](std::size_t length) { return length == 1 || length == 2; };
  const bool year_last = is_short(lengths[0]) && (lengths[2] == 4 || lengths[2] == 2);
  const bool year_first = lengths[0] == 4 && is_short(lengths[2]);
  return ends && part == 2 && is_short(lengths[1]) && (year_last || year_first);
}

std::string date_text(double days) {
  const double whole = std::floor(days);
  auto day = static_cast<std::int64_t>(whole);
  auto seconds = static_cast<std::int64_t>(std::llround((days - whole) * seconds_per_day));
  day += seconds / seconds_per_day;
  seconds %= seconds_per_day;
  const std::int64_t shifted = day + 719468;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const std::int64_t day_of_era = shifted - era * 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t march_month = (5 * day_of_year + 2) / 153;
  const std::int64_t month = march_month < 10 ? march_month + 3 : march_month - 9;
  const std::int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  const std::string date =
      fmt::format("{:04}-{:02}-{:02}", year, month, day_of_year - (153 * march_month + 2) / 5 + 1);
  if (seconds == 0) return date;
  return fmt::format("{} {:02}:{:02}:{:02}", date, seconds / 3600, seconds / 60 % 60, seconds % 60);
}

}  // namespace pith
