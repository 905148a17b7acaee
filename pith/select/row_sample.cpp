// SPDX-License-Identifier: Apache-2.0
#include "pith/select/row_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/random.h"

namespace pith::select_internal {
namespace {

/// A random stream under the seed of the caller, distinct from those of methods and resampling.
constexpr std::uint64_t rows_stream = std::uint64_t{9} << 32U;

std::size_t sum(const std::vector<std::size_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::size_t{0});
}

/// The smallest sizes that a sample of `wanted` rows allows.
std::vector<std::size_t> least_sizes(const std::vector<std::size_t>& rows_of_class,
                                     std::size_t wanted) {
  std::vector<std::size_t> least;
  for (std::size_t most = 2;; --most) {
    least.clear();
    for (const std::size_t rows : rows_of_class)
      least.push_back(std::min(rows, most));
    if (sum(least) <= wanted || most == 1) return least;
  }
}

std::vector<std::vector<std::size_t>> rows_by_class(const Table& table) {
  // The combinations of classes of several targets may be as many as the rows.
  const bool is_stratified = table.has_classes() && table.targets() == 1;
  std::vector<std::vector<std::size_t>> rows(is_stratified ? table.target().levels() : 1);
  for (std::size_t row = 0; row < table.rows(); ++row)
    rows[is_stratified ? table.target().code(row) : 0].push_back(row);
  return rows;
}

}  // namespace

std::vector<std::size_t> sample_sizes(const std::vector<std::size_t>& rows_of_class,
                                      std::size_t wanted) {
  const std::size_t classes = rows_of_class.size();
  std::vector<std::size_t> sizes = least_sizes(rows_of_class, wanted);
  PITH_ASSERT(sum(sizes) <= wanted && wanted <= sum(rows_of_class));
  // Classes whose share is below the least size keep that; the others divide the rest.
  std::vector<char> is_small(classes, 0);
  std::size_t rest = wanted;
  std::size_t rows = sum(rows_of_class);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (std::size_t c = 0; c < classes; ++c) {
      if (is_small[c] != 0 || rest * rows_of_class[c] >= sizes[c] * rows) continue;
      is_small[c] = 1;
      is_changed = true;
      rest -= sizes[c];
      rows -= rows_of_class[c];
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> remainders;  // negated by ~, then the class
  std::size_t left = rest;
  for (std::size_t c = 0; c < classes; ++c) {
    if (is_small[c] != 0 || rows_of_class[c] == 0) continue;
    const std::size_t product = rest * rows_of_class[c];
    sizes[c] = product / rows;
    left -= sizes[c];
    remainders.emplace_back(~(product % rows), c);
  }
  std::sort(remainders.begin(), remainders.end());
  for (std::size_t i = 0; i < left; ++i)
    ++sizes[remainders[i].second];
  return sizes;
}

std::vector<std::size_t> sample_of_rows(const Table& table, std::size_t wanted,
                                        std::uint64_t seed) {
  std::vector<std::vector<std::size_t>> rows_of = rows_by_class(table);
  std::vector<std::size_t> counts;
  for (const std::vector<std::size_t>& rows : rows_of)
    counts.push_back(rows.size());
  const auto filled = static_cast<std::size_t>(
      std::count_if(counts.begin(), counts.end(), [](std::size_t count) { return count > 0; }));
  if (wanted < filled) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must be at least {}, one row for each class (got {})",
                            option("rows"), filled, wanted));
  }
  const std::vector<std::size_t> sizes = sample_sizes(counts, wanted);
  const Random random(seed, rows_stream);
  std::uint64_t next = 0;
  std::vector<std::size_t> drawn;
  for (std::size_t c = 0; c < rows_of.size(); ++c) {
    std::vector<std::size_t>& rows = rows_of[c];
    for (std::size_t i = 0; i < sizes[c]; ++i) {
      std::swap(rows[i], rows[i + random.below(next++, rows.size() - i)]);
      drawn.push_back(rows[i]);
    }
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

}  // namespace pith::select_internal
