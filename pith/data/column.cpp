// SPDX-License-Identifier: Apache-2.0
#include "pith/data/column.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/text.h"
#include "pith/data/identifier_rules.h"

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

/// Which integers of a narrow range occur in a column. Most categories are coded like this, and a
/// lookup table is faster than sorting.
class NarrowIntegers {
 public:
  /// None when a number is not an integer, or when their range is too wide for a table.
  static std::optional<NarrowIntegers> in(std::span<const double> numbers) {
    constexpr double far = 1e9;
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    for (const double value : numbers) {
      if (std::isnan(value)) continue;
      if (!(std::abs(value) < far)) return std::nullopt;
      const auto whole = static_cast<std::int64_t>(value);
      if (static_cast<double>(whole) != value) return std::nullopt;
      lowest = std::min(lowest, whole);
      highest = std::max(highest, whole);
    }
    if (lowest > highest || highest - lowest > widest) return std::nullopt;
    return NarrowIntegers(numbers, lowest, static_cast<std::size_t>(highest - lowest) + 1);
  }

  /// Ascending.
  const std::vector<double>& values() const { return values_; }
  std::uint32_t code(double value) const {
    return codes_[static_cast<std::size_t>(static_cast<std::int64_t>(value) - lowest_)];
  }

 private:
  static constexpr std::int64_t widest = 65'535;

  NarrowIntegers(std::span<const double> numbers, std::int64_t lowest, std::size_t size)
      : lowest_(lowest), codes_(size) {
    std::vector<std::uint8_t> occurs(size);
    for (const double value : numbers) {
      if (!std::isnan(value))
        occurs[static_cast<std::size_t>(static_cast<std::int64_t>(value) - lowest)] = 1;
    }
    for (std::size_t i = 0; i < size; ++i) {
      codes_[i] = static_cast<std::uint32_t>(values_.size());
      if (occurs[i] != 0) values_.push_back(static_cast<double>(lowest + std::int64_t(i)));
    }
  }

  std::int64_t lowest_;
  std::vector<std::uint32_t> codes_;
  std::vector<double> values_;
};

/// A copy of the numbers. Borrowed memory may change while it is read, although its owner must not
/// do so; a second read could then find values without a level.
std::vector<double> snapshot(const Column& column) {
  std::vector<double> numbers(column.rows());
  column.copy_numbers(0, numbers);
  return numbers;
}

std::vector<double> distinct_values(std::span<const double> numbers) {
  std::vector<double> values;
  values.reserve(numbers.size());
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(values),
               [](double value) { return !std::isnan(value); });
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

const std::shared_ptr<const std::vector<std::string>>& Column::no_levels() {
  static const auto none = std::make_shared<const std::vector<std::string>>();
  return none;
}

Column Column::from_numbers(std::vector<double> values, Mask missing) {
  auto memory = std::make_shared<const std::vector<double>>(std::move(values));
  const std::span<const double> view(*memory);
  return borrow_numbers(view, std::move(memory), std::move(missing));
}

Column Column::borrow(const NumberLayout& layout, std::shared_ptr<const void> owner, Mask missing) {
  State state;
  state.kind = Kind::numbers;
  state.rows = layout.rows;
  state.layout = layout;
  if (layout.is_direct() && !missing.any())
    state.doubles = {static_cast<const double*>(layout.values), layout.rows};
  state.missing = std::move(missing);
  state.owner = std::move(owner);
  return Column(std::move(state));
}

Column Column::borrow_numbers(std::span<const double> values, std::shared_ptr<const void> owner,
                              Mask missing) {
  State state;
  state.kind = Kind::numbers;
  state.rows = values.size();
  state.layout = {.values = values.data(), .rows = values.size()};
  state.doubles = values;
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
  state.levels = std::make_shared<const std::vector<std::string>>(std::move(levels));
  state.missing = std::move(missing);
  return Column(std::move(state));
}

