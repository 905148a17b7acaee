// SPDX-License-Identifier: Apache-2.0
#include "pith/data/missing_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"

namespace pith {
namespace {

std::string remedy_against_dropping() {
  return fmt::format("use {}, or drop features with many missing values ({})",
                     option("missing", "impute"), option("drop"));
}

}  // namespace

void reject_missing(const MissingValues& found, std::string_view remedy) {
  const std::string where =
      found.first_row ? fmt::format(", the first in row {} (counted from 0)", *found.first_row)
                      : "";
  throw Error(ErrorKind::bad_data,
              fmt::format("{}feature {} has {}{}{}; use {}",
                          found.source.empty() ? "" : found.source + ": ", quoted(found.feature),
                          counted(found.count, "missing value"), where,
                          found.stray.empty() ? "" : "; " + found.stray, remedy),
              Cause::missing_values);
}

void reject_no_rows_left() {
  throw Error(ErrorKind::bad_data,
              fmt::format("every row has a missing value, so no row is left; {}",
                          remedy_against_dropping()));
}

void reject_one_class_left(const std::string& name) {
  throw Error(ErrorKind::bad_data,
              fmt::format("only class {} is left after dropping rows with missing values; {}",
                          quoted(name), remedy_against_dropping()));
}

void reject_imputing_empty(const std::string& name) {
  throw Error(
      ErrorKind::bad_data,
      fmt::format("feature {} has only missing values, so it cannot be imputed; drop it ({})",
                  quoted(name), option("drop")));
}

std::optional<std::uint32_t> most_frequent_code(std::span<const double> counts) {
  const auto most = std::max_element(counts.begin(), counts.end());
  if (most == counts.end() || !(*most > 0)) return std::nullopt;
  return static_cast<std::uint32_t>(most - counts.begin());
}

std::string dropped_note(std::size_t dropped, std::size_t rows) {
  return fmt::format("dropped {} of {} with missing values", dropped, counted(rows, "row"));
}

std::string imputed_note(std::size_t values, std::size_t features) {
  return fmt::format("imputed {} in {}", counted(values, "missing value"),
                     counted(features, "feature"));
}

std::string missing_level_note(std::size_t features) {
  return fmt::format("missing values are a level of their own in {}", counted(features, "feature"));
}

}  // namespace pith
