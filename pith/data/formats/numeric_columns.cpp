// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/numeric_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include "pith/base/error.h"
#include "pith/data/boolean.h"
#include "pith/data/number.h"

namespace pith {
namespace {

/// The number that a level stands for without a loss: 007 is not 7.
std::optional<double> level_number(const std::string& level) {
  if (const std::optional<bool> truth = boolean_of(level)) return *truth ? 1 : 0;
  const std::optional<double> number = number_of(level);
  if (!number || !std::isfinite(*number) || number_text(*number) != level) return std::nullopt;
  return number;
}

}  // namespace

NumericColumns::NumericColumns(const Columns& columns, std::size_t targets, std::string_view format)
    : columns_(&columns), levels_(columns.columns.size()) {
  if (!columns.columns.empty()) rows_ = columns.columns.front().rows();
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    const Column& column = columns.columns[i];
    if (!column.is_codes()) continue;
    const bool is_target = i + targets >= columns.columns.size();
    for (const std::string& level : column.level_names()) {
      if (const std::optional<double> number = level_number(level)) {
        levels_[i].push_back(*number);
        continue;
      }
      if (!is_target) {
        throw Error(ErrorKind::bad_argument,
                    fmt::format("column {} is categorical (it has the value {}), and {} files hold "
                                "only numbers; write a .csv or .arff file",
                                quoted(columns.names[i]), quoted(level), format));
      }
      levels_[i].resize(column.levels());
      std::iota(levels_[i].begin(), levels_[i].end(), 0.0);
      break;
    }
  }
}

double NumericColumns::at(std::size_t row, std::size_t column) const {
  const Column& values = columns_->columns[column];
  if (values.missing().test(row)) return std::numeric_limits<double>::quiet_NaN();
  return values.is_codes() ? levels_[column][values.code(row)] : values.number(row);
}

}  // namespace pith
