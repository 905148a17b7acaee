// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/lasso_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/linalg/inner_products.h"

namespace pith {
inline namespace linalg {
namespace {

constexpr double never = -1;
constexpr double tied = 1 - 1e-9;
/// The correlation of a variable that depends linearly on the active ones falls as theirs do.
constexpr double parallel = 1e-10;
/// The share of the first level below which all is explained.
constexpr double end_share = 1e-12;

Directions one_direction(std::span<const double> numbers) {
  Directions made(1, numbers.size());
  std::copy(numbers.begin(), numbers.end(), made.numbers.begin());
  return made;
}

/// Where a correlation of rest + level * fall reaches the level from below, or its negative.
double entry_level(double rest, double fall, double level) {
  if (rest < 0) return entry_level(-rest, -fall, level);
  return 1 - fall > parallel ? std::min(level, rest / (1 - fall)) : never;
}

/// The products of each vector with each direction, vector after vector. Not by products() of
/// directions.h, whose bits depend on the instruction set.
std::vector<double> all_products(const MatrixView<const double>& vectors,
                                 const Directions& directions, const Context& context) {
  constexpr std::size_t vectors_per_block = 64;
  std::vector<double> out(vectors.extent(0) * directions.count);
  parallel_blocks(
      context, vectors.extent(0), vectors_per_block, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const std::span<const double> vector(&vectors(i, 0), vectors.extent(1));
          for (std::size_t c = 0; c < directions.count; ++c)
            out[i * directions.count + c] =
                inner_product(vector, {&directions.numbers[c * directions.rows], directions.rows});
        }
      });
  return out;
}

}  // namespace

LassoPath::LassoPath(const MatrixView<const double>& vectors, std::span<const double> response,
                     const Context& context)
    : vectors_(vectors),
      response_(one_direction(response)),
      correlations_(all_products(vectors, response_, context)),
      is_active_(correlations_.size()),
      excluded_(correlations_.size(), std::numeric_limits<double>::infinity()),
      entry_(correlations_.size()) {
  for (const double correlation : correlations_)
    level_ = std::max(level_, std::abs(correlation));
  floor_ = end_share * level_;
}

std::optional<LassoPath::Event> LassoPath::next_entering(const Context& context) {
  // The correlations at a level are rest + level * fall.
  Directions left(2, response_.rows);
  std::copy(response_.numbers.begin(), response_.numbers.end(), left.numbers.begin());
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const std::span<const double> x = vector(active_[i]);
    for (std::size_t row = 0; row < left.rows; ++row) {
      left.numbers[row] -= offset_[i] * x[row];
      left.numbers[left.rows + row] += slope_[i] * x[row];
    }
  }
  rests_ = all_products(vectors_, left, context);
  std::vector<double> levels(correlations_.size(), never);
  for (std::size_t j = 0; j < levels.size(); ++j) {
    if (is_active_[j] != 0 || level_ >= excluded_[j]) continue;
    levels[j] = entry_level(rests_[2 * j], rests_[2 * j + 1], level_);
  }
  const auto highest = std::max_element(levels.begin(), levels.end());
  if (highest == levels.end() || !(*highest > floor_)) return std::nullopt;
  const double least = tied * *highest;
  const auto first =
      std::find_if(levels.begin(), levels.end(), [least](double level) { return level >= least; });
  return Event{true, static_cast<std::size_t>(first - levels.begin()), *first};
}

std::optional<LassoPath::Event> LassoPath::next_leaving() const {
  std::optional<Event> first;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const double offset = signs_[i] * offset_[i];
    const double slope = signs_[i] * slope_[i];
    if (slope >= 0) continue;  // the coefficient does not fall
    const double level = std::clamp(offset / slope, 0.0, level_);
    if (!first || level > first->level) first = Event{false, active_[i], level};
  }
  return first && first->level > floor_ ? first : std::nullopt;
}

std::optional<LassoPath::Event> LassoPath::advance(const Context& context) {
  for (;;) {
    context.check_cancelled();
    const std::optional<Event> leaving = next_leaving();
    const std::optional<Event> entering = next_entering(context);
    if (leaving && (!entering || leaving->level >= entering->level)) {
      leave(*leaving);
      return leaving;
    }
    if (!entering) return std::nullopt;
    if (enter(*entering)) return entering;
    excluded_[entering->variable] = 0;
  }
}

bool LassoPath::enter(const Event& event) {
  const std::span<const double> x = vector(event.variable);
  std::vector<double> border(active_.size());
  for (std::size_t i = 0; i < active_.size(); ++i) {
    inner_products(MatrixView<const double>::row_major(vector(active_[i]).data(), 1, x.size()), x,
                   {&border[i], 1});
  }
  if (!face_.append(border, 1)) return false;
  level_ = event.level;
  active_.push_back(event.variable);
  signs_.push_back(rests_[2 * event.variable] < 0 ? -1 : 1);
  is_active_[event.variable] = 1;
  entry_[event.variable] = event.level;
  solve();
  return true;
}

void LassoPath::leave(const Event& event) {
  level_ = event.level;
  const auto place = std::find(active_.begin(), active_.end(), event.variable) - active_.begin();
  face_.remove(static_cast<std::size_t>(place));
  active_.erase(active_.begin() + place);
  signs_.erase(signs_.begin() + place);
  is_active_[event.variable] = 0;
  std::fill(excluded_.begin(), excluded_.end(), std::numeric_limits<double>::infinity());
  // One that leaves where it entered would enter and leave forever.
  if (event.level >= tied * entry_[event.variable]) excluded_[event.variable] = tied * event.level;
  solve();
}

void LassoPath::solve() {
  std::vector<double> wanted;
  for (const std::size_t variable : active_)
    wanted.push_back(correlations_[variable]);
  offset_ = face_.solve(wanted);
  slope_ = face_.solve(signs_);
}

std::vector<double> LassoPath::coefficients(double level) const {
  std::vector<double> values(active_.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = signs_[i] * std::max(0.0, signs_[i] * (offset_[i] - level * slope_[i]));
  return values;
}

}  // namespace linalg
}  // namespace pith
