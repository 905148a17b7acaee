// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/boolean.h"
#include "pith/data/class_spellings.h"
#include "pith/data/identifier.h"
#include "pith/data/target_rules.h"

namespace pith {
namespace {

std::size_t combine(std::size_t seed, std::size_t value) {
  // The mixing step of boost::hash_combine, widened to 64 bits.
  return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 12U) + (seed >> 4U));
}

/// Combines `value(row)` of every row whose value is not missing.
template <class Value>
std::size_t hash_of_rows(const Column& column, std::size_t hash, Value value) {
  for (std::size_t row = 0; row < column.rows(); ++row)
    hash = combine(hash, column.missing().test(row) ? 0x6d697373U : value(row));
  return hash;
}

/// The text of a level. A target keeps the spelling of TRUE and FALSE, other columns do not.
std::string_view level_text(const Column& column, std::size_t row) {
  const std::string& text = column.level(column.code(row));
  if (const std::optional<bool> truth = boolean_of(text)) return *truth ? "True" : "False";
  return text;
}

std::size_t hash_of(const Column& column) {
  if (column.is_codes()) {
    return hash_of_rows(column, 2, [&](std::size_t row) {
      return std::hash<std::string_view>{}(level_text(column, row));
    });
  }
  const auto numbers = column.numbers();
  return hash_of_rows(column, 1,
                      [&](std::size_t row) { return std::hash<double>{}(numbers[row]); });
}

/// Less, equal or greater (-1, 0 or 1) by the first row in which the columns differ; a missing
/// value is the least.
template <class Compare>
int compare_rows(const Column& a, const Column& b, Compare compare) {
  for (std::size_t row = 0; row < a.rows(); ++row) {
    const bool is_missing = a.missing().test(row);
    if (is_missing != b.missing().test(row)) return is_missing ? -1 : 1;
    if (is_missing) continue;
    if (const int order = compare(row); order != 0) return order;
  }
  return 0;
}

int compare_columns(const Column& a, const Column& b) {
  if (a.kind() != b.kind()) return a.is_codes() ? 1 : -1;
  if (a.is_codes()) {
    return compare_rows(
        a, b, [&](std::size_t row) { return level_text(a, row).compare(level_text(b, row)); });
  }
  const auto numbers = a.numbers();
  const auto others = b.numbers();
  return compare_rows(a, b, [&](std::size_t row) {
    return numbers[row] == others[row] ? 0 : numbers[row] < others[row] ? -1 : 1;
  });
}

/// The number of distinct values, and whether all of them are integers.
struct Distinct {
  std::size_t count = 0;
  bool is_integer = true;
};

Distinct distinct_numbers(const Column& column) {
  Distinct found;
  std::vector<double> seen;
  const auto numbers = column.numbers();
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.missing().test(row)) continue;
    const double value = numbers[row];
    if (value != std::trunc(value)) found.is_integer = false;
    seen.push_back(value);
  }
  std::sort(seen.begin(), seen.end());
  found.count = static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
  return found;
}

std::optional<ColumnFacts::Extent> extent_of(const Column& column) {
  std::optional<ColumnFacts::Extent> extent;
  double mean = 0;
  double count = 0;
  const auto numbers = column.numbers();
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.missing().test(row)) continue;
    const double value = numbers[row];
    if (!extent) extent = {.min = value, .mean = 0, .max = value};
    extent->min = std::min(extent->min, value);
    extent->max = std::max(extent->max, value);
    count += 1;
    // Unlike a sum, a running mean cannot overflow, and neither can a difference of halves.
    mean += (value / 2 - mean / 2) / count * 2;
  }
  if (extent) extent->mean = std::clamp(mean, extent->min, extent->max);
  return extent;
}

ColumnFacts facts_of(const Column& column, const std::string& name) {
  ColumnFacts facts;
  facts.name = name;
  facts.missing = column.missing().count();
  facts.stray.assign(column.stray().begin(), column.stray().end());
  const std::size_t present = column.rows() - facts.missing;
  facts.is_empty = present == 0;
  facts.is_constant = !facts.is_empty && is_constant(column);
  if (column.is_codes()) {
    facts.kind = InferredKind::category;
    facts.levels = without_empty_levels(column).levels();
    facts.is_unique = facts.levels == present;
  } else {
    const Distinct distinct = distinct_numbers(column);
    facts.extent = extent_of(column);
    facts.is_unique = distinct.is_integer && distinct.count == present;
    facts.is_nearly_unique = distinct.is_integer && is_nearly_unique(column);
    if (column.is_date()) {
      facts.kind = InferredKind::date;
    } else if (!facts.is_empty && is_integer_coded(column)) {
      facts.kind = InferredKind::integer;
      facts.levels = distinct.count;
    }
  }
  // A few values can be distinct by chance.
  constexpr std::size_t min_unique = 10;
  facts.is_unique = facts.is_unique && present >= min_unique;
  return facts;
}

/// Identifiers by the rule of select().
void find_ids(const std::vector<Column>& columns, const Context& context,
              std::vector<ColumnFacts>& facts) {
  std::vector<std::string> names;
  for (const ColumnFacts& each : facts)
    names.push_back(each.name);
  const std::vector<bool> found = find_identifiers(columns, names, {}, context);
  for (std::size_t i = 0; i < facts.size(); ++i)
    facts[i].is_identifier = found[i];
}

