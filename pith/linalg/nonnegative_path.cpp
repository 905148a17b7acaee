// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/nonnegative_path.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"

namespace pith {
inline namespace linalg {
namespace {

constexpr double never = -1;
constexpr double tied = 1 - 1e-9;
/// The correlation of a variable that depends linearly on the active ones falls as theirs do.
constexpr double parallel = 1e-10;
/// Products are requested for this many variables at once, so that threads have work.
constexpr std::size_t batch = 16;

}  // namespace

NonnegativePath::NonnegativePath(std::vector<double> correlations, Products products)
    : correlations_(std::move(correlations)),
      products_(std::move(products)),
      level_(std::numeric_limits<double>::max()),
      known_(correlations_.size()),
      is_active_(correlations_.size()),
      excluded_(correlations_.size(), std::numeric_limits<double>::infinity()),
      entry_(correlations_.size()) {}

bool NonnegativePath::is_candidate(std::size_t variable) const {
  return is_active_[variable] == 0 && correlations_[variable] > 0 && level_ < excluded_[variable];
}

double NonnegativePath::entry_level(std::size_t variable) const {
  // With what is known, the correlation at a level is at most rest + level * fall.
  const std::vector<double>& known = known_[variable];
  const double rest = correlations_[variable] -
                      std::inner_product(known.begin(), known.end(), offset_.begin(), 0.0);
  const double fall = std::inner_product(known.begin(), known.end(), slope_.begin(), 0.0);
  if (is_exact(variable)) {
    if (1 - fall <= parallel) return never;
    return std::min(level_, rest / (1 - fall));
  }
  if (rest + level_ * fall >= level_) return level_;
  return fall >= 1 ? never : rest / (1 - fall);
}

void NonnegativePath::learn(std::span<const Request> requests) {
  const std::vector<std::vector<double>> more = products_(requests, entered_);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    std::vector<double>& known = known_[requests[i].variable];
    known.insert(known.end(), more[i].begin(), more[i].end());
  }
}

/// Requests products until the highest level is exact, and so are all that are tied with it.
void NonnegativePath::refine(std::vector<double>& levels, double floor, const Context& context) {
  for (;;) {
    context.check_cancelled();
    double highest = floor;
    for (std::size_t j = 0; j < levels.size(); ++j) {
      if (levels[j] > highest && is_exact(j)) highest = levels[j];
    }
    std::vector<std::size_t> vague;
    for (std::size_t j = 0; j < levels.size(); ++j) {
      if (levels[j] > 0 && levels[j] >= tied * highest && !is_exact(j)) vague.push_back(j);
    }
    if (vague.empty()) return;
    const auto count = static_cast<std::ptrdiff_t>(std::min(batch, vague.size()));
    std::partial_sort(vague.begin(), vague.begin() + count, vague.end(),
                      [&](std::size_t a, std::size_t b) {
                        return levels[a] != levels[b] ? levels[a] > levels[b] : a < b;
                      });
    std::vector<Request> requests;
    for (auto j = vague.begin(); j != vague.begin() + count; ++j)
      requests.push_back({*j, known_[*j].size()});
    learn(requests);
    for (const Request& request : requests)
      levels[request.variable] = entry_level(request.variable);
  }
}

std::optional<NonnegativePath::Event> NonnegativePath::next_leaving() const {
  std::optional<Event> first;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const double offset = offset_[places_[i]];
    const double slope = slope_[places_[i]];
    if (slope >= 0) continue;  // the coefficient does not fall
    const double level = std::clamp(offset / slope, 0.0, level_);
    if (!first || level > first->level) first = Event{false, active_[i], level};
  }
  return first;
}

std::optional<NonnegativePath::Event> NonnegativePath::next(double floor, const Context& context) {
  PITH_ASSERT(floor >= 0);
  const std::optional<Event> leaving = next_leaving();
  const double bound = leaving ? std::max(floor, leaving->level) : floor;
  std::vector<double> levels(correlations_.size(), never);
  for (std::size_t j = 0; j < levels.size(); ++j) {
    if (is_candidate(j)) levels[j] = entry_level(j);
  }
  refine(levels, bound, context);
  const auto highest = std::max_element(levels.begin(), levels.end());
  if (highest != levels.end() && *highest > bound) {
    const double least = tied * *highest;
    const auto entering = std::find_if(levels.begin(), levels.end(),
                                       [least](double level) { return level >= least; });
    return Event{true, static_cast<std::size_t>(entering - levels.begin()), *entering};
  }
  if (leaving && leaving->level > floor) return leaving;
  return std::nullopt;
}

void NonnegativePath::solve() {
  std::vector<double> wanted;
  for (const std::size_t variable : active_)
    wanted.push_back(correlations_[variable]);
  const std::vector<double> offset = face_.solve(wanted);
  const std::vector<double> slope = face_.solve(std::vector<double>(active_.size(), 1.0));
  offset_.assign(entered_.size(), 0);
  slope_.assign(entered_.size(), 0);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    offset_[places_[i]] = offset[i];
    slope_[places_[i]] = slope[i];
  }
}

void NonnegativePath::take(const Event& event) {
  const std::size_t variable = event.variable;
  level_ = event.level;
  if (!event.enters) {
    const auto place = std::find(active_.begin(), active_.end(), variable) - active_.begin();
    face_.remove(static_cast<std::size_t>(place));
    active_.erase(active_.begin() + place);
    places_.erase(places_.begin() + place);
    is_active_[variable] = 0;
    std::fill(excluded_.begin(), excluded_.end(), std::numeric_limits<double>::infinity());
    // One that leaves where it entered would enter and leave forever.
    if (event.level >= tied * entry_[variable]) excluded_[variable] = tied * event.level;
    solve();
    return;
  }
  const auto found = std::find(entered_.begin(), entered_.end(), variable);
  const auto place = static_cast<std::size_t>(found - entered_.begin());
  const bool is_new = found == entered_.end();
  if (is_new) entered_.push_back(variable);
  if (!is_exact(variable)) {
    const Request request{variable, known_[variable].size()};
    learn({&request, 1});
  }
  std::vector<double> border;
  for (const std::size_t other : places_)
    border.push_back(known_[variable][other]);
  if (!face_.append(border, known_[variable][place])) {
    excluded_[variable] = 0;
    if (is_new) solve();  // there is one more place
    return;
  }
  active_.push_back(variable);
  places_.push_back(place);
  is_active_[variable] = 1;
  entry_[variable] = event.level;
  solve();
}

std::vector<double> NonnegativePath::coefficients(double level) const {
  std::vector<double> values;
  for (const std::size_t place : places_)
    values.push_back(std::max(0.0, offset_[place] - level * slope_[place]));
  return values;
}

}  // namespace linalg
}  // namespace pith
