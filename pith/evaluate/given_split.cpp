// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/given_split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>
#include <vector>

#include "pith/base/error.h"

namespace pith {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

Table with_given_split(const Table& table, const std::string& column, Plan& plan) {
  if (column == table.target_name()) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("column {} is the target, so it cannot define the split ({}); name another "
                    "column or another target ({})",
                    quoted(column), option("split"), option("target")));
  }
  const Feature place = table.find(column);
  const Column folds = without_empty_levels(as_codes(table.feature(place)));
  if (folds.has_missing()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("split column {} ({}) has missing values; every row needs a fold",
                            quoted(column), option("split")));
  }
  std::vector<std::string> levels;
  for (const std::string& level : folds.level_names())
    levels.push_back(lower_case(level));
  const std::vector<std::string> names = levels;
  std::sort(levels.begin(), levels.end());
  Splitting& how = plan.splitting;
  how.kind = Splitting::Kind::given;
  how.is_train_test = levels == std::vector<std::string>{"test", "train"};
  how.fold_of.clear();
  for (std::size_t row = 0; row < folds.rows(); ++row) {
    const std::uint32_t fold = folds.code(row);
    how.fold_of.push_back(how.is_train_test ? (names[fold] == "test" ? 1U : 0U) : fold);
  }
  TableParts parts = table.parts();
  parts.features.erase(parts.features.begin() + place);
  parts.names.erase(parts.names.begin() + place);
  return Table(std::move(parts));
}

}  // namespace pith
