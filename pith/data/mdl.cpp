// SPDX-License-Identifier: Apache-2.0
#include "pith/data/mdl.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "pith/base/elementary.h"

namespace pith {
namespace {

/// Rounding errors must neither split a pure interval nor decide between tied cuts.
constexpr double tolerance = 1e-12;

/// c log c, from a lookup table where counts are integers, since logarithms would dominate the
/// time.
class CountLog {
 public:
  explicit CountLog(std::span<const ClassedValue> rows) {
    const bool is_whole = std::all_of(rows.begin(), rows.end(),
                                      [](const ClassedValue& row) { return row.weight == 1; });
    if (!is_whole) return;
    table_.resize(rows.size() + 1);
    for (std::size_t c = 1; c < table_.size(); ++c)
      table_[c] = direct(static_cast<double>(c));
  }
  double operator()(double c) const {
    return table_.empty() ? direct(c) : table_[static_cast<std::size_t>(c)];
  }

 private:
  static double direct(double c) { return c > 0 ? c * portable::log(c) : 0.0; }

  std::vector<double> table_;
};

/// One side of a cut: counts by class.
struct Side {
  double count = 0;
  std::vector<double> counts;

  /// count * H, in nats.
  double uncertainty(const CountLog& log) const {
    return std::accumulate(counts.begin(), counts.end(), log(count),
                           [&](double sum, double c) { return sum - log(c); });
  }
  double present() const {
    return static_cast<double>(
        std::count_if(counts.begin(), counts.end(), [](double c) { return c > 0; }));
  }
};

class Splitter {
 public:
  Splitter(std::span<const ClassedValue> rows, bool has_better_encoding)
      : rows_(rows), log_(rows), has_better_encoding_(has_better_encoding) {
    std::uint32_t classes = 0;
    for (const ClassedValue& row : rows)
      classes = std::max(classes, row.target + 1);
    place_.resize(classes);
  }

  /// Where the second part of [first, last) begins, if the split satisfies the criterion.
  std::optional<std::size_t> split(std::size_t first, std::size_t last) {
    Side left;
    Side right = whole(first, last);
    left.counts.resize(right.counts.size());
    if (right.present() < 2) return std::nullopt;
    const Side all = right;
    const double uncertainty = all.uncertainty(log_);
    double least = uncertainty;
    double cuts = 0;
    std::size_t best = first;
    std::pair<Side, Side> sides;
    for (std::size_t i = first; i + 1 < last; ++i) {
      const std::size_t place = place_[rows_[i].target];
      left.count += rows_[i].weight;
      left.counts[place] += rows_[i].weight;
      right.count -= rows_[i].weight;
      right.counts[place] -= rows_[i].weight;
      // What rounding leaves of fractional weights does not count as a class.
      if (right.counts[place] < tolerance * all.count) right.counts[place] = 0;
      if (!(rows_[i].value < rows_[i + 1].value)) continue;
      ++cuts;
      const double rest = left.uncertainty(log_) + right.uncertainty(log_);
      if (rest < least - tolerance * all.count) {
        least = rest;
        best = i + 1;
        sides = {left, right};
      }
    }
    if (best == first) return std::nullopt;
    if (!has_better_encoding_) cuts = std::max(1.0, all.count - 1);
    if (!pays(all, sides, cuts)) return std::nullopt;
    return best;
  }

 private:
  /// The counts of the classes in the interval; sets the place of each class in the counts.
  Side whole(std::size_t first, std::size_t last) {
    constexpr std::uint32_t absent = UINT32_MAX;
    for (std::size_t i = first; i < last; ++i)
      place_[rows_[i].target] = absent;
    Side side;
    for (std::size_t i = first; i < last; ++i) {
      std::uint32_t& place = place_[rows_[i].target];
      if (place == absent) {
        place = static_cast<std::uint32_t>(side.counts.size());
        side.counts.push_back(0);
      }
      side.counts[place] += rows_[i].weight;
      side.count += rows_[i].weight;
    }
    return side;
  }

  bool pays(const Side& all, const std::pair<Side, Side>& sides, double cuts) const {
    const auto entropy = [&](const Side& side) { return side.uncertainty(log_) / side.count; };
    const auto charge = [&](const Side& side) { return side.present() * entropy(side); };
    const auto& [left, right] = sides;
    const double k = all.present();
    // log(3^k - 2) without the overflow of 3^k.
    const double powers = k * portable::log(3.0);
    const double patterns = powers + portable::log1p(-2 * portable::exp(-powers));
    const double price =
        portable::log(cuts) + patterns - (charge(all) - charge(left) - charge(right));
    const double gain =
        entropy(all) - (left.uncertainty(log_) + right.uncertainty(log_)) / all.count;
    return gain > tolerance && gain > price / all.count;
  }

  std::span<const ClassedValue> rows_;
  CountLog log_;
  bool has_better_encoding_;
  std::vector<std::uint32_t> place_;
};

}  // namespace

double cut_between(double a, double b) {
  const double middle = std::midpoint(a, b);
  return middle < b ? middle : a;
}

std::vector<double> mdl_cuts(std::vector<ClassedValue> rows, bool has_better_encoding) {
  std::sort(rows.begin(), rows.end(), [](const ClassedValue& a, const ClassedValue& b) {
    return std::tie(a.value, a.target, a.weight) < std::tie(b.value, b.target, b.weight);
  });
  Splitter splitter(rows, has_better_encoding);
  std::vector<double> cuts;
  // The intervals left to split; a list instead of recursion bounds the stack.
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, rows.size()}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    const auto middle = splitter.split(first, last);
    if (!middle) continue;
    cuts.push_back(cut_between(rows[*middle - 1].value, rows[*middle].value));
    open.emplace_back(first, *middle);
    open.emplace_back(*middle, last);
  }
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

}  // namespace pith