template <class Code>
Column Column::from_narrow(std::vector<Code> codes, std::vector<std::string> levels, Mask missing) {
  PITH_ASSERT(levels.size() <= std::size_t{std::numeric_limits<Code>::max()} + 1);
  PITH_ASSERT(std::all_of(codes.begin(), codes.end(), [&](Code code) {
    return code < std::max<std::size_t>(levels.size(), 1);
  }));
  auto memory = std::make_shared<const std::vector<Code>>(std::move(codes));
  State state;
  state.kind = Kind::codes;
  state.rows = memory->size();
  state.codes = std::span<const Code>(*memory);
  state.owner = std::move(memory);
  state.levels = std::make_shared<const std::vector<std::string>>(std::move(levels));
  state.missing = std::move(missing);
  return Column(std::move(state));
}

Column Column::from_bytes(std::vector<std::uint8_t> codes, std::vector<std::string> levels,
                          Mask missing) {
  return from_narrow(std::move(codes), std::move(levels), std::move(missing));
}

Column Column::from_shorts(std::vector<std::uint16_t> codes, std::vector<std::string> levels,
                           Mask missing) {
  return from_narrow(std::move(codes), std::move(levels), std::move(missing));
}

Numbers Column::numbers() const {
  PITH_ASSERT(is_numbers());
  if (layout() == nullptr) return Numbers(state_->doubles);
  auto widened = std::make_unique_for_overwrite<double[]>(rows());
  copy_numbers(0, {widened.get(), rows()});
  return {std::move(widened), rows()};
}

double Column::number(std::size_t row) const {
  if (layout() == nullptr) return state_->doubles[row];
  double number = 0;
  copy_numbers(row, {&number, 1});
  return number;
}

void Column::copy_numbers(std::size_t first, std::span<double> out) const {
  PITH_ASSERT(is_numbers() && first + out.size() <= rows());
  widen(state_->layout, first, out);
  if (layout() == nullptr || !has_missing()) return;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (state_->missing.test(first + i)) out[i] = std::numeric_limits<double>::quiet_NaN();
  }
}

const double* Column::doubles_or_copy(std::size_t first, std::span<double> room) const {
  if (layout() == nullptr) return state_->doubles.data() + first;
  copy_numbers(first, room);
  return room.data();
}

Column Column::as_doubles() const {
  if (is_codes() || layout() == nullptr) return *this;
  std::vector<double> widened(rows());
  copy_numbers(0, widened);
  return from_numbers(std::move(widened), state_->missing).described_as(*this);
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

Column Column::as_date() const {
  PITH_ASSERT(is_numbers());
  State state = *state_;
  state.is_date = true;
  return Column(std::move(state));
}

std::span<const StrayToken> Column::stray() const {
  if (!state_->stray) return {};
  return *state_->stray;
}

Column Column::with_stray(std::vector<StrayToken> tokens) const {
  State state = *state_;
  state.stray =
      tokens.empty() ? nullptr : std::make_shared<const std::vector<StrayToken>>(std::move(tokens));
  return Column(std::move(state));
}

Column Column::described_as(const Column& other) const {
  State state = *state_;
  state.is_declared_numeric = other.state_->is_declared_numeric;
  state.is_date = other.state_->is_date;
  state.stray = other.state_->stray;
  return Column(std::move(state));
}

std::uint64_t Column::bytes() const {
  std::uint64_t bytes = state_->missing.bytes();
  for (const std::string& level : level_names()) {
    const bool is_inside = level.capacity() < sizeof(std::string) / 2;  // of the object
    bytes += sizeof(std::string) + (is_inside ? 0 : level.capacity() + 1);
  }
  if (is_codes()) {
    return bytes + std::visit([](auto codes) { return codes.size_bytes(); }, state_->codes);
  }
  if (layout() == nullptr) return bytes + state_->doubles.size_bytes();
  const bool is_sparse = state_->layout.stored.has_value();
  const std::size_t values = is_sparse ? state_->layout.stored->size() : rows();
  return bytes + values * (size_of(state_->layout.type) + (is_sparse ? sizeof(std::int32_t) : 0));
}

Column Column::holding(std::shared_ptr<const Reservation> reservation) const {
  State state = *state_;
  state.reservation = std::move(reservation);
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
    return from_codes(codes, level_names(), std::move(missing));
  }
  const Numbers all = numbers();
  std::vector<double> values(rows.size());
  std::transform(rows.begin(), rows.end(), values.begin(),
                 [&all](std::size_t row) { return all[row]; });
  return from_numbers(std::move(values), std::move(missing)).described_as(*this);
}

