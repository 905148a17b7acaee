// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/summary_column.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pith {
inline namespace stats {
namespace {

constexpr double max_range = 4096;  // of integers that are counted in a table

std::uint64_t distance(double one, double other) {
  const auto difference = static_cast<std::int64_t>(one) - static_cast<std::int64_t>(other);
  return static_cast<std::uint64_t>(difference < 0 ? -difference : difference);
}

}  // namespace

/// The distinct values of some rows, ascending, and how often they occur.
struct SummaryColumn::Counted {
  std::vector<double> values = {};
  std::vector<std::uint64_t> counts = {};

  /// Integers of a narrow range.
  void count_integers(std::span<const double> numbers, const NumberScan& scan) {
    const auto range = static_cast<std::size_t>(scan.max - scan.min) + 1;
    // Two tables in turn, so that equal neighbours need not wait for each other; the last place is
    // for missing values.
    std::vector<std::uint32_t> tables(2 * (range + 1));
    const auto missing = static_cast<double>(range);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double place = numbers[i] - scan.min;
      ++tables[(i & 1U) * (range + 1) +
               static_cast<std::size_t>(place < missing ? place : missing)];
    }
    for (std::size_t i = 0; i < range; ++i) {
      const std::uint64_t count = std::uint64_t{tables[i]} + tables[range + 1 + i];
      if (count == 0) continue;
      values.push_back(scan.min + static_cast<double>(i));
      counts.push_back(count);
    }
  }

  /// Any numbers. False: there are more than `max` distinct ones.
  bool count_sorted(std::span<const double> numbers, std::size_t max) {
    for (const double number : numbers) {
      if (std::isnan(number)) continue;
      const double value = number + 0.0;
      const std::size_t place = count_below(values, value);
      if (place == values.size() || values[place] != value) {
        if (values.size() == max) return false;
        const auto before = static_cast<std::ptrdiff_t>(place);
        values.insert(values.begin() + before, value);
        counts.insert(counts.begin() + before, 0);
      }
      ++counts[place];
    }
    return true;
  }
};

void SummaryColumn::add_numbers(std::span<const double> numbers) {
  const NumberScan scan = scan_numbers(numbers);
  summary_.missing += numbers.size() - scan.present;
  if (scan.present == 0) return;
  if (!scan.are_integers) {
    summary_.are_integers = false;
    summary_.step = summary_.fingerprint = 0;
  }
  if (!summary_.has_more_values && !count_values(numbers, scan)) give_up_values();
  if (summary_.has_more_values && summary_.are_integers) {
    summary_.fingerprint += number_hash_sum(numbers);
    add_step(numbers, scan);
    if (summary_.present > 0) add_difference(summary_.min, scan.min);
  }
  if (summary_.has_more_values && options_.counts_distinct) {
    for (const double number : numbers) {
      if (!std::isnan(number)) sketch_.add(DistinctSketch::hash_of(number));
    }
  }
  widen_range(scan);
  finish();
}

void SummaryColumn::widen_range(const NumberScan& scan) {
  summary_.min = summary_.present == 0 ? scan.min : std::min(summary_.min, scan.min);
  summary_.max = summary_.present == 0 ? scan.max : std::max(summary_.max, scan.max);
  summary_.present += scan.present;
}

/// Adds to the values that are kept. False, and nothing is added: there are too many.
bool SummaryColumn::count_values(std::span<const double> numbers, const NumberScan& scan) {
  Counted counted;
  const bool are_narrow = scan.are_integers && scan.max - scan.min < max_range &&
                          scan.max - scan.min < 4 * static_cast<double>(numbers.size());
  if (are_narrow) {
    counted.count_integers(numbers, scan);
  } else if (!counted.count_sorted(numbers, options_.max_values)) {
    return false;
  }
  if (counted.values.size() > options_.max_values) return false;
  std::size_t added = 0;
  for (const double value : counted.values)
    added += summary_.values.contains(value) ? 0 : 1;
  if (summary_.values.size() + added > options_.max_values) return false;
  for (std::size_t i = 0; i < counted.values.size(); ++i)
    summary_.values[counted.values[i]] += counted.counts[i];
  return true;
}

/// From here on, the step, the fingerprint and the sketch stand for the values.
void SummaryColumn::give_up_values() {
  summary_.has_more_values = true;
  for (const auto& [value, count] : summary_.values) {
    if (summary_.are_integers) {
      summary_.fingerprint += count * number_hash(value);
      add_difference(summary_.values.begin()->first, value);
    }
    if (options_.counts_distinct) sketch_.add(DistinctSketch::hash_of(value));
  }
  summary_.values.clear();
}

