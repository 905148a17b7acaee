// SPDX-License-Identifier: Apache-2.0
#include "cli/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "pith/base/error.h"
#include "pith/data/number.h"

namespace pith::cli {
namespace {

/// What a suffix multiplies with.
std::optional<double> unit_of(std::string_view suffix) {
  if (suffix.empty() || suffix == "B" || suffix == "b") return 1.0;
  const auto power = std::string_view("KMGT").find(
      static_cast<char>(std::toupper(static_cast<unsigned char>(suffix.front()))));
  if (power == std::string_view::npos) return std::nullopt;
  suffix.remove_prefix(1);
  const auto exponent = static_cast<double>(power + 1);
  if (suffix.empty() || suffix == "iB" || suffix == "i") return std::pow(1024.0, exponent);
  if (suffix == "B" || suffix == "b") return std::pow(1000.0, exponent);
  return std::nullopt;
}

}  // namespace

std::uint64_t whole_number(std::string_view option, const std::string& text,
                           const WholeRange& range) {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  const bool is_whole = end == last && !text.empty();
  const bool is_negative = text.size() > 1 && text.front() == '-' &&
                           text.find_first_not_of("0123456789", 1) == std::string::npos;
  if (is_whole && error == std::errc() && number >= range.min && number <= range.max) return number;
  const auto reject = [&](const std::string& rule) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must be {} (got {})", option, rule,
                            is_whole || is_negative ? text : quoted(text)));
  };
  if (is_negative || (is_whole && error == std::errc() && number < range.min))
    reject(fmt::format("at least {}", range.min));
  if (is_whole) reject(fmt::format("at most {}", range.max));
  reject("a whole number");
  return 0;
}

double share(std::string_view option, const std::string& text) {
  const std::optional<double> number = number_of(text);
  if (number && *number > 0 && *number <= 1) return *number;
  throw Error(
      ErrorKind::bad_argument,
      fmt::format("{} must be greater than 0 and at most 1 (got {})", option, quoted(text)));
}

std::vector<std::size_t> counts(std::string_view option, const std::string& text) {
  constexpr std::size_t max_counts = 100'000;
  constexpr std::size_t max_count = 1'000'000'000'000'000;
  std::vector<std::size_t> all;
  std::string_view rest = text;
  bool is_good = true;
  const auto take_number = [&] {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    is_good = is_good && error == std::errc() && number > 0 && number <= max_count;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return number;
  };
  const auto take_word = [&](std::string_view word) {
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    return true;
  };
  do {
    const std::size_t first = take_number();
    const std::size_t last = take_word("..") ? take_number() : first;
    const std::size_t step = last > first && take_word(":") ? take_number() : 1;
    is_good = is_good && last >= first && (last - first) / step < max_counts - all.size();
    for (std::size_t count = first; is_good && count <= last; count += step)
      all.push_back(count);
  } while (is_good && take_word(","));
  if (!is_good || !rest.empty()) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must list numbers of features, e.g. 10,25,50 or 1..20 or "
                            "10..100:10 (got {})",
                            option, quoted(text)));
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::uint64_t memory_size(std::string_view option, const std::string& text) {
  constexpr double min_bytes = 1 << 20;
  constexpr double max_bytes = 900000.0 * (std::uint64_t{1} << 40U);
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number, std::chars_format::fixed);
  const auto unit = unit_of(std::string_view(end, static_cast<std::size_t>(last - end)));
  const double bytes = number * unit.value_or(0);
  if (error == std::errc() && unit && bytes >= min_bytes && bytes <= max_bytes) {
    return static_cast<std::uint64_t>(bytes);
  }
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} must be a size from 1M to 900000T, e.g. 512M or 4G (got {})", option,
                          quoted(text)));
}

}  // namespace pith::cli
