// SPDX-License-Identifier: Apache-2.0
#include "pith/data/identifier.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>

#include "pith/base/parallel.h"
#include "pith/data/identifier_rules.h"
#include "pith/data/number.h"
#include "pith/data/table.h"

namespace pith {
namespace {

constexpr std::size_t min_values = min_identifiers;
constexpr double min_distinct = 0.95;
constexpr double max_exact = 0x1p53;  // smaller integers are exact

std::size_t present_values(const Column& column) {
  return column.rows() - column.missing().count();
}

bool is_nearly_unique_text(const Column& column) {
  const std::size_t values = present_values(column);
  return are_nearly_unique(column.levels(), values) &&
         are_nearly_unique(without_empty_levels(column).levels(), values);
}

/// The integers of the first rows in ascending order; none where one of them is a fraction, or so
/// large that differences would be inexact.
std::optional<std::vector<double>> first_integers(const Column& column) {
  constexpr std::size_t some = 64;
  std::array<double, some> room{};
  const std::size_t count = std::min(some, column.rows());
  const double* const first = column.doubles_or_copy(0, {room.data(), count});
  std::vector<double> found;
  for (std::size_t row = 0; row < count; ++row) {
    if (std::isnan(first[row])) continue;
    if (first[row] != std::trunc(first[row]) || std::abs(first[row]) > max_exact)
      return std::nullopt;
    found.push_back(first[row]);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Whether ascending integers are too far apart to be among the evenly spaced values of `rows`
/// rows, whose step divides all differences.
bool are_scattered(const std::vector<double>& integers, std::size_t rows) {
  if (integers.size() < 2) return false;
  std::int64_t divisor = 0;
  for (std::size_t i = 1; i < integers.size(); ++i)
    divisor = std::gcd(divisor, static_cast<std::int64_t>(integers[i] - integers[i - 1]));
  return integers.back() - integers.front() >
         static_cast<double>(divisor) * static_cast<double>(rows) / min_distinct;
}

/// Whether the first rows of a column show that it is no identifier, as those of most columns do:
/// by a fraction, a repeated value or, without a name that decides, by values that are scattered.
bool begins_like_a_measurement(const Column& column, bool has_name) {
  const std::optional<std::vector<double>> first = first_integers(column);
  return !first || std::adjacent_find(first->begin(), first->end()) != first->end() ||
         (!has_name && are_scattered(*first, column.rows()));
}

/// The values of a column, all of which are integers.
struct Integers {
  std::vector<double> values;  ///< in the order of the rows
  double min = 0;
  double max = 0;
};

/// None where there is a fraction, or where differences would be inexact.
std::optional<Integers> integers_of(const Column& column) {
  Integers found{.values = {},
                 .min = std::numeric_limits<double>::infinity(),
                 .max = -std::numeric_limits<double>::infinity()};
  const Numbers numbers = column.numbers();
  for (const double value : numbers) {
    if (std::isnan(value)) continue;
    if (value != std::trunc(value) || std::abs(value) > max_exact) return std::nullopt;
    found.values.push_back(value);
    found.min = std::min(found.min, value);
    found.max = std::max(found.max, value);
  }
  return found;
}

std::size_t count_distinct(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

/// Each of n evenly spaced values once, in any order.
bool is_permutation(const Integers& integers) {
  const double steps = static_cast<double>(integers.values.size()) - 1;
  const double step = (integers.max - integers.min) / steps;
  if (!(step >= 1) || step != std::trunc(step)) return false;
  std::vector<bool> seen(integers.values.size());
  for (const double value : integers.values) {
    const double place = (value - integers.min) / step;
    if (place != std::trunc(place) || seen[static_cast<std::size_t>(place)]) return false;
    seen[static_cast<std::size_t>(place)] = true;
  }
  return true;
}

/// Ascending or descending, by multiples of one step, with few values left out: rows were removed.
bool is_sequence(const Integers& integers) {
  const std::vector<double>& values = integers.values;
  const double sign = values.back() > values.front() ? 1 : -1;
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double difference = sign * (values[i] - values[i - 1]);
    if (!(difference > 0)) return false;
    step = std::min(step, difference);
  }
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (std::fmod(values[i] - values[i - 1], step) != 0) return false;
  }
  const double all = (integers.max - integers.min) / step + 1;
  return static_cast<double>(values.size()) >= min_distinct * all;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `customerID` and `Patient_id` as `customer`, `id` and `patient`, `id`.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  char last = ' ';
  for (const char c : name) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool was_lower = last >= 'a' && last <= 'z';
    if (is_letter(c) && (!is_letter(last) || (is_upper && was_lower))) words.emplace_back();
    if (is_letter(c)) words.back() += lower(c);
    last = c;
  }
  return words;
}

/// `column 3`, as unique_names() and readers name a column without a name.
bool is_made_name(std::string_view name) {
  constexpr std::string_view stem = "column ";
  return name.starts_with(stem) && name.size() > stem.size() &&
         name.find_first_not_of("0123456789", stem.size()) == std::string_view::npos;
}

using Finding = IdentifierFinding;

Finding examine_numbers(const Column& column, std::string_view name) {
  const bool has_name = is_identifier_name(name);
  if (column.rows() < min_values || column.is_declared_numeric() || column.is_date() ||
      begins_like_a_measurement(column, has_name)) {
    return Finding::none;
  }
  const std::optional<Integers> integers = integers_of(column);
  if (!integers || integers->values.size() < min_values) return Finding::none;
  if (is_permutation(*integers) || is_sequence(*integers))
    return has_name ? Finding::named : Finding::running;
  return has_name && count_distinct(integers->values) == integers->values.size() ? Finding::named
                                                                                 : Finding::none;
}

Finding examine_codes(const Column& column) {
  return is_nearly_unique_text(column) && !are_numbers(column.level_names()) ? Finding::named
                                                                             : Finding::none;
}

Finding examine(const Column& column, std::string_view name) {
  if (column.is_codes()) return examine_codes(column);
  return examine_numbers(column, name);
}

}  // namespace

bool is_identifier_name(std::string_view name) {
  if (name.empty()) return true;
  std::string whole;
  std::transform(name.begin(), name.end(), std::back_inserter(whole), lower);
  for (const std::string_view known :
       {"index", "idx", "row.names", "row_names", "rownames", "rowname", "row", "rowid", "rownum",
        "row_number", "row number"}) {
    if (whole == known) return true;
  }
  if (whole.starts_with("unnamed: ")) return true;
  const std::vector<std::string> words = words_of(name);
  const auto is_id = [](const std::string& word) {
    return word == "id" || word == "uid" || word == "uuid" || word == "guid";
  };
  return !words.empty() && (is_id(words.front()) || is_id(words.back()));
}

bool is_identifier(const Column& column, std::string_view name) {
  return examine(column, name) != Finding::none;
}

bool is_nearly_unique(const Column& column) {
  if (column.is_codes()) return is_nearly_unique_text(column);
  const std::optional<Integers> integers = integers_of(column);
  return integers && are_nearly_unique(count_distinct(integers->values), integers->values.size());
}

bool are_nearly_unique(std::size_t distinct, std::size_t values) {
  return values >= min_values &&
         static_cast<double>(distinct) >= min_distinct * static_cast<double>(values);
}

bool are_numbers(std::span<const std::string> levels) {
  return std::all_of(levels.begin(), levels.end(),
                     [](const std::string& level) { return number_of(level).has_value(); });
}

std::vector<std::string_view> names_that_decide(std::span<const std::string> names,
                                                std::span<const std::string> other_names) {
  const auto is_made = [](const std::string& name) { return is_made_name(name); };
  const bool has_names = !std::all_of(names.begin(), names.end(), is_made) ||
                         !std::all_of(other_names.begin(), other_names.end(), is_made);
  std::vector<std::string_view> deciding(names.begin(), names.end());
  for (std::string_view& name : deciding) {
    if (has_names && is_made_name(name)) name = std::string_view();
  }
  return deciding;
}

std::vector<bool> identifiers_among(std::span<const IdentifierFinding> findings) {
  constexpr std::size_t min_ranks = 5;
  const auto running =
      static_cast<std::size_t>(std::count(findings.begin(), findings.end(), Finding::running));
  const bool are_ranks = running >= min_ranks && 2 * running > findings.size();
  std::vector<bool> found(findings.size());
  std::transform(findings.begin(), findings.end(), found.begin(), [&](Finding finding) {
    return finding == Finding::named || (finding == Finding::running && !are_ranks);
  });
  return found;
}

std::vector<bool> find_identifiers(std::span<const Column> columns,
                                   std::span<const std::string> names,
                                   std::span<const std::string> other_names,
                                   const Context& context) {
  const std::vector<std::string_view> deciding = names_that_decide(names, other_names);
  std::vector<Finding> findings(columns.size());
  constexpr std::size_t block = 16;
  parallel_blocks(context, findings.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      findings[i] = examine(columns[i], deciding[i]);
  });
  return identifiers_among(findings);
}

}  // namespace pith
