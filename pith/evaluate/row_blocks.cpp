// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/row_blocks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/random.h"

namespace pith::evaluate_internal {
namespace {

template <class T>
std::size_t distinct(std::span<const T> values) {
  std::vector<T> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

/// The class of a row; numbers are all of one class.
std::uint32_t class_of(const Column& target, std::size_t row) {
  return target.is_codes() ? target.code(row) : 0;
}

/// The rows of a group by class.
struct Group {
  std::vector<std::pair<std::uint32_t, double>> classes = {};  // in order of their first rows
  double rows = 0;
};

/// The groups in order of their first rows, and the place of each row's group among them.
struct Groups {
  std::vector<Group> groups;
  std::vector<std::size_t> place_of;
};

Groups groups_of(const Column& target, std::span<const std::uint32_t> group_of) {
  Groups all;
  std::unordered_map<std::uint32_t, std::size_t> places;
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> classes;  // of a group, by class
  for (std::size_t row = 0; row < group_of.size(); ++row) {
    const auto [entry, is_new] = places.try_emplace(group_of[row], all.groups.size());
    if (is_new) all.groups.emplace_back();
    all.place_of.push_back(entry->second);
    Group& group = all.groups[entry->second];
    ++group.rows;
    const auto [known, is_first] =
        classes.try_emplace({entry->second, class_of(target, row)}, group.classes.size());
    if (is_first) group.classes.emplace_back(class_of(target, row), 0.0);
    ++group.classes[known->second].second;
  }
  return all;
}

/// What the folds hold so far.
class Folds {
 public:
  Folds(const Column& target, std::size_t folds)
      : classes_(target.is_codes() ? target.levels() : 1),
        totals_(classes_),
        rows_(folds),
        of_class_(folds * classes_),
        all_(static_cast<double>(target.rows())) {
    for (std::size_t row = 0; row < target.rows(); ++row)
      ++totals_[class_of(target, row)];
  }

  /// The fold where adding the group increases the sum of squared shares least: of its classes and
  /// of all rows. Ties go to the lowest fold.
  std::size_t best_for(const Group& group) const {
    std::size_t best = 0;
    double least = cost(0, group);
    for (std::size_t fold = 1; fold < rows_.size(); ++fold) {
      const double each = cost(fold, group);
      if (each < least) {
        best = fold;
        least = each;
      }
    }
    return best;
  }
  void add(std::size_t fold, const Group& group) {
    rows_[fold] += group.rows;
    for (const auto& [label, count] : group.classes)
      of_class_[fold * classes_ + label] += count;
  }

 private:
  double cost(std::size_t fold, const Group& group) const {
    double sum = rows_[fold] * group.rows / (all_ * all_);
    for (const auto& [label, count] : group.classes)
      sum += of_class_[fold * classes_ + label] * count / (totals_[label] * totals_[label]);
    return sum;
  }

  std::size_t classes_;
  std::vector<double> totals_;    // by class
  std::vector<double> rows_;      // by fold
  std::vector<double> of_class_;  // by fold, then by class
  double all_;
};

constexpr std::size_t min_stratum_rows = 10;

/// A number for each row, the same for rows whose targets have the same classes.
std::vector<std::uint32_t> combinations(const Table& table) {
  std::vector<std::uint32_t> numbers(table.rows(), 0);
  for (std::size_t i = 0; i < table.targets(); ++i) {
    const Column& target = table.target(i);
    if (!target.is_codes()) continue;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto next = static_cast<std::uint32_t>(known.size());
      numbers[row] = known.emplace(std::pair(numbers[row], target.code(row)), next).first->second;
    }
  }
  return numbers;
}

bool is_constant(const Column& target, std::span<const std::size_t> rows) {
  const auto differs = [&](std::size_t row) {
    return target.is_codes() ? target.code(row) != target.code(rows.front())
                             : target.numbers()[row] != target.numbers()[rows.front()];
  };
  return std::none_of(rows.begin(), rows.end(), differs);
}

Column row_numbers(std::size_t rows) {
  std::vector<double> numbers(rows);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return Column::from_numbers(std::move(numbers));
}

}  // namespace

std::vector<std::uint32_t> group_folds(const Column& target,
                                       std::span<const std::uint32_t> group_of, std::size_t folds,
                                       std::uint64_t seed) {
  const Groups all = groups_of(target, group_of);
  std::vector<std::size_t> order = Random(seed, 0).permutation(all.groups.size());
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return all.groups[a].rows > all.groups[b].rows;
  });
  Folds filled(target, folds);
  std::vector<std::uint32_t> fold_of_group(all.groups.size());
  for (const std::size_t place : order) {
    const std::size_t fold = filled.best_for(all.groups[place]);
    filled.add(fold, all.groups[place]);
    fold_of_group[place] = static_cast<std::uint32_t>(fold);
  }
  std::vector<std::uint32_t> fold_of(group_of.size());
  std::transform(all.place_of.begin(), all.place_of.end(), fold_of.begin(),
                 [&](std::size_t place) { return fold_of_group[place]; });
  return fold_of;
}

