// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/linear/sparse_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pith/base/text.h"
#include "pith/search/ranking.h"

namespace pith {
inline namespace families {
namespace {

void append_by(std::span<const double> values, const std::vector<std::size_t>& some,
               std::vector<std::size_t>& order) {
  double largest = 0;
  for (const std::size_t i : some)
    largest = std::max(largest, values[i]);
  std::vector<double> relative;
  for (const std::size_t i : some)
    relative.push_back(largest > 0 ? values[i] / largest : 0);
  for (const std::size_t place : order_of(relative))
    order.push_back(some[place]);
}

}  // namespace

Selection rank_sparse(const SparseScores& found, const Task& task) {
  std::vector<std::size_t> inside;
  std::vector<std::size_t> outside;
  std::vector<std::size_t> constant;
  for (std::size_t i = 0; i < found.scores.size(); ++i)
    (found.deviations[i] == 0 ? constant : found.scores[i] > 0 ? inside : outside).push_back(i);
  std::vector<std::size_t> order;
  append_by(found.scores, inside, order);
  append_by(found.pulls, outside, order);
  order.insert(order.end(), constant.begin(), constant.end());
  Selection selection = take_in_order(order, found.scores, task);
  if (inside.size() < std::min(task.k, order.size())) {
    const std::string who =
        inside.empty()
            ? "no feature has a weight: all have score 0 and are"
            : fmt::format("only {} {} a weight; the others have score 0 and follow",
                          counted(inside.size(), "feature"), agree(inside.size(), "has", "have"));
    selection.notes.push_back(who + " in the order in which the loss pulls them");
  }
  return selection;
}

}  // namespace families
}  // namespace pith
