// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/regression_trees.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/learn/trees/split_kernels.h"

namespace pith {
namespace {

/// Values that a block of features has at least, so that a thread is worth its start.
constexpr std::size_t values_per_block = std::size_t{1} << 16U;
/// Gains that differ by less are equal, and a split must gain twice as much.
constexpr double gain_tolerance = 1e-12;

}  // namespace

/// The lists of rows, and room on each thread.
std::uint64_t RegressionTrees::bytes_of(std::size_t rows, std::size_t features,
                                        const Context& context) {
  constexpr std::uint64_t of_row = 2 * sizeof(double) + 3 * sizeof(std::uint32_t);
  constexpr std::uint64_t room = 2 * sizeof(double) + 2 * sizeof(std::uint32_t);
  return rows * (of_row + room * std::min<std::uint64_t>(context.thread_count(), features));
}

RegressionTrees::RegressionTrees(const Table& table, TreeRows rows,
                                 const RegressionTreeOptions& options, const Context& context)
    : table_(table),
      rows_(std::move(rows)),
      options_(options),
      sorted_(table, rows_.rows, context),
      held_(context.reserve(bytes_of(rows_.rows.size(), table.features(), context),
                            "growing a regression tree", "select from fewer rows or features")),
      ramp_(rows_.rows.size()),
      members_(rows_.rows.size()),
      moved_(rows_.rows.size()),
      places_(rows_.rows.size()),
      leaf_means_(rows_.rows.size()) {
  std::iota(ramp_.begin(), ramp_.end(), 1.0);
}

RegressionTrees::Open RegressionTrees::open_node(std::size_t begin, std::size_t end,
                                                 std::size_t depth) {
  Open open{.node = nodes_.size(), .begin = begin, .end = end};
  for (std::size_t i = begin; i < end; ++i) {
    open.sum += weight(members_[i]) * residuals_[members_[i]];
    open.size += weight(members_[i]);
  }
  nodes_.push_back({.depth = depth, .rows = end - begin, .mean = open.sum / open.size});
  return open;
}

std::vector<RegressionNode> RegressionTrees::grow(std::span<const double> residuals,
                                                  std::vector<char>& is_used,
                                                  const Context& context) {
  residuals_ = residuals;
  nodes_.clear();
  std::iota(members_.begin(), members_.end(), 0U);
  open_ = {open_node(0, rows(), 0)};
  std::fill(leaf_means_.begin(), leaf_means_.end(), nodes_.front().mean);
  for (std::size_t depth = 0; depth < options_.depth && !open_.empty(); ++depth) {
    std::fill(places_.begin(), places_.end(), static_cast<std::uint32_t>(open_.size()));
    for (std::size_t place = 0; place < open_.size(); ++place) {
      for (std::size_t i = open_[place].begin; i < open_[place].end; ++i)
        places_[members_[i]] = static_cast<std::uint32_t>(place);
    }
    find_cuts(context);
    std::vector<Open> next;
    split_level(is_used, next);
    open_ = std::move(next);
  }
  return nodes_;
}

void RegressionTrees::find_cuts(const Context& context) {
  const std::size_t features = sorted_.features();
  // The memory of an earlier level and context is released before this one takes its own.
  splits_.release();
  splits_ = context.reserve(sizeof(Cut) * features * open_.size(),
                            "the splits of a level of the tree", "grow trees of fewer levels");
  cuts_.assign(features * open_.size(), {});
  const std::size_t block = std::max<std::size_t>(1, values_per_block / rows());
  parallel_blocks(context, features, block, [&](std::size_t begin, std::size_t end) {
    Room room;
    room.sums.resize(rows());
    room.numbers.resize(rows());
    room.rows.resize(rows());
    if (!rows_.weights.empty()) room.sizes.resize(rows());
    for (std::size_t feature = begin; feature < end; ++feature)
      find_cuts_of(static_cast<Feature>(feature), room);
  });
}

/// Puts the residuals of each open node next to each other, in order of the feature. Rows of closed
/// nodes come last.
void RegressionTrees::collect(Feature feature, Room& room) const {
  room.fill.assign(open_.size() + 1, 0);
  std::uint32_t start = 0;
  for (std::size_t place = 0; place < open_.size(); ++place) {
    room.fill[place] = start;
    start += static_cast<std::uint32_t>(open_[place].end - open_[place].begin);
  }
  room.fill.back() = start;
  const bool has_weights = !rows_.weights.empty();
  for (const SortedFeatures::Entry& entry : sorted_.of(feature)) {
    const std::uint32_t to = room.fill[places_[entry.row]]++;
    room.rows[to] = entry.row;
    room.numbers[to] = entry.number;
    room.sums[to] = residuals_[entry.row];
    if (has_weights) {
      room.sizes[to] = rows_.weights[entry.row];
      room.sums[to] *= rows_.weights[entry.row];
    }
  }
}

void RegressionTrees::find_cuts_of(Feature feature, Room& room) {
  const auto entries = sorted_.of(feature);
  if (entries.back().number == 0) return;
  collect(feature, room);
  std::size_t begin = 0;
  for (std::size_t place = 0; place < open_.size(); ++place) {
    const std::size_t size = open_[place].end - open_[place].begin;
    const auto sums = std::span(room.sums).subspan(begin, size);
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    std::span<const double> sizes = std::span(ramp_).first(size);
    if (!rows_.weights.empty()) {
      const auto own = std::span(room.sizes).subspan(begin, size);
      std::partial_sum(own.begin(), own.end(), own.begin());
      sizes = own;
    }
    const BestCut found = best_cut({sums, sizes, std::span(room.numbers).subspan(begin, size)});
    if (found.place > 0) {
      cuts_[feature * open_.size() + place] = {.gain = found.gain,
                                               .left = room.rows[begin + found.place - 1],
                                               .right = room.rows[begin + found.place]};
    }
    begin += size;
  }
}

void RegressionTrees::split_level(std::vector<char>& is_used, std::vector<Open>& next) {
  for (std::size_t place = 0; place < open_.size(); ++place) {
    const Open& open = open_[place];
    if (!choose(open, place, is_used)) continue;
    const Feature feature = nodes_[open.node].feature;
    const std::size_t middle =
        partition(open, cuts_[feature * open_.size() + place], nodes_[open.node]);
    const std::size_t depth = nodes_[open.node].depth + 1;
    for (const auto& [begin, end] : {std::pair{open.begin, middle}, std::pair{middle, open.end}}) {
      next.push_back(open_node(begin, end, depth));
      for (std::size_t i = begin; i < end; ++i)
        leaf_means_[members_[i]] = nodes_.back().mean;
    }
  }
}

/// Makes the best split of a node, if any gains enough.
bool RegressionTrees::choose(const Open& open, std::size_t place, std::vector<char>& is_used) {
  RegressionNode& node = nodes_[open.node];
  const double before = open.sum * open.sum / open.size;
  double best = gain_tolerance;
  for (std::size_t feature = 0; feature < sorted_.features(); ++feature) {
    const Cut& cut = cuts_[feature * open_.size() + place];
    if (cut.gain < 0) continue;
    const double gain = cut.gain - before - (is_used[feature] != 0 ? 0 : options_.price);
    if (!(gain > best + gain_tolerance * std::max(1.0, best))) continue;
    best = gain;
    node.is_split = true;
    node.feature = static_cast<Feature>(feature);
    node.gain = gain;
  }
  if (node.is_split) is_used[node.feature] = 1;
  return node.is_split;
}

/// Moves the rows of the left side to the front, in the same order. Returns where the right side
/// begins.
std::size_t RegressionTrees::partition(const Open& open, const Cut& cut, RegressionNode& node) {
  const Column& column = table_.feature(node.feature);
  const double last = column.number(rows_.rows[cut.left]);
  node.threshold = std::midpoint(last, column.number(rows_.rows[cut.right]));
  std::size_t left = open.begin;
  std::size_t right = 0;
  for (std::size_t i = open.begin; i < open.end; ++i) {
    const std::uint32_t row = members_[i];
    if (column.number(rows_.rows[row]) <= last) {
      members_[left++] = row;
    } else {
      moved_[right++] = row;
    }
  }
  std::copy_n(moved_.begin(), right, members_.begin() + static_cast<std::ptrdiff_t>(left));
  return left;
}

}  // namespace pith
