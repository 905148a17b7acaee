// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/row_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/text_index.h"

namespace pith {
inline namespace stats {
namespace {

/// Marks the rows where the column is missing and that are not marked yet; their number.
std::uint64_t mark_missing(const Column& column, LeftOut& out) {
  if (!column.has_missing()) return 0;
  out.rows.resize(column.rows());
  std::uint64_t count = 0;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (out.rows[row] != 0 || !column.missing().test(row)) continue;
    out.rows[row] = 1;
    ++count;
  }
  return count;
}

/// The class of each level of the block.
std::vector<std::uint32_t> level_classes(const Column& column, const TargetEncoding& target) {
  TextIndex classes;
  for (const std::string& name : target.names)
    classes.code_of(name);
  std::vector<std::uint32_t> found(std::max<std::size_t>(column.levels(), 1), RowClasses::none);
  for (std::size_t level = 0; level < column.levels(); ++level) {
    found[level] = classes.find(column.level(level)).value_or(RowClasses::none);
  }
  return found;
}

std::uint32_t number_class(double value, const TargetEncoding& target) {
  if (!target.values.empty()) {
    const auto place = std::lower_bound(target.values.begin(), target.values.end(), value);
    return place != target.values.end() && *place == value
               ? static_cast<std::uint32_t>(place - target.values.begin())
               : RowClasses::none;
  }
  const auto bin = static_cast<std::size_t>(
      std::lower_bound(target.cuts.begin(), target.cuts.end(), value) - target.cuts.begin());
  return target.renumbered.empty() ? static_cast<std::uint32_t>(bin) : target.renumbered[bin];
}

/// The class of each row, `none` for a target that is not known; anything where it is missing.
std::vector<std::uint32_t> target_codes(const Column& column, const TargetEncoding& target) {
  std::vector<std::uint32_t> codes(column.rows());
  if (column.is_codes()) {
    const std::vector<std::uint32_t> classes = level_classes(column, target);
    std::visit(
        [&](auto levels) {
          std::transform(levels.begin(), levels.end(), codes.begin(),
                         [&](auto level) { return classes[level]; });
        },
        column.codes());
    return codes;
  }
  const Numbers numbers = column.numbers();
  std::transform(numbers.begin(), numbers.end(), codes.begin(),
                 [&](double value) { return number_class(value, target); });
  return codes;
}

[[noreturn]] void reject_class(const Column& column, std::size_t row,
                               const TargetEncoding& target) {
  const std::string value =
      column.is_codes() ? column.level(column.code(row)) : number_text(column.number(row));
  throw Error(ErrorKind::bad_data,
              fmt::format("target {}: the class {} was not there when the table was read first; "
                          "the data must not change during a run",
                          quoted(target.name), quoted(value)));
}

}  // namespace

std::size_t FieldPlaces::of(std::size_t field) const {
  const std::size_t guess = fields_.empty() ? 0 : field - fields_.front();  // without gaps
  if (guess < fields_.size() && fields_[guess] == field) return guess;
  const auto place = std::lower_bound(fields_.begin(), fields_.end(), field);
  PITH_ASSERT(place != fields_.end() && *place == field);
  return static_cast<std::size_t>(place - fields_.begin());
}

void FieldPlaces::check(const RowBlock& block) const {
  const bool fits = block.columns.size() == fields_.size() &&
                    block.rows <= std::numeric_limits<std::uint32_t>::max() &&
                    std::all_of(block.columns.begin(), block.columns.end(),
                                [&](const Column& each) { return each.rows() == block.rows; });
  if (!fits) {
    throw Error(ErrorKind::bad_data,
                fmt::format("a block of rows has {} where {} are expected, or columns of different "
                            "lengths",
                            counted(block.columns.size(), "column"), fields_.size()));
  }
}

const Column& FieldPlaces::column(const RowBlock& block, std::size_t field) const {
  return block.columns[of(field)];
}

ColumnUsers::ColumnUsers(const FieldPlaces& places, std::span<const std::size_t> fields)
    : starts_(places.size() + 1), users_(fields.size()) {
  std::vector<std::size_t> found(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    found[i] = places.of(fields[i]);
    ++starts_[found[i] + 1];
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::vector<std::size_t> next = starts_;
  for (std::size_t i = 0; i < fields.size(); ++i)
    users_[next[found[i]]++] = i;
}

LeftOut left_out(const RowBlock& block, const FieldPlaces& places,
                 std::optional<std::size_t> target, std::span<const std::size_t> required) {
  places.check(block);
  LeftOut out;
  if (target) out.without_target = mark_missing(places.column(block, *target), out);
  for (const std::size_t field : required)
    out.incomplete += mark_missing(places.column(block, field), out);
  return out;
}

RowClasses row_classes(const RowBlock& block, const FieldPlaces& places,
                       const TargetEncoding& target, std::span<const std::size_t> required) {
  const LeftOut out = left_out(block, places, target.field, required);
  RowClasses classes;
  classes.kept = block.rows - out.count();
  if (target.field) {
    const Column& column = places.column(block, *target.field);
    classes.codes = target_codes(column, target);
    for (std::size_t row = 0; row < block.rows; ++row) {
      const bool is_out = !out.rows.empty() && out.rows[row] != 0;
      if (!is_out && classes.codes[row] >= target.classes()) reject_class(column, row, target);
    }
  } else {
    classes.codes.assign(block.rows, 0);
  }
  for (std::size_t row = 0; row < out.rows.size(); ++row) {
    if (out.rows[row] != 0) classes.codes[row] = RowClasses::none;
  }
  return classes;
}

ClassOrder class_order(const RowClasses& classes, std::size_t class_count) {
  ClassOrder order;
  std::vector<std::uint32_t> places(class_count + 1);
  for (const std::uint32_t code : classes.codes) {
    if (code != RowClasses::none) ++places[code + 1];
  }
  std::partial_sum(places.begin(), places.end(), places.begin());
  order.ends.assign(places.begin() + 1, places.end());
  order.rows.resize(places.back());
  for (std::size_t row = 0; row < classes.codes.size(); ++row) {
    const std::uint32_t code = classes.codes[row];
    if (code != RowClasses::none) order.rows[places[code]++] = static_cast<std::uint32_t>(row);
  }
  order.is_identity = order.rows.size() == classes.codes.size() &&
                      std::is_sorted(order.rows.begin(), order.rows.end());
  return order;
}

}  // namespace stats
}  // namespace pith