namespace {

/// The rows first .. first + count - 1 of numbers in borrowed memory, which `owner` keeps alive.
NumberLayout sliced(const NumberLayout& layout, std::size_t first, std::size_t count,
                    std::shared_ptr<const void>& owner) {
  NumberLayout part = layout;
  part.rows = count;
  const auto size = static_cast<std::ptrdiff_t>(size_of(layout.type));
  std::ptrdiff_t skipped =
      static_cast<std::ptrdiff_t>(first) * (layout.step == 0 ? size : layout.step);
  if (layout.stored) {
    const std::span<const std::int32_t> all = *layout.stored;
    const auto begin = std::lower_bound(all.begin(), all.end(), static_cast<std::int64_t>(first));
    const auto end = std::lower_bound(begin, all.end(), static_cast<std::int64_t>(first + count));
    struct Memory {
      std::shared_ptr<const void> values;
      std::vector<std::int32_t> rows;
    };
    auto memory = std::make_shared<Memory>(Memory{owner, {begin, end}});
    for (std::int32_t& row : memory->rows)
      row -= static_cast<std::int32_t>(first);
    part.stored = memory->rows;
    owner = std::move(memory);
    skipped = (begin - all.begin()) * size;
  }
  part.values = static_cast<const std::byte*>(layout.values) + skipped;
  return part;
}

}  // namespace

Column Column::slice(std::size_t first, std::size_t count) const {
  PITH_ASSERT(first + count <= rows());
  State state = *state_;
  state.rows = count;
  state.missing = state_->missing.slice(first, count);
  if (is_codes()) {
    state.codes = std::visit([&](auto codes) { return CodeSpan(codes.subspan(first, count)); },
                             state_->codes);
    return Column(std::move(state));
  }
  state.layout = sliced(state_->layout, first, count, state.owner);
  if (layout() == nullptr) {
    state.doubles = state_->doubles.subspan(first, count);
  } else if (state.layout.is_direct() && !state.missing.any()) {
    state.doubles = {static_cast<const double*>(state.layout.values), count};
  }
  return Column(std::move(state));
}

