// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/relief.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <tuple>

#include "pith/methods/relief/near_rows.h"
#include "pith/methods/relief/regression_relief.h"
#include "pith/methods/relief/row_pairs.h"

namespace pith {
inline namespace families {
namespace {

double share_of(const ClassRows& rows, std::size_t c) {
  return static_cast<double>(rows.size(c)) / static_cast<double>(rows.rows());
}

/// How many rows are compared with their neighbours at a time, and the pairs that they give.
struct ReliefPairs {
  static constexpr std::string_view remedy = "use fewer neighbours";

  ReliefPairs(const ClassRows& rows, std::size_t neighbours, std::size_t queries) {
    std::size_t per_row = 0;
    for (std::size_t c = 0; c < rows.classes(); ++c)
      per_row += std::min(neighbours, rows.size(c));
    step = std::min(rows_at_a_time(per_row), queries);
    at_a_time = step * (per_row + rows.classes());
  }

  std::size_t step = 0;
  std::size_t at_a_time = 0;
};

class Relief {
 public:
  Relief(const Table& table, const ReliefOptions& options, const Context& context)
      : options_(options),
        rows_(table),
        differences_(table, rows_.order, context),
        search_(differences_, rows_, context),
        queries_(places_of(rows_, options.rows)) {}

  std::vector<double> scores(std::size_t features, Work& work, const Context& context) const {
    std::vector<double> sums(features);
    const std::span<const std::uint32_t> all = queries_;
    const ReliefPairs pairs(rows_, options_.neighbours, all.size());
    const Reservation held = reserve_pairs(pairs.at_a_time, pairs.remedy, context);
    const std::size_t step = pairs.step;
    for (std::size_t begin = 0; begin < all.size(); begin += step) {
      const std::span<const std::uint32_t> some =
          all.subspan(begin, std::min(step, all.size() - begin));
      const ClassNeighbours near =
          search_.find(some, options_.neighbours, options_.ties, work, context);
      differences_.add_sums(weighted(some, near), sums, context);
    }
    return sums;
  }

 private:
  double weight_of(std::uint32_t place) const {
    return options_.weights.empty() ? 1 : options_.weights[rows_.order[place]];
  }

  std::vector<RowPair> weighted(std::span<const std::uint32_t> queries,
                                const ClassNeighbours& near) const {
    double total = 0;
    for (const std::uint32_t place : queries_)
      total += weight_of(place);
    std::vector<RowPair> pairs;
    pairs.reserve(near.all.size());
    for (std::size_t x = 0; x < queries.size(); ++x) {
      const std::size_t own = rows_.class_of(queries[x]);
      for (std::size_t c = 0; c < rows_.classes(); ++c) {
        const double factor = (c == own ? -1 : share_of(rows_, c) / (1 - share_of(rows_, own))) *
                              weight_of(queries[x]) / total;
        const std::span<const Neighbour> rows = near.of(x, c);
        const std::vector<double> by_rank = weights_by_rank(rows.size(), options_.sigma);
        for (std::size_t rank = 0; rank < rows.size(); ++rank)
          pairs.push_back({.a = queries[x], .b = rows[rank].row, .value = factor * by_rank[rank]});
      }
    }
    return pairs;
  }

  const ReliefOptions& options_;
  ClassRows rows_;
  Differences differences_;
  ClassNeighbourSearch search_;
  std::vector<std::uint32_t> queries_;
};

/// Adds the runs of the row at a place with its near rows, which it may reorder. Weights are less
/// than 0 for hits, else of misses.
using WeighNear = std::function<void(std::uint32_t own_place, std::span<std::uint32_t> near,
                                     std::vector<RowRun>& runs)>;

/// By classes, whose misses are weighted by the shares of the classes that have near rows.
void weigh_by_class(const ClassRows& rows, std::uint32_t own_place, std::span<std::uint32_t> near,
                    std::vector<RowRun>& runs) {
  const std::size_t own = rows.class_of(own_place);
  std::vector<std::span<const std::uint32_t>> by_class(rows.classes());
  double misses = 0;
  for (std::size_t c = 0; c < rows.classes(); ++c) {
    const auto end = std::lower_bound(near.begin(), near.end(), rows.begins[c + 1]);
    by_class[c] = near.first(static_cast<std::size_t>(end - near.begin()));
    near = near.subspan(by_class[c].size());
    misses += c != own && !by_class[c].empty() ? share_of(rows, c) : 0;
  }
  for (std::size_t c = 0; c < rows.classes(); ++c) {
    if (by_class[c].empty()) continue;
    const double factor =
        (c == own ? -1 : share_of(rows, c)) / static_cast<double>(by_class[c].size() * rows.rows());
    runs.push_back(
        {.row = own_place, .weight = c == own ? factor : factor / misses, .others = by_class[c]});
  }
}

/// By numbers: near rows whose numbers differ by less than `bound` are hits.
void weigh_by_number(std::span<const double> numbers, double bound, std::uint32_t own_place,
                     std::span<std::uint32_t> near, std::vector<RowRun>& runs) {
  const auto first_miss = std::stable_partition(near.begin(), near.end(), [&](std::uint32_t place) {
    return std::abs(numbers[place] - numbers[own_place]) < bound;
  });
  const auto hits = static_cast<std::size_t>(first_miss - near.begin());
  const auto add = [&](double sign, std::span<const std::uint32_t> some) {
    if (some.empty()) return;
    const double weight = sign / static_cast<double>(some.size() * numbers.size());
    runs.push_back({.row = own_place, .weight = weight, .others = some});
  };
  add(-1, near.first(hits));
  add(1, near.subspan(hits));
}

/// Standard deviation with divisor n - 1, without overflow.
double deviation_of(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers)
    largest = std::max(largest, std::abs(number - numbers[0]));
  double mean = 0;
  for (const double number : numbers)
    mean += (number - numbers[0]) / largest / static_cast<double>(numbers.size());
  double squares = 0;
  for (const double number : numbers) {
    const double distance = (number - numbers[0]) / largest - mean;
    squares += distance * distance;
  }
  return largest * std::sqrt(squares / static_cast<double>(numbers.size() - 1));
}

WeighNear weigh_by(const Table& table, const ClassRows& rows) {
  if (!table.has_numeric_target()) {
    return [&rows](std::uint32_t own, std::span<std::uint32_t> near, std::vector<RowRun>& runs) {
      weigh_by_class(rows, own, near, runs);
    };
  }
  const Numbers target = table.target().numbers();
  std::vector<double> numbers(target.begin(), target.end());
  const double bound = deviation_of(numbers);
  return [numbers = std::move(numbers), bound](std::uint32_t own, std::span<std::uint32_t> near,
                                               std::vector<RowRun>& runs) {
    weigh_by_number(numbers, bound, own, near, runs);
  };
}

/// The number of rows whose near rows are held at a time. The order of the sums depends on it.
std::size_t near_rows_at_a_time(std::size_t rows) {
  constexpr std::size_t places = std::size_t{1} << 24U;
  const std::size_t strips = std::clamp<std::size_t>(places / rows / strip_rows, 4, 256);
  return std::min(strips * strip_rows, rows);
}

}  // namespace

std::vector<double> relief(const Table& table, const ReliefOptions& options, Work& work,
                           const Context& context) {
  if (table.has_numeric_target()) return regression_relief(table, options, work, context);
  return Relief(table, options, context).scores(table.features(), work, context);
}

void require_relief_memory(const Table& table, std::size_t neighbours, const Context& context) {
  const ClassRows rows(table);
  const ReliefPairs pairs(rows, neighbours, rows.rows());
  std::ignore = reserve_pairs(pairs.at_a_time, pairs.remedy, context);
}

std::vector<double> multisurf(const Table& table, const Context& context) {
  Work work(context, "select", table.rows());
  const ClassRows rows(table);
  const Differences differences(table, rows.order, context);
  const std::size_t count = rows.rows();
  const std::size_t step = near_rows_at_a_time(count);
  const std::uint64_t pairs =
      NearLists::bytes(step, count) + step * sizeof(RowRun) * (rows.classes() + 1);
  constexpr std::string_view what = "the comparison of pairs of rows";
  constexpr std::string_view remedy = "use fewer rows";
  // All at once, so that the first refusal names a limit that suffices.
  context.require_memory(pairs + NearRows::bytes(differences), what, remedy);
  const Reservation held = context.reserve(pairs, what, remedy);
  const NearRows search(differences, NearRows::Use::grid, context);
  const WeighNear weigh = weigh_by(table, rows);
  std::vector<double> sums(table.features());
  NearLists near(step, count);
  std::vector<RowRun> runs;
  runs.reserve(step * (rows.classes() + 1));  // what is not written takes no memory
  for (std::size_t begin = 0; begin < count; begin += step) {
    const std::size_t end = std::min(begin + step, count);
    search.find(begin, end, near, work, context);
    runs.clear();
    for (std::size_t i = 0; i < end - begin; ++i)
      weigh(static_cast<std::uint32_t>(begin + i), near[i], runs);
    differences.add_run_sums(runs, sums, context);
  }
  return sums;
}

}  // namespace families
}  // namespace pith
