// SPDX-License-Identifier: Apache-2.0
#include "pith/search/ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <stdexcept>

#include "pith/base/assert.h"

namespace pith {
namespace {

/// For assertions: a method that gives NaN has a bug, and would silently win or vanish.
[[maybe_unused]] bool has_nan(std::span<const double> scores) {
  return std::any_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); });
}

}  // namespace

bool is_tied(double score, double best) {
  if (std::isinf(best)) return score == best;
  return score >= best - 1e-9 * std::max(1.0, std::abs(best));
}

std::size_t winner(std::span<const double> scores) {
  PITH_ASSERT(!scores.empty() && !has_nan(scores));
  const double best = *std::max_element(scores.begin(), scores.end());
  const auto first = std::find_if(scores.begin(), scores.end(),
                                  [best](double score) { return is_tied(score, best); });
  if (first == scores.end()) throw std::logic_error("the scores of a step are not numbers");
  return static_cast<std::size_t>(first - scores.begin());
}

std::vector<std::size_t> order_of(std::span<const double> scores) {
  PITH_ASSERT(!has_nan(scores));
  std::vector<std::size_t> by_score(scores.size());
  std::iota(by_score.begin(), by_score.end(), std::size_t{0});
  std::stable_sort(by_score.begin(), by_score.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  // `window` holds the positions tied with the best remaining one; the lowest comes next. The lower
  // edge of the window decreases with the best, so a position never leaves it.
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> window;
  std::vector<bool> is_taken(scores.size());
  std::vector<std::size_t> order;
  order.reserve(scores.size());
  std::size_t best = 0;
  std::size_t edge = 0;
  while (order.size() < scores.size()) {
    while (is_taken[by_score[best]])
      ++best;
    while (edge < by_score.size() && is_tied(scores[by_score[edge]], scores[by_score[best]])) {
      window.push(by_score[edge++]);
    }
    is_taken[window.top()] = true;
    order.push_back(window.top());
    window.pop();
  }
  return order;
}

Selection rank(std::span<const double> scores, const Task& task) {
  return take_in_order(order_of(scores), scores, task);
}

std::vector<std::size_t> order_with_last(std::span<const double> scores,
                                         std::span<const char> comes_last) {
  std::vector<std::size_t> first;
  std::vector<std::size_t> last;
  std::vector<double> compared;
  for (std::size_t feature = 0; feature < scores.size(); ++feature) {
    (comes_last[feature] != 0 ? last : first).push_back(feature);
    if (comes_last[feature] == 0) compared.push_back(scores[feature]);
  }
  std::vector<std::size_t> order = order_of(compared);
  for (std::size_t& place : order)
    place = first[place];
  order.insert(order.end(), last.begin(), last.end());
  return order;
}

Selection take_in_order(std::span<const std::size_t> order, std::span<const double> scores,
                        const Task& task) {
  Selection selection;
  std::vector<bool> is_kept(scores.size());
  selection.selected.reserve(std::min(task.k, scores.size()));
  selection.ranking.reserve(order.size());
  const auto take = [&](std::size_t feature) {
    if (selection.selected.size() < task.k) {
      selection.selected.push_back(
          {.feature = static_cast<Feature>(feature), .score = scores[feature]});
    }
  };
  for (const Feature feature : task.keep) {
    is_kept[feature] = true;
    take(feature);
  }
  for (const std::size_t feature : order) {
    selection.ranking.push_back(
        {.feature = static_cast<Feature>(feature), .score = scores[feature]});
    if (!is_kept[feature]) take(feature);
  }
  selection.stopped =
      selection.selected.size() == task.k ? Stopped::reached_k : Stopped::nothing_left;
  return selection;
}

}  // namespace pith