namespace {

/// The numbers of a column as codes; `values` are the distinct values, and code_of(value) is the
/// position of a value among them.
template <class CodeOf>
Column coded(std::span<const double> numbers, const Mask& missing,
             const std::vector<double>& values, CodeOf code_of) {
  std::vector<std::string> levels(values.size());
  std::transform(values.begin(), values.end(), levels.begin(), number_text);
  const auto code_or_0 = [&](double value) { return std::isnan(value) ? 0U : code_of(value); };
  if (levels.size() <= 256) {
    std::vector<std::uint8_t> codes(numbers.size());
    std::transform(numbers.begin(), numbers.end(), codes.begin(),
                   [&](double value) { return static_cast<std::uint8_t>(code_or_0(value)); });
    return Column::from_bytes(std::move(codes), std::move(levels), missing);
  }
  std::vector<std::uint32_t> codes(numbers.size());
  std::transform(numbers.begin(), numbers.end(), codes.begin(), code_or_0);
  return Column::from_codes(codes, std::move(levels), missing);
}

Column coded(std::span<const double> numbers, const Mask& missing, const NarrowIntegers& whole) {
  return coded(numbers, missing, whole.values(), [&](double value) { return whole.code(value); });
}

Column coded(std::span<const double> numbers, const Mask& missing) {
  const std::vector<double> values = distinct_values(numbers);
  return coded(numbers, missing, values, [&](double value) {
    return static_cast<std::uint32_t>(std::lower_bound(values.begin(), values.end(), value) -
                                      values.begin());
  });
}

/// True when the numbers, whose range is wide, are at most max_integer_levels distinct integers.
bool are_few_integers(std::span<const double> numbers) {
  std::vector<double> seen;  // sorted; at most max_integer_levels long
  for (const double value : numbers) {
    if (std::isnan(value)) continue;
    if (value != std::trunc(value)) return false;
    const auto place = std::lower_bound(seen.begin(), seen.end(), value);
    if (place != seen.end() && *place == value) continue;
    if (seen.size() == max_integer_levels) return false;
    seen.insert(place, value);
  }
  return true;
}

/// Whether so many distinct integers stand for categories. Nearly one value for each row are
/// measurements.
bool are_categories(std::size_t distinct, const Column& column) {
  return are_integer_codes(distinct, column.rows() - column.missing().count());
}

/// Whether the first rows already have a fraction, so that the column need not be widened.
bool begins_with_fractions(const Column& column) {
  std::array<double, 64> block{};
  const std::span<double> some(block.data(), std::min(block.size(), column.rows()));
  column.copy_numbers(0, some);
  return std::any_of(some.begin(), some.end(),
                     [](double value) { return !std::isnan(value) && value != std::trunc(value); });
}

}  // namespace

Column as_codes(const Column& column) {
  if (column.is_codes()) return column;
  const std::vector<double> numbers = snapshot(column);
  const auto whole = NarrowIntegers::in(numbers);
  return whole ? coded(numbers, column.missing(), *whole) : coded(numbers, column.missing());
}

bool is_constant(const Column& column) {
  const Mask& missing = column.missing();
  if (missing.any() && missing.count() < column.rows()) return false;
  if (missing.any() || column.rows() == 0) return true;
  const auto all_same = [](const auto& values) {
    return std::all_of(values.begin(), values.end(),
                       [&](auto value) { return value == values.front(); });
  };
  if (column.is_codes()) return std::visit(all_same, column.codes());
  if (column.layout() == nullptr) return all_same(column.numbers());
  // Most columns have a second value in the first rows; stop there instead of widening all rows.
  std::array<double, 256> block{};
  const double first = column.number(0);
  for (std::size_t begin = 0; begin < column.rows(); begin += block.size()) {
    const std::span<double> some(block.data(), std::min(block.size(), column.rows() - begin));
    column.copy_numbers(begin, some);
    if (std::any_of(some.begin(), some.end(), [&](double value) { return value != first; }))
      return false;
  }
  return true;
}

std::optional<Column> integer_codes(const Column& column) {
  if (!column.is_numbers() || column.is_declared_numeric() || column.is_date()) {
    return std::nullopt;
  }
  if (begins_with_fractions(column)) return std::nullopt;
  const std::vector<double> numbers = snapshot(column);
  if (const auto whole = NarrowIntegers::in(numbers)) {
    const std::size_t distinct = whole->values().size();
    if (!are_categories(distinct, column)) return std::nullopt;
    return coded(numbers, column.missing(), *whole);
  }
  if (!are_few_integers(numbers)) return std::nullopt;
  Column codes = coded(numbers, column.missing());
  if (!are_categories(codes.levels(), column)) return std::nullopt;
  return codes;
}

bool are_integer_codes(std::size_t distinct, std::size_t values) {
  return distinct <= max_integer_levels && !are_nearly_unique(distinct, values);
}

bool is_integer_coded(const Column& column) {
  return integer_codes(column).has_value();
}

}  // namespace pith
