// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/histograms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace pith::explain_internal {
namespace {

constexpr std::size_t max_bins = 20;
constexpr std::size_t max_levels = 12;
constexpr std::size_t no_bin = SIZE_MAX;

/// The bin of every row, or no_bin.
struct Binned {
  std::size_t bins = 0;
  std::vector<std::size_t> of_row = {};
};

/// About the square root of the number of rows: 5 to 20.
std::size_t bins_for(std::size_t rows) {
  constexpr std::size_t min_bins = 5;
  const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(rows)));
  return std::clamp(root, min_bins, max_bins);
}

/// Bins of equal width between the smallest and the largest number; one for a constant. Integers
/// with few values get a bin each.
std::vector<double> edges_of(double lowest, double highest, bool is_whole, std::size_t rows) {
  if (!(lowest < highest)) return {lowest, highest};
  const double values = highest / 2 - lowest / 2 + 0.5;  // half of them, which does not overflow
  if (is_whole && values <= static_cast<double>(max_bins) / 2) {
    std::vector<double> edges;
    for (double edge = lowest - 0.5; edge < highest + 1; edge += 1)
      edges.push_back(edge);
    return edges;
  }
  const std::size_t bins = bins_for(rows);
  std::vector<double> edges{lowest};
  for (std::size_t i = 1; i < bins; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(bins);
    const double edge = lowest * (1 - share) + highest * share;
    if (edge > edges.back() && edge < highest) edges.push_back(edge);
  }
  edges.push_back(highest);
  return edges;
}

/// Bins are closed on the left; the last one on both sides.
Binned bin_numbers(const Column& column, std::vector<double>& edges) {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  bool is_whole = true;
  const Numbers numbers = column.numbers();
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.missing().test(row)) continue;
    lowest = std::min(lowest, numbers[row]);
    highest = std::max(highest, numbers[row]);
    is_whole = is_whole && std::floor(numbers[row]) == numbers[row];
  }
  if (lowest > highest) lowest = highest = 0;  // no value at all
  edges = edges_of(lowest, highest, is_whole, column.rows());
  Binned binned{.bins = edges.size() - 1, .of_row = std::vector(column.rows(), no_bin)};
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.missing().test(row)) continue;
    const auto after = std::upper_bound(edges.begin() + 1, edges.end() - 1, numbers[row]);
    binned.of_row[row] = static_cast<std::size_t>(after - edges.begin()) - 1;
  }
  return binned;
}

/// The most frequent levels, in their order, and one bin for the others.
Binned bin_levels(const Column& column, std::vector<std::string>& levels) {
  std::vector<std::size_t> counts(column.levels());
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (!column.missing().test(row)) ++counts[column.code(row)];
  }
  std::vector<std::uint32_t> shown(counts.size());
  std::iota(shown.begin(), shown.end(), 0U);
  const bool has_others = shown.size() > max_levels;
  if (has_others) {
    std::stable_sort(shown.begin(), shown.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
    shown.resize(max_levels - 1);
    std::sort(shown.begin(), shown.end());
  }
  Binned binned{.bins = shown.size() + (has_others ? 1 : 0),
                .of_row = std::vector(column.rows(), no_bin)};
  std::vector<std::size_t> bin_of(counts.size(), shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    bin_of[shown[i]] = i;
    levels.push_back(column.level(shown[i]));
  }
  if (has_others) levels.push_back("(" + std::to_string(counts.size() - shown.size()) + " others)");
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (!column.missing().test(row)) binned.of_row[row] = bin_of[column.code(row)];
  }
  return binned;
}

double weight_of(const Table& table, std::size_t row) {
  return table.has_weights() ? table.weights()[row] : 1;
}

void count_rows(const Table& table, const Binned& binned, Distribution& found) {
  for (std::size_t label = 0; label < std::max<std::size_t>(1, table.classes()); ++label) {
    Distribution::Counts& counts = found.classes.emplace_back();
    counts.counts.resize(binned.bins);
    if (table.has_classes()) counts.name = table.target().level(static_cast<std::uint32_t>(label));
  }
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::size_t label = table.has_classes() ? table.target().code(row) : 0;
    if (binned.of_row[row] == no_bin) {
      found.missing += weight_of(table, row);
    } else {
      found.classes[label].counts[binned.of_row[row]] += weight_of(table, row);
    }
  }
}

/// NaN where a bin has no rows, or a single one, whose value the mean would be.
std::vector<double> target_means(const Table& table, const Binned& binned) {
  std::vector<double> sums(binned.bins);
  std::vector<double> totals(binned.bins);
  std::vector<std::size_t> rows(binned.bins);
  const Numbers target = table.target().numbers();
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::size_t bin = binned.of_row[row];
    if (bin == no_bin) continue;
    sums[bin] += weight_of(table, row) * target[row];
    totals[bin] += weight_of(table, row);
    ++rows[bin];
  }
  for (std::size_t bin = 0; bin < sums.size(); ++bin) {
    const bool is_known = rows[bin] > 1 && totals[bin] > 0;
    sums[bin] = is_known ? sums[bin] / totals[bin] : std::numeric_limits<double>::quiet_NaN();
  }
  return sums;
}

}  // namespace

Distribution distribution_of(const Table& table, Feature feature) {
  const Column& column = table.feature(feature);
  Distribution found{.feature = {feature, table.name(feature)}, .is_numeric = column.is_numbers()};
  const Binned binned =
      column.is_numbers() ? bin_numbers(column, found.edges) : bin_levels(column, found.levels);
  count_rows(table, binned, found);
  if (table.has_numeric_target()) found.mean_target = target_means(table, binned);
  return found;
}

}  // namespace pith::explain_internal
