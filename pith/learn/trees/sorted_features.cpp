// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/sorted_features.h"

#include <algorithm>
#include <vector>

#include "pith/base/parallel.h"

namespace pith {
namespace {

/// Rows that are sorted or merged between two checks for cancellation.
constexpr std::size_t rows_per_check = std::size_t{1} << 18U;

struct Placed {
  double value = 0;
  std::uint32_t row = 0;
};

bool is_before(const Placed& a, const Placed& b) {
  return a.value != b.value ? a.value < b.value : a.row < b.row;
}

/// Sorts runs, and merges them two by two.
void sort_values(std::vector<Placed>& values, const Context& context) {
  const auto at = [&](std::size_t place) {
    return values.begin() + static_cast<std::ptrdiff_t>(std::min(place, values.size()));
  };
  for (std::size_t begin = 0; begin < values.size(); begin += rows_per_check) {
    context.check_cancelled();
    std::sort(at(begin), at(begin + rows_per_check), is_before);
  }
  for (std::size_t run = rows_per_check; run < values.size(); run *= 2) {
    for (std::size_t begin = 0; begin + run < values.size(); begin += 2 * run) {
      context.check_cancelled();
      std::inplace_merge(at(begin), at(begin + run), at(begin + 2 * run), is_before);
    }
  }
}

}  // namespace

SortedFeatures::SortedFeatures(const Table& table, std::span<const std::uint32_t> rows,
                               const Context& context)
    : rows_(rows.size()), features_(table.features()) {
  const std::uint64_t bytes = std::uint64_t{rows_} * features_ * sizeof(Entry);
  const std::uint64_t of_thread =
      sizeof(double) * table.rows() + 2 * sizeof(Placed) * rows_;  // merging takes a copy
  held_ = context.reserve(
      bytes + of_thread * std::min<std::uint64_t>(context.thread_count(), features_),
      "the order of the rows in each feature", "select from fewer rows or features");
  entries_ = std::make_unique_for_overwrite<Entry[]>(rows_ * features_);
  parallel_blocks(context, features_, 1, [&](std::size_t f, std::size_t) {
    std::vector<double> numbers(table.rows());
    table.feature(static_cast<Feature>(f)).copy_numbers(0, numbers);
    std::vector<Placed> values(rows_);
    for (std::size_t i = 0; i < rows_; ++i)
      values[i] = {numbers[rows[i]], static_cast<std::uint32_t>(i)};
    sort_values(values, context);
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (i > 0 && values[i - 1].value < values[i].value) ++number;
      entries_[f * rows_ + i] = {values[i].row, number};
    }
  });
  held_.shrink(bytes);
}

}  // namespace pith