std::vector<std::uint32_t> time_blocks(std::span<const double> times, std::size_t blocks) {
  std::vector<std::size_t> order(times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
  std::vector<std::size_t> ends;  // of the rows of each distinct time, in this order
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i + 1 == order.size() || times[order[i]] < times[order[i + 1]]) ends.push_back(i + 1);
  }
  PITH_ASSERT(blocks >= 1 && ends.size() >= blocks);
  std::vector<std::uint32_t> block_of(times.size());
  std::size_t next = 0;   // the first distinct time of the block
  std::size_t begin = 0;  // its first row
  for (std::size_t block = 0; block < blocks; ++block) {
    // Every later block needs a time of its own.
    const std::size_t last = ends.size() - (blocks - block);
    const std::size_t ideal = (block + 1) * times.size();  // times the number of blocks
    std::size_t end = next;
    const auto distance = [&](std::size_t i) {
      const std::size_t place = ends[i] * blocks;
      return place < ideal ? ideal - place : place - ideal;
    };
    while (end < last && distance(end + 1) < distance(end))
      ++end;
    if (block + 1 == blocks) end = ends.size() - 1;
    for (std::size_t i = begin; i < ends[end]; ++i)
      block_of[order[i]] = static_cast<std::uint32_t>(block);
    begin = ends[end];
    next = end + 1;
  }
  return block_of;
}

std::size_t distinct_groups(std::span<const std::uint32_t> group_of) {
  return distinct(group_of);
}

std::size_t distinct_times(std::span<const double> times) {
  return distinct(times);
}

Column strata_of(const Table& table) {
  if (table.targets() == 1) return table.target();
  std::vector<std::uint32_t> strata = combinations(table);
  std::vector<std::size_t> rows_of(*std::max_element(strata.begin(), strata.end()) + 1);
  for (const std::uint32_t each : strata)
    ++rows_of[each];
  std::vector<std::string> names;
  std::vector<std::uint32_t> numbered(rows_of.size());
  for (std::size_t i = 0; i < rows_of.size(); ++i) {
    if (rows_of[i] < min_stratum_rows) continue;
    numbered[i] = static_cast<std::uint32_t>(names.size());
    names.push_back(std::to_string(names.size()));
  }
  const auto rare = static_cast<std::uint32_t>(names.size());
  bool has_rare = false;
  for (std::uint32_t& each : strata) {
    const bool is_rare = rows_of[each] < min_stratum_rows;
    has_rare = has_rare || is_rare;
    each = is_rare ? rare : numbered[each];
  }
  if (has_rare) names.emplace_back("rare");
  return names.size() < 2 ? row_numbers(table.rows())
                          : Column::from_codes(strata, std::move(names));
}

Table take_rows(const Table& table, std::span<const std::size_t> rows) {
  std::vector<Target> varying;
  for (std::size_t i = 0; i < table.targets() && !rows.empty(); ++i) {
    if (!is_constant(table.target(i), rows))
      varying.push_back({.name = table.target_name(i), .column = table.target(i)});
  }
  if (varying.empty() || varying.size() == table.targets()) return table.take(rows);
  TableParts parts = table.parts();
  parts.target = varying.front().column;
  parts.target_name = varying.front().name;
  parts.more_targets.assign(varying.begin() + 1, varying.end());
  return Table(std::move(parts)).take(rows);
}

}  // namespace pith::evaluate_internal
