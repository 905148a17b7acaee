// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/given_split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/typing.h"

namespace pith {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The position of the column with this role, named as the option is.
Feature find_column(const Table& table, const std::string& column, const std::string& role) {
  if (column == table.target_name()) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("column {} is the target, so it cannot define the {} ({}); name another "
                    "column or another target ({})",
                    quoted(column), role, option(role), option("target")));
  }
  const Feature place = table.find(column);
  if (table.feature(place).has_missing()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{} column {} ({}) has missing values;{} every row needs a {}", role,
                            quoted(column), option(role), stray_clause(table.feature(place)),
                            role == "split"    ? "fold"
                            : role == "groups" ? "group"
                                               : role));
  }
  if (table.features() == 1) {
    throw Error(ErrorKind::bad_data,
                fmt::format("column {} ({}) is the only one beside the target, so no features are "
                            "left",
                            quoted(column), option(role)));
  }
  return place;
}

Table without_feature(const Table& table, Feature place) {
  TableParts parts = table.parts();
  parts.features.erase(parts.features.begin() + place);
  parts.names.erase(parts.names.begin() + place);
  return Table(std::move(parts));
}

}  // namespace

Table with_given_split(const Table& table, const std::string& column, Plan& plan) {
  const Feature place = find_column(table, column, "split");
  const Column folds = without_empty_levels(as_codes(table.feature(place)));
  std::vector<std::string> levels;
  for (const std::string& level : folds.level_names())
    levels.push_back(lower_case(level));
  const std::vector<std::string> names = levels;
  std::sort(levels.begin(), levels.end());
  Splitting& how = plan.splitting;
  how.kind = Splitting::Kind::given;
  how.column = column;
  how.is_train_test = levels == std::vector<std::string>{"test", "train"};
  how.fold_of.clear();
  for (std::size_t row = 0; row < folds.rows(); ++row) {
    const std::uint32_t fold = folds.code(row);
    how.fold_of.push_back(how.is_train_test ? (names[fold] == "test" ? 1U : 0U) : fold);
  }
  return without_feature(table, place);
}

Table with_groups(const Table& table, const std::string& column, Plan& plan) {
  const Feature place = find_column(table, column, "groups");
  const Column groups = as_codes(table.feature(place));
  plan.splitting.kind = Splitting::Kind::groups;
  plan.splitting.column = column;
  plan.splitting.group_of.clear();
  for (std::size_t row = 0; row < groups.rows(); ++row)
    plan.splitting.group_of.push_back(groups.code(row));
  return without_feature(table, place);
}

Table with_times(const Table& table, const std::string& column, Plan& plan) {
  const Feature place = find_column(table, column, "time");
  const Column& times = table.feature(place);
  if (times.is_codes()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("time column {} ({}) holds text, e.g. {}; it needs numbers or dates "
                            "such as 2024-03-01",
                            quoted(column), option("time"), quoted(times.level(times.code(0)))));
  }
  plan.splitting.kind = Splitting::Kind::time;
  plan.splitting.column = column;
  plan.splitting.times.resize(times.rows());
  times.copy_numbers(0, plan.splitting.times);
  return without_feature(table, place);
}

}  // namespace pith
