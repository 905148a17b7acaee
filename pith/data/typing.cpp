// SPDX-License-Identifier: Apache-2.0
#include "pith/data/typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/boolean.h"
#include "pith/data/date.h"
#include "pith/data/files/written_number.h"
#include "pith/data/number.h"

namespace pith {
namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();
constexpr double least_share = 0.95;
constexpr std::size_t max_stray = 5;

/// What each level means: a number, or nothing where it is none.
using Values = std::vector<std::optional<double>>;

/// Types one column.
class Typer {
 public:
  Typer(const TextLevels& levels, std::string_view name, const TypingRules& rules)
      : levels_(levels),
        name_(name),
        rules_(rules),
        counts_(levels.counts.begin(), levels.counts.end()) {
    for (std::size_t code = 0; code < counts_.size(); ++code) {
      if (rules_.missing.contains(std::string_view(text(code)))) counts_[code] = 0;
      present_ += counts_[code];
    }
  }

  TypedLevels run() {
    const Values plain = plain_values();
    if (is_all(plain)) return numbers(plain);
    if (auto booleans = as_booleans()) return std::move(*booleans);
    if (auto written = as_written()) return std::move(*written);
    if (fits(plain)) return numbers(plain);
    const Values dates = date_values();
    if (is_all(dates) || fits(dates)) {
      TypedLevels result = numbers(dates);
      result.is_date = true;
      return result;
    }
    if (auto note = other_dates()) return categories(std::move(*note));
    const Values like = number_like();
    if (doubt_.empty() && is_all(like)) doubt_ = unlike(plain);
    if (doubt_.empty()) doubt_ = mixture(like, "a number", "numbers");
    if (doubt_.empty()) doubt_ = mixture(dates, "a date", "dates");
    return categories(std::move(doubt_));
  }

 private:
  const std::string& text(std::size_t code) const { return levels_.texts[code]; }
  bool is_present(std::size_t code) const { return counts_[code] > 0; }

  template <class Value>
  Values values_by(Value value) const {
    Values values(counts_.size());
    for (std::size_t code = 0; code < values.size(); ++code) {
      if (is_present(code)) values[code] = value(text(code));
    }
    return values;
  }

  Values plain_values() const {
    if (rules_.decimal != ',') return values_by([](const auto& each) { return number_of(each); });
    return values_by([](const std::string& each) -> std::optional<double> {
      const auto number = styled_number(each, {.group = 0, .decimal = ','});
      if (!number) return std::nullopt;
      return number->value;
    });
  }

  /// Times with an offset are known in UTC, others are not: they cannot be compared.
  Values date_values() {
    std::optional<bool> has_offset;
    bool is_mixed = false;
    Values values = values_by([&](const std::string& each) -> std::optional<double> {
      const auto date = parse_iso_date(each);
      if (!date) return std::nullopt;
      if (date->has_time) {
        is_mixed = is_mixed || (has_offset && *has_offset != date->has_offset);
        has_offset = date->has_offset;
      }
      return date->days;
    });
    if (!is_mixed) return values;
    doubt_ = fmt::format(
        "column {} was read as categories: only some of its times have an offset from UTC; write "
        "them alike to have dates",
        quoted(name_));
    return Values(counts_.size());
  }

  bool is_all(const Values& values) const {
    for (std::size_t code = 0; code < values.size(); ++code) {
      if (is_present(code) && !values[code]) return false;
    }
    return true;
  }

  /// How many rows have a value, how many distinct values and how many other texts there are.
  struct Tally {
    std::size_t rows = 0;
    std::size_t distinct = 0;
    std::size_t others = 0;
  };
  Tally tally(const Values& values) const {
    Tally tally;
    std::vector<double> seen;
    for (std::size_t code = 0; code < values.size(); ++code) {
      if (!is_present(code)) continue;
      if (values[code]) {
        tally.rows += counts_[code];
        seen.push_back(*values[code]);
      } else {
        ++tally.others;
      }
    }
    std::sort(seen.begin(), seen.end());
    tally.distinct = static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
    return tally;
  }

  /// True when the texts without a value are few enough to be strays.
  bool fits(const Values& values) const {
    if (!rules_.allows_stray || has_many_others(values)) return false;
    const Tally all = tally(values);
    return static_cast<double>(all.rows) >= least_share * static_cast<double>(present_) &&
           all.distinct > max_integer_levels && all.others <= max_stray;
  }

  /// A quick look, since most columns of categories have many texts.
  bool has_many_others(const Values& values) const {
    std::size_t others = 0;
    for (std::size_t code = 0; code < values.size() && others <= max_stray; ++code)
      others += is_present(code) && !values[code] ? 1 : 0;
    return others > max_stray;
  }