void SummaryColumn::add_difference(double one, double other) {
  summary_.step = std::gcd(summary_.step, distance(one, other));
}

void SummaryColumn::add_step(std::span<const double> numbers, const NumberScan& scan) {
  constexpr std::size_t some = 1024;
  const bool are_exact = scan.min >= -0x1p52 && scan.max <= 0x1p52;  // their differences
  for (std::size_t first = 0; first < numbers.size() && summary_.step != 1; first += some) {
    const std::span<const double> part =
        numbers.subspan(first, std::min(some, numbers.size() - first));
    if (are_exact && summary_.step != 0 &&
        are_multiples(part, scan.min, static_cast<double>(summary_.step))) {
      continue;
    }
    for (const double number : part) {
      if (!std::isnan(number)) add_difference(number, scan.min);
    }
  }
}

void SummaryColumn::add_codes(const Column& column, std::span<const std::uint8_t> left_out) {
  const bool are_all = left_out.empty() && !column.has_missing();
  if (are_all && column.levels() <= 4 * column.rows()) {
    std::visit([&](auto codes) { count_levels(column, codes); }, column.codes());
    return finish();
  }
  std::vector<std::uint32_t> codes;  // of the rows that have a value
  codes.reserve(column.rows());
  std::visit(
      [&](auto all) {
        for (std::size_t row = 0; row < all.size(); ++row) {
          if (!left_out.empty() && left_out[row] != 0) continue;
          if (column.missing().test(row)) {
            ++summary_.missing;
          } else {
            codes.push_back(all[row]);
          }
        }
      },
      column.codes());
  if (column.levels() <= 4 * codes.size()) {
    count_levels(column, std::span<const std::uint32_t>(codes));
  } else {  // few rows of a column with many levels
    summary_.present += codes.size();
    std::sort(codes.begin(), codes.end());
    for (auto first = codes.begin(); first != codes.end();) {
      const auto last = std::upper_bound(first, codes.end(), *first);
      add_level(column.level(*first), static_cast<std::uint64_t>(last - first));
      first = last;
    }
  }
  finish();
}

template <class Code>
void SummaryColumn::count_levels(const Column& column, std::span<const Code> codes) {
  std::vector<std::uint32_t> counts(column.levels());
  for (const Code code : codes)
    ++counts[code];
  for (std::size_t level = 0; level < counts.size(); ++level) {
    if (counts[level] != 0) add_level(column.level(level), counts[level]);
  }
  summary_.present += codes.size();
}

void SummaryColumn::add_level(const std::string& level, std::uint64_t count) {
  if (summary_.has_more_levels) {
    if (options_.counts_distinct) sketch_.add(DistinctSketch::hash_of(level));
    return;
  }
  summary_.levels[level] += count;
  if (summary_.levels.size() > options_.max_levels) give_up_levels();
}

void SummaryColumn::give_up_levels() {
  summary_.has_more_levels = true;
  if (options_.counts_distinct) {
    for (const auto& [level, count] : summary_.levels)
      sketch_.add(DistinctSketch::hash_of(level));
  }
  summary_.levels.clear();
}

void SummaryColumn::finish() {
  if (!options_.counts_distinct) return;
  sketch_.flush();
  const bool has_sketch = summary_.has_more_values || summary_.has_more_levels;
  const std::size_t kept = options_.are_codes ? summary_.levels.size() : summary_.values.size();
  summary_.distinct = has_sketch ? sketch_.count() : kept;
}

void SummaryColumn::write(WireWriter& writer) const {
  writer.value(summary_.present);
  writer.value(summary_.missing);
  if (options_.are_codes) {
    writer.flag(summary_.has_more_levels);
    writer.size(summary_.levels.size());
    for (const auto& [level, count] : summary_.levels) {
      writer.text(level);
      writer.value(count);
    }
  } else {
    writer.value(summary_.min);
    writer.value(summary_.max);
    writer.flag(summary_.are_integers);
    writer.flag(summary_.has_more_values);
    writer.value(summary_.step);
    writer.value(summary_.fingerprint);
    writer.size(summary_.values.size());
    for (const auto& [value, count] : summary_.values) {
      writer.value(value);
      writer.value(count);
    }
  }
  writer.array(sketch_.hashes());
}