void find_duplicates(const Columns& columns, const std::vector<std::size_t>& hashes,
                     std::vector<ColumnFacts>& facts) {
  // Columns may have been chosen to have equal hashes, so their values decide after these.
  const auto is_before = [&](std::size_t a, std::size_t b) {
    if (hashes[a] != hashes[b]) return hashes[a] < hashes[b];
    return compare_columns(columns.columns[a], columns.columns[b]) < 0;
  };
  std::set<std::size_t, decltype(is_before)> firsts(is_before);
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (facts[i].is_constant || facts[i].is_empty) continue;  // already reported
    const auto [first, is_new] = firsts.insert(i);
    if (!is_new) facts[i].duplicate_of = *first;
  }
}

/// The message of an error without the name of the file, which the report shows in its heading.
std::string without_source(const std::string& message, const std::string& source) {
  const std::string prefix = source + ": ";
  return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

void find_target(const Columns& columns, Roles roles, Inspection& inspection) {
  roles.drop_rows_without_target = true;
  roles.features.clear();
  roles.drop.clear();
  try {
    const Table table = assign_roles(columns, roles);
    if (!table.has_target()) return;
    const auto place = std::find(columns.names.begin(), columns.names.end(), table.target_name());
    inspection.target = static_cast<std::size_t>(place - columns.names.begin());
    const Column& target = table.target();
    if (target.is_numbers()) {
      inspection.target_extent = extent_of(target);
      return;
    }
    for (const std::string& level : target.level_names())
      inspection.classes.push_back({.name = level});
    for (std::size_t row = 0; row < target.rows(); ++row)
      ++inspection.classes[target.code(row)].rows;
    if (auto warning = class_spellings(target)) inspection.warnings.push_back(std::move(*warning));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    inspection.target_problem = without_source(error.marked(), columns.source);
  }
}

std::string names_text(const Inspection& inspection, const std::vector<std::size_t>& columns) {
  constexpr std::size_t max_names = 3;
  std::vector<std::string> names;
  for (const std::size_t column : columns)
    names.push_back(quoted(inspection.columns[column].name));
  return listed(names, max_names);
}

/// Adds a warning about these columns, if any. `one` and `more` are the predicate for one column
/// and for several.
void warn(Inspection& inspection, const std::vector<std::size_t>& columns, std::string_view one,
          std::string_view more) {
  if (columns.empty()) return;
  inspection.warnings.push_back(fmt::format("{} {}: {}", counted(columns.size(), "column"),
                                            agree(columns.size(), one, more),
                                            names_text(inspection, columns)));
}

void find_warnings(Inspection& inspection) {
  std::vector<std::size_t> empty;
  std::vector<std::size_t> constant;
  std::vector<std::size_t> ids;
  std::vector<std::size_t> duplicate;
  std::vector<std::size_t> leaking;
  for (std::size_t i = 0; i < inspection.columns.size(); ++i) {
    const ColumnFacts& facts = inspection.columns[i];
    const bool is_target = inspection.target == i;
    if (facts.is_empty) empty.push_back(i);
    if (facts.is_constant) constant.push_back(i);
    if (facts.is_identifier && !is_target) ids.push_back(i);
    if (!facts.duplicate_of) continue;
    if (inspection.target == *facts.duplicate_of || is_target) {
      leaking.push_back(is_target ? *facts.duplicate_of : i);
    } else {
      duplicate.push_back(i);
    }
  }
  warn(inspection, empty, "has no values", "have no values");
  warn(inspection, constant, "is constant (no information)", "are constant (no information)");
  warn(inspection, duplicate, "is a duplicate of another column",
       "are duplicates of other columns");
  warn(inspection, leaking, "is a duplicate of the target (drop it before selecting)",
       "are duplicates of the target (drop them before selecting)");
  warn(inspection, ids,
       fmt::format("looks like an identifier, which a selection sets aside ({} lets it in)",
                   option("allow_ids")),
       fmt::format("look like identifiers, which a selection sets aside ({} lets them in)",
                   option("allow_ids")));
}

}  // namespace

std::string_view kind_text(InferredKind kind) {
  return kind == InferredKind::number    ? "number"
         : kind == InferredKind::integer ? "integer"
         : kind == InferredKind::date    ? "date"
                                         : "category";
}

Inspection inspect(const Columns& columns, const Roles& roles, const Context& context) {
  check_one_target(target_positions(columns.names, roles).size(), "an inspection");
  Inspection inspection;
  inspection.source = columns.source;
  inspection.sha256 = columns.sha256;
  inspection.notes = columns.notes;
  inspection.rows = columns.columns.empty() ? 0 : columns.columns.front().rows();
  inspection.columns.resize(columns.columns.size());
  const std::vector<DeclaredKind> claims = declared_kinds(roles.kinds, columns.names);
  std::vector<std::size_t> hashes(columns.columns.size());
  std::vector<Column> claimed = columns.columns;
  constexpr std::size_t block = 16;
  parallel_blocks(context, hashes.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Column& column = columns.columns[i];
      if (claims[i] == DeclaredKind::categorical) {
        claimed[i] = as_codes(column);
      } else if (claims[i] == DeclaredKind::numeric && column.is_numbers()) {
        claimed[i] = column.declared_numeric();
      }
      inspection.columns[i] = facts_of(claimed[i], columns.names[i]);
      hashes[i] = hash_of(column);
    }
  });
  find_ids(claimed, context, inspection.columns);
  find_duplicates(columns, hashes, inspection.columns);
  find_target(columns, roles, inspection);
  find_warnings(inspection);
  return inspection;
}

}  // namespace pith