  TypedLevels numbers(const Values& values) const {
    TypedLevels result{.kind = Column::Kind::numbers,
                       .numbers = std::vector<double>(values.size(), missing_number)};
    std::size_t infinite = levels_.rows;
    for (std::size_t code = 0; code < values.size(); ++code) {
      if (!is_present(code)) continue;
      const std::size_t first = levels_.first_rows[code];
      if (!values[code]) {
        result.stray.push_back({.token = text(code), .count = counts_[code], .row = first});
      } else if (!rules_.missing.contains(*values[code])) {
        result.numbers[code] = *values[code];
        if (std::isinf(*values[code])) infinite = std::min(infinite, first);
      }
    }
    sort_stray(result.stray);
    if (infinite < levels_.rows) result.infinite_row = infinite;
    return result;
  }

  /// Codes of other levels; `code_of` gives the new code of a present level.
  template <class CodeOf>
  TypedLevels recoded(std::vector<std::string> levels, CodeOf code_of) const {
    TypedLevels result{.kind = Column::Kind::codes, .levels = std::move(levels)};
    result.codes.assign(counts_.size(), TypedLevels::no_level);
    for (std::size_t code = 0; code < counts_.size(); ++code) {
      if (is_present(code)) result.codes[code] = code_of(code);
    }
    return result;
  }

  std::optional<TypedLevels> as_booleans() const {
    for (std::size_t code = 0; code < counts_.size(); ++code) {
      if (is_present(code) && !boolean_of(text(code))) return std::nullopt;
    }
    return recoded({"False", "True"},
                   [this](std::size_t code) { return *boolean_of(text(code)) ? 1U : 0U; });
  }

  /// The texts, without those that are missing tokens.
  TypedLevels categories(std::string note) const {
    std::vector<std::uint32_t> places(counts_.size());
    std::vector<std::string> levels;
    for (std::size_t code = 0; code < counts_.size(); ++code) {
      if (!is_present(code)) continue;
      places[code] = static_cast<std::uint32_t>(levels.size());
      levels.push_back(text(code));
    }
    TypedLevels result{.kind = Column::Kind::codes};
    if (levels.size() < counts_.size())
      result = recoded(std::move(levels), [&](std::size_t code) { return places[code]; });
    result.note = std::move(note);
    return result;
  }

  std::optional<TypedLevels> as_written();
  bool has_one_unit(const std::vector<std::optional<WrittenNumber>>& written);
  Values number_like() const;
  std::string unlike(const Values& plain) const;
  std::string mixture(const Values& values, std::string_view one, std::string_view more) const;
  std::optional<std::string> other_dates() const;