void SummaryColumn::read_numbers(WireReader& reader) {
  summary_.min = reader.value<double>();
  summary_.max = reader.value<double>();
  reader.require(std::isfinite(summary_.min) && std::isfinite(summary_.max));
  summary_.are_integers = reader.flag();
  reader.require(!summary_.are_integers ||
                 (std::abs(summary_.min) <= 0x1p53 && std::abs(summary_.max) <= 0x1p53));
  summary_.has_more_values = reader.flag();
  summary_.step = reader.value<std::uint64_t>();
  summary_.fingerprint = reader.value<std::uint64_t>();
  const std::size_t values = reader.size(sizeof(double) + sizeof(std::uint64_t));
  reader.require(values <= options_.max_values && (values == 0 || !summary_.has_more_values));
  for (std::size_t i = 0; i < values; ++i) {
    const auto value = reader.value<double>();
    reader.require(summary_.min <= value && value <= summary_.max);
    reader.require(!summary_.are_integers || value == std::trunc(value));
    reader.require(i == 0 || summary_.values.rbegin()->first < value);
    summary_.values.emplace_hint(summary_.values.end(), value, reader.value<std::uint64_t>());
  }
}

void SummaryColumn::read_levels(WireReader& reader) {
  summary_.has_more_levels = reader.flag();
  const std::size_t levels = reader.size(2 * sizeof(std::uint64_t));
  reader.require(levels <= options_.max_levels && (levels == 0 || !summary_.has_more_levels));
  for (std::size_t i = 0; i < levels; ++i) {
    std::string level(reader.text());
    reader.require(i == 0 || summary_.levels.rbegin()->first < level);
    summary_.levels.emplace_hint(summary_.levels.end(), std::move(level),
                                 reader.value<std::uint64_t>());
  }
}

SummaryColumn SummaryColumn::read(WireReader& reader, const Options& options) {
  SummaryColumn column(options);
  column.summary_.present = reader.value<std::uint64_t>();
  column.summary_.missing = reader.value<std::uint64_t>();
  if (options.are_codes) {
    column.read_levels(reader);
  } else {
    column.read_numbers(reader);
  }
  const auto hashes = reader.array<std::uint64_t>();
  reader.require(hashes.size() <= DistinctSketch::max_hashes);
  for (const std::uint64_t hash : hashes)
    column.sketch_.add(hash);
  column.finish();
  return column;
}

void SummaryColumn::merge(WireReader& reader) {
  const SummaryColumn other = read(reader, options_);
  summary_.missing += other.summary_.missing;
  if (options_.are_codes) {
    merge_levels(other);
  } else if (other.summary_.present > 0) {
    merge_numbers(other);
  }
  finish();
}

void SummaryColumn::merge_levels(const SummaryColumn& other) {
  summary_.present += other.summary_.present;
  for (const std::uint64_t hash : other.sketch_.hashes())
    sketch_.add(hash);
  if (other.summary_.has_more_levels && !summary_.has_more_levels) give_up_levels();
  for (const auto& [level, count] : other.summary_.levels)
    add_level(level, count);
}

void SummaryColumn::merge_numbers(const SummaryColumn& given) {
  SummaryColumn other = given;
  summary_.are_integers = summary_.are_integers && other.summary_.are_integers;
  other.summary_.are_integers = summary_.are_integers;
  if (!summary_.has_more_values && !other.summary_.has_more_values) {
    for (const auto& [value, count] : other.summary_.values)
      summary_.values[value] += count;
    if (summary_.values.size() > options_.max_values) give_up_values();
  } else {
    if (!summary_.has_more_values) give_up_values();
    if (!other.summary_.has_more_values) other.give_up_values();
    summary_.step = std::gcd(summary_.step, other.summary_.step);
    summary_.fingerprint += other.summary_.fingerprint;
    if (summary_.present > 0 && summary_.are_integers)
      add_difference(summary_.min, other.summary_.min);
    other.sketch_.flush();
    for (const std::uint64_t hash : other.sketch_.hashes())
      sketch_.add(hash);
  }
  if (!summary_.are_integers) summary_.step = summary_.fingerprint = 0;
  widen_range({.min = other.summary_.min,
               .max = other.summary_.max,
               .present = other.summary_.present,
               .are_integers = summary_.are_integers});
}

}  // namespace stats
}  // namespace pith
