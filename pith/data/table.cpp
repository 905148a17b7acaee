// SPDX-License-Identifier: Apache-2.0
#include "pith/data/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <variant>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/base/text_index.h"
#include "pith/data/target_rules.h"

namespace pith {
namespace {

void check_target(const std::string& name, const Column& target) {
  if (target.has_missing()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("target {} must not have missing values", quoted(name)));
  }
  if (target.is_codes()) {
    check_two_classes(name, target.levels(), target.levels() == 1 ? target.level(0) : "");
  } else {
    check_two_numbers(name, target);
  }
}

void check_weights(const std::vector<double>& weights) {
  // Sums and squares of weights must neither overflow nor underflow.
  constexpr double min_weight = 1e-150;
  constexpr double max_sum = 1e150;
  double sum = 0;
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (!std::isfinite(weights[row]) || weights[row] < 0) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("the weight of row {} must be finite and at least 0 (got {})", row,
                              weights[row]));
    }
    if (weights[row] > 0 && weights[row] < min_weight) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("the weight of row {} is too small ({}); multiply all weights by a "
                              "constant, or set this one to 0",
                              row, weights[row]));
    }
    sum += weights[row];
  }
  if (!(sum < max_sum)) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("the sum of the weights is too large ({}); divide them by a constant", sum));
  }
  if (!(sum > 0))
    throw Error(ErrorKind::bad_data, "all weights are 0; at least one must be positive");
}

}  // namespace

void unique_names(std::vector<std::string>& names, std::vector<std::string>& notes) {
  TextIndex taken;
  for (const std::string& name : names) {
    if (!name.empty()) taken.insert(name);
  }
  std::vector<std::size_t> next(taken.size());  // number to try for each name of the file
  std::vector<std::string> made;
  std::vector<std::string> repeated;
  std::size_t renamed = 0;
  const auto free_name = [&](const std::string& stem, std::size_t& number) {
    std::string name = fmt::format("{}.{}", stem, number++);
    while (!taken.insert(name))
      name = fmt::format("{}.{}", stem, number++);
    return name;
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      const std::string name = fmt::format("column {}", i);
      std::size_t number = 2;
      names[i] = taken.insert(name) ? name : free_name(name, number);
      made.push_back(quoted(names[i]));
    } else if (std::size_t& number = ++next[taken.code_of(names[i])]; number > 1) {
      if (number == 2) repeated.push_back(quoted(names[i]));
      ++renamed;
      names[i] = free_name(names[i], number);
      --number;
    }
  }
  if (!made.empty()) {
    notes.push_back(
        fmt::format("named {} without a name: {}", counted(made.size(), "column"), listed(made)));
  }
  if (renamed > 0) {
    notes.push_back(fmt::format("renamed {} with a duplicate name: {}", counted(renamed, "column"),
                                listed(repeated)));
  }
}

Table::Table(TableParts parts) : parts_(std::move(parts)) {
  if (parts_.features.empty()) throw Error(ErrorKind::bad_data, "the table has no features");
  rows_ = parts_.features.front().rows();
  if (rows_ == 0) throw Error(ErrorKind::bad_data, "the table has no rows");
  if (parts_.names.size() != parts_.features.size()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("there are {} for {}", counted(parts_.names.size(), "name"),
                            counted(parts_.features.size(), "feature")));
  }
  const auto check_rows = [this](std::size_t rows, const std::string& what) {
    if (rows != rows_) {
      throw Error(ErrorKind::bad_data, fmt::format("{} has {}, but the first feature has {}", what,
                                                   counted(rows, "row"), rows_));
    }
  };
  for (std::size_t i = 0; i < parts_.features.size(); ++i) {
    check_rows(parts_.features[i].rows(), "feature " + quoted(parts_.names[i]));
  }
  if (parts_.target) {
    check_rows(parts_.target->rows(), "target " + quoted(parts_.target_name));
    check_target(parts_.target_name, *parts_.target);
  }
  for (const Target& more : parts_.more_targets) {
    check_rows(more.column.rows(), "target " + quoted(more.name));
    check_target(more.name, more.column);
  }
  if (!parts_.weights.empty()) {
    check_rows(parts_.weights.size(), "the weights column");
    check_weights(parts_.weights);
  }
}

Feature find_feature(std::span<const std::string> names, std::string_view name) {
  const auto place = std::find(names.begin(), names.end(), name);
  if (place != names.end()) return static_cast<Feature>(place - names.begin());
  const auto near = nearest_name(name, names);
  throw Error(ErrorKind::bad_argument,
              fmt::format("there is no feature {}{}", quoted(name),
                          near ? "; did you mean " + quoted(*near) + "?" : ""));
}

Feature Table::find(std::string_view name) const {
  return find_feature(parts_.names, name);
}

bool Table::has_missing() const {
  return std::any_of(parts_.features.begin(), parts_.features.end(),
                     [](const Column& column) { return column.has_missing(); });
}

Table Table::with_target(std::size_t index) const {
  // The other targets are not copied: that would take quadratic time for a table of each.
  return Table(TableParts{.features = parts_.features,
                          .names = parts_.names,
                          .target = target(index),
                          .target_name = target_name(index),
                          .weights = parts_.weights,
                          .source = parts_.source,
                          .sha256 = parts_.sha256,
                          .notes = parts_.notes});
}

Table Table::with_features(std::vector<Column> features) const {
  TableParts parts = parts_;
  parts.features = std::move(features);
  return Table(std::move(parts));
}

Table Table::with_note(std::string note) const {
  TableParts parts = parts_;
  parts.notes.push_back(std::move(note));
  return Table(std::move(parts));
}

Table Table::take(std::span<const std::size_t> rows) const {
  TableParts parts = parts_;
  for (Column& column : parts.features)
    column = column.take(rows);
  const auto taken = [&](const Column& target) {
    const Column some = target.take(rows);
    return some.is_codes() ? without_empty_levels(some) : some;
  };
  if (parts.target) parts.target = taken(*parts.target);
  for (Target& more : parts.more_targets)
    more.column = taken(more.column);
  if (!parts.weights.empty()) {
    std::transform(rows.begin(), rows.end(), parts.weights.begin(),
                   [this](std::size_t row) { return parts_.weights[row]; });
    parts.weights.resize(rows.size());
  }
  return Table(std::move(parts));
}

Column without_empty_levels(const Column& codes) {
  const bool has_missing = codes.has_missing();
  std::vector<std::uint32_t> place(codes.levels(), 0);
  std::visit(
      [&](auto values) {
        for (std::size_t row = 0; row < values.size(); ++row) {
          if (!has_missing || !codes.missing().test(row)) place[values[row]] = 1;
        }
      },
      codes.codes());
  std::vector<std::string> levels;
  for (std::size_t level = 0; level < place.size(); ++level) {
    const bool is_used = place[level] != 0;
    place[level] = static_cast<std::uint32_t>(levels.size());
    if (is_used) levels.push_back(codes.level(level));
  }
  if (levels.size() == codes.levels()) return codes;
  std::vector<std::uint32_t> values(codes.rows());
  std::visit(
      [&](auto old) {
        for (std::size_t row = 0; row < values.size(); ++row)
          values[row] = codes.missing().test(row) ? 0 : place[old[row]];
      },
      codes.codes());
  return Column::from_codes(values, std::move(levels), codes.missing());
}

}  // namespace pith