  const TextLevels& levels_;
  std::string_view name_;
  const TypingRules& rules_;
  std::vector<std::size_t> counts_;  ///< rows of each level; 0 for missing tokens
  std::size_t present_ = 0;
  std::string doubt_;  ///< why texts that look like numbers are not read as such
};

/// One reading of a column of written numbers.
struct Reading {
  Values values;
  char decimal = '.';
  bool has_three_decimals = false;
};

std::optional<Reading> read_in_style(const std::vector<std::optional<WrittenNumber>>& written,
                                     const NumberStyle& style) {
  Reading reading;
  reading.values.resize(written.size());
  reading.decimal = style.decimal;
  for (std::size_t code = 0; code < written.size(); ++code) {
    if (!written[code]) continue;
    const auto number = styled_number(written[code]->digits, style);
    if (!number) return std::nullopt;
    reading.values[code] = number->value;
    reading.has_three_decimals = reading.has_three_decimals || number->decimals == 3;
  }
  return reading;
}

/// True when all numbers have the same unit; amounts of money may lack it. Else sets doubt_.
bool Typer::has_one_unit(const std::vector<std::optional<WrittenNumber>>& written) {
  std::optional<std::size_t> first;
  for (std::size_t code = 0; code < written.size(); ++code) {
    if (!written[code]) continue;
    if (!first) first = code;
    const WrittenNumber& a = *written[*first];
    const WrittenNumber& b = *written[code];
    const bool may_lack =
        (a.unit.empty() && b.is_currency()) || (b.unit.empty() && a.is_currency());
    if (a.unit != b.unit && !may_lack) {
      doubt_ = fmt::format(
          "column {} was read as categories, but looks like numbers in different units: {} and {}; "
          "write them alike to have numbers",
          quoted(name_), quoted(text(*first)), quoted(text(code)));
      return false;
    }
    if (a.unit.empty()) first = code;
  }
  return true;
}

std::optional<TypedLevels> Typer::as_written() {
  std::vector<std::optional<WrittenNumber>> written(counts_.size());
  Values any(counts_.size());
  std::size_t example = counts_.size();  // the longest text, which shows most marks
  bool is_money = false;
  std::size_t others = 0;
  for (std::size_t code = 0; code < written.size(); ++code) {
    if (!is_present(code)) continue;
    written[code] = split_written_number(text(code));
    if (!written[code]) {
      if (++others > max_stray) return std::nullopt;
      continue;
    }
    any[code] = static_cast<double>(code);
    is_money = is_money || written[code]->is_currency();
    const bool is_plain = rules_.decimal != ',' && number_of(text(code)).has_value();
    const bool is_longer = example == counts_.size() || text(code).size() > text(example).size();
    if (!is_plain && is_longer) example = code;
  }
  if (example == counts_.size() || !(is_all(any) || fits(any))) return std::nullopt;
  if (!has_one_unit(written)) return std::nullopt;
  std::vector<Reading> readings;
  for (const NumberStyle& style : number_styles) {
    if (rules_.decimal != 0 && rules_.decimal != style.decimal) continue;
    auto reading = read_in_style(written, style);
    if (!reading) continue;
    const bool is_known = std::any_of(readings.begin(), readings.end(), [&](const Reading& known) {
      return known.values == reading->values;
    });
    if (!is_known) readings.push_back(std::move(*reading));
  }
  // Amounts of money do not have three decimals, so that the mark separates thousands.
  if (is_money && readings.size() > 1) {
    std::erase_if(readings, [](const Reading& reading) { return reading.has_three_decimals; });
  }
  if (readings.size() == 1) {
    TypedLevels result = numbers(readings.front().values);
    result.note =
        fmt::format("column {} was read as numbers: {} is {}", quoted(name_), quoted(text(example)),
                    number_text(*readings.front().values[example]));
    return result;
  }
  if (readings.empty()) {
    doubt_ = fmt::format(
        "column {} was read as categories, but looks like numbers such as {} that {}; correct them",
        quoted(name_), quoted(text(example)),
        rules_.decimal == 0 ? "are not all written alike"
                            : fmt::format("do not agree with {}",
                                          option("decimal", std::string_view(&rules_.decimal, 1))));
    return std::nullopt;
  }
  const auto choice = [&](const Reading& reading) {
    return fmt::format("{} ({})", number_text(*reading.values[example]),
                       option("decimal", std::string_view(&reading.decimal, 1)));
  };
  return categories(fmt::format("column {} was read as categories: {} can be {} or {}",
                                quoted(name_), quoted(text(example)), choice(readings[0]),
                                choice(readings[1])));
}

/// A word about dates that are not in ISO 8601, where day and month cannot be told apart.
std::optional<std::string> Typer::other_dates() const {
  std::optional<std::size_t> example;
  for (std::size_t code = 0; code < counts_.size(); ++code) {
    if (!is_present(code)) continue;
    if (!looks_like_date(text(code))) return std::nullopt;
    if (!example && !parse_iso_date(text(code))) example = code;
  }
  if (!example) return std::nullopt;
  return fmt::format(
      "column {} was read as categories, but looks like dates such as {}; write them as in ISO "
      "8601 (2024-03-31)",
      quoted(name_), quoted(text(*example)));
}

/// The texts that look like a number in any notation, each as a value of its own.
Values Typer::number_like() const {
  double next = 0;
  return values_by([&next](const std::string& each) -> std::optional<double> {
    if (!number_of(each) && !split_written_number(each)) return std::nullopt;
    return next++;
  });
}

/// A word about texts that are all numbers, but not all in one notation. One of them is not plain.
std::string Typer::unlike(const Values& plain) const {
  std::size_t example = 0;
  while (!is_present(example) || plain[example])
    ++example;
  return fmt::format(
      "column {} was read as categories, but looks like numbers such as {} that are not all "
      "written alike; correct them",
      quoted(name_), quoted(text(example)));
}

/// A word about categories of which half are something else. One text has no value.
std::string Typer::mixture(const Values& values, std::string_view one,
                           std::string_view more) const {
  const Tally all = tally(values);
  // Few distinct numbers may be the names of categories, unless nearly all texts are numbers.
  const double needed = all.distinct > max_integer_levels ? 0.5 : 0.8;
  const bool are_enough = static_cast<double>(all.rows) >= needed * static_cast<double>(present_);
  if (all.others == 0 || !are_enough) return "";
  std::size_t example = 0;
  while (!is_present(example) || values[example])
    ++example;
  const std::size_t others = present_ - all.rows;
  return fmt::format(
      "column {} was read as categories: {} of {} values {} not {}, such as {}; if they stand for "
      "missing values, name them ({})",
      quoted(name_), others, present_, agree(others, "is", "are"), agree(others, one, more),
      quoted(text(example)), option("na"));
}

}  // namespace

