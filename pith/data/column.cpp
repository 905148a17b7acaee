// SPDX-License-Identifier: Apache-2.0
#include "pith/data/column.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "pith/base/assert.h"

namespace pith {
namespace {

template <class Code>
CodeSpan narrow(std::span<const std::uint32_t> codes, std::shared_ptr<const void>& owner) {
  auto memory = std::make_shared<std::vector<Code>>(codes.size());
  std::transform(codes.begin(), codes.end(), memory->begin(),
                 [](std::uint32_t code) { return static_cast<Code>(code); });
  const std::span<const Code> view(*memory);
  owner = std::move(memory);
  return view;
}

CodeSpan narrowest(std::span<const std::uint32_t> codes, std::size_t levels,
                   std::shared_ptr<const void>& owner) {
  if (levels <= 0x100) return narrow<std::uint8_t>(codes, owner);
  if (levels <= 0x10000) return narrow<std::uint16_t>(codes, owner);
  return narrow<std::uint32_t>(codes, owner);
}

std::vector<double> distinct_values(const Column& column) {
  std::vector<double> values;
  values.reserve(column.rows());
  for (const double value : column.numbers()) {
    if (!std::isnan(value)) values.push_back(value);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

Column Column::from_numbers(std::vector<double> values, Mask missing) {
  auto memory = std::make_shared<const std::vector<double>>(std::move(values));
  const std::span<const double> view(*memory);
  return borrow_numbers(view, std::move(memory), std::move(missing));
}

Column Column::borrow_numbers(std::span<const double> values, std::shared_ptr<const void> owner,
                              Mask missing) {
  State state;
  state.kind = Kind::numbers;
  state.rows = values.size();
  state.numbers = values;
  state.missing = std::move(missing);
  state.owner = std::move(owner);
  return Column(std::move(state));
}

Column Column::from_codes(std::span<const std::uint32_t> codes, std::vector<std::string> levels,
                          Mask missing) {
  PITH_ASSERT(std::all_of(codes.begin(), codes.end(), [&](std::uint32_t code) {
    return code < std::max<std::size_t>(levels.size(), 1);
  }));
  State state;
  state.kind = Kind::codes;
  state.rows = codes.size();
  state.codes = narrowest(codes, levels.size(), state.owner);
  state.levels = std::move(levels);
  state.missing = std::move(missing);
  return Column(std::move(state));
}

std::span<const double> Column::numbers() const {
  PITH_ASSERT(is_numbers());
  return state_->numbers;
}

CodeSpan Column::codes() const {
  PITH_ASSERT(is_codes());
  return state_->codes;
}

std::uint32_t Column::code(std::size_t row) const {
  PITH_ASSERT(is_codes());
  return std::visit([row](auto codes) { return static_cast<std::uint32_t>(codes[row]); },
                    state_->codes);
}

Column Column::declared_numeric() const {
  PITH_ASSERT(is_numbers());
  State state = *state_;
  state.is_declared_numeric = true;
  return Column(std::move(state));
}

Column Column::take(std::span<const std::size_t> rows) const {
  Mask missing;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (state_->missing.test(rows[i])) missing.set(i);
  }
  if (is_codes()) {
    std::vector<std::uint32_t> codes(rows.size());
    std::transform(rows.begin(), rows.end(), codes.begin(),
                   [this](std::size_t row) { return code(row); });
    return from_codes(codes, state_->levels, std::move(missing));
  }
  std::vector<double> values(rows.size());
  std::transform(rows.begin(), rows.end(), values.begin(),
                 [this](std::size_t row) { return state_->numbers[row]; });
  const Column taken = from_numbers(std::move(values), std::move(missing));
  return is_declared_numeric() ? taken.declared_numeric() : taken;
}

std::string number_text(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  PITH_ASSERT(error == std::errc());
  return {buffer, end};
}

Column as_codes(const Column& column) {
  if (column.is_codes()) return column;
  const std::vector<double> values = distinct_values(column);
  std::vector<std::uint32_t> codes(column.rows());
  const auto numbers = column.numbers();
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (std::isnan(numbers[row])) continue;
    codes[row] = static_cast<std::uint32_t>(
        std::lower_bound(values.begin(), values.end(), numbers[row]) - values.begin());
  }
  std::vector<std::string> levels(values.size());
  std::transform(values.begin(), values.end(), levels.begin(), number_text);
  return Column::from_codes(codes, std::move(levels), column.missing());
}

bool is_constant(const Column& column) {
  const Mask& missing = column.missing();
  if (missing.any() && missing.count() < column.rows()) return false;
  if (missing.any() || column.rows() == 0) return true;
  const auto all_same = [](auto values) {
    return std::all_of(values.begin(), values.end(),
                       [&](auto value) { return value == values.front(); });
  };
  return column.is_numbers() ? all_same(column.numbers()) : std::visit(all_same, column.codes());
}

bool is_integer_coded(const Column& column) {
  if (!column.is_numbers() || column.is_declared_numeric()) return false;
  std::vector<double> seen;  // sorted; at most max_integer_levels long
  for (const double value : column.numbers()) {
    if (std::isnan(value)) continue;
    if (value != std::trunc(value)) return false;
    const auto place = std::lower_bound(seen.begin(), seen.end(), value);
    if (place != seen.end() && *place == value) continue;
    if (seen.size() == max_integer_levels) return false;
    seen.insert(place, value);
  }
  return true;
}

}  // namespace pith