namespace {

/// The rows of texts by what these mean.
Column numbers_of(const Column& texts, const TypedLevels& meaning) {
  std::vector<double> all(texts.rows(), missing_number);
  Mask missing;
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (!texts.missing().test(row)) all[row] = meaning.numbers[texts.code(row)];
    if (std::isnan(all[row])) missing.set(row);
  }
  Column column = Column::from_numbers(std::move(all), std::move(missing));
  if (!meaning.stray.empty()) column = column.with_stray(meaning.stray);
  return meaning.is_date ? column.as_date() : column;
}

Column codes_of(const Column& texts, TypedLevels& meaning) {
  if (meaning.codes.empty()) return texts;
  std::vector<std::uint32_t> codes(texts.rows());
  Mask missing;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const std::uint32_t code = meaning.codes[texts.code(row)];
    if (texts.missing().test(row) || code == TypedLevels::no_level) {
      missing.set(row);
    } else {
      codes[row] = code;
    }
  }
  return Column::from_codes(codes, std::move(meaning.levels), std::move(missing));
}

}  // namespace

void sort_stray(std::vector<StrayToken>& tokens) {
  std::stable_sort(tokens.begin(), tokens.end(), [](const StrayToken& a, const StrayToken& b) {
    return a.count != b.count ? a.count > b.count : a.row < b.row;
  });
}

bool are_strays(const std::vector<StrayToken>& tokens, const NumberFacts& numbers,
                const TypingRules& rules) {
  std::size_t others = 0;
  for (const StrayToken& each : tokens) {
    // Such texts could make numbers in another notation of the column.
    if (split_written_number(each.token)) return false;
    others += each.count;
  }
  const std::size_t present = numbers.rows + others;
  return rules.allows_stray && rules.decimal != ',' && tokens.size() <= max_stray &&
         numbers.distinct > max_integer_levels &&
         static_cast<double>(numbers.rows) >= least_share * static_cast<double>(present);
}

TypedLevels typed_levels(const TextLevels& levels, std::string_view name,
                         const TypingRules& rules) {
  return Typer(levels, name, rules).run();
}

Typed typed(const Column& texts, std::string_view name, const TypingRules& rules) {
  std::vector<std::size_t> counts(texts.levels());
  std::vector<std::size_t> first_rows(texts.levels(), texts.rows());
  std::visit(
      [&](auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
          if (texts.missing().test(row)) continue;
          const auto code = static_cast<std::size_t>(codes[row]);
          if (counts[code]++ == 0) first_rows[code] = row;
        }
      },
      texts.codes());
  TypedLevels meaning = typed_levels({.texts = texts.level_names(),
                                      .counts = counts,
                                      .first_rows = first_rows,
                                      .rows = texts.rows()},
                                     name, rules);
  const bool is_numeric = meaning.kind == Column::Kind::numbers;
  return {.column = is_numeric ? numbers_of(texts, meaning) : codes_of(texts, meaning),
          .note = std::move(meaning.note),
          .infinite_row = meaning.infinite_row};
}

std::string stray_text(std::span<const StrayToken> stray, std::size_t present, bool is_date) {
  std::size_t total = 0;
  std::vector<std::string> tokens;
  for (const StrayToken& each : stray) {
    total += each.count;
    const std::string place =
        each.line ? fmt::format("line {}", *each.line) : fmt::format("row {}", each.row);
    tokens.push_back(each.count == 1 ? fmt::format("{} ({})", quoted(each.token), place)
                                     : fmt::format("{} ({} times, first in {})", quoted(each.token),
                                                   each.count, place));
  }
  const std::string_view one = is_date ? "a date" : "a number";
  const std::string_view more = is_date ? "dates" : "numbers";
  return fmt::format("{} of {} values {} not {}: {}", total, present + total,
                     agree(total, "is", "are"), agree(total, one, more), fmt::join(tokens, ", "));
}

std::string stray_text(const Column& column) {
  return stray_text(column.stray(), column.rows() - column.missing().count(), column.is_date());
}

std::string stray_clause(const Column& column) {
  return column.stray().empty() ? "" : " " + stray_text(column) + ";";
}

}  // namespace pith
