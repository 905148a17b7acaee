// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/source.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/data/widened.h"
#include "pith/stats/correlations.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/informations.h"
#include "pith/stats/scatter_among.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t features_per_block = 16;

/// Pairs of features with missing values, whose counts are distributed over the levels.
class MissingValuePairs final : public Pairs {
 public:
  MissingValuePairs(const Table& table, Correction correction)
      : table_(table), correction_(correction) {}

  void entropies(std::span<const FeaturePair> pairs, std::span<PairEntropies> out,
                 const Context& context) const override {
    parallel_blocks(context, pairs.size(), features_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      for (std::size_t i = begin; i < end; ++i) {
                        const Column& x = table_.feature(pairs[i].x);
                        const Column& s = table_.feature(pairs[i].s);
                        Counts counts(x.levels(), s.levels());
                        counts.update(x, s, table_.weights());
                        const Counts complete = counts.spread();
                        out[i].x = corrected_entropy(complete.x_totals(), correction_);
                        out[i].s = corrected_entropy(complete.y_totals(), correction_);
                        out[i].xs = corrected_entropy(complete.cells(), correction_);
                      }
                    });
  }

 private:
  const Table& table_;
  Correction correction_;
};

class TablePairs final : public Pairs {
 public:
  TablePairs(const Table& table, const PairRequest& request, const Context& context)
      : panel_(table, request.with_target, context),
        held_(context.reserve(CountLogs::bytes(table.rows()) + panel_.counter_bytes(),
                              "counting pairs of features")),
        logs_(table.rows(), request.correction) {
    if (request.correction == Correction::chance) chances_.emplace(panel_, request.terms, context);
  }

  void entropies(std::span<const FeaturePair> pairs, std::span<PairEntropies> out,
                 const Context& context) const override {
    const std::shared_ptr<const PivotOrder> order = common_order(pairs);
    // A block is about 0.1 ms of work: large enough to be worth a thread.
    const std::size_t small = (std::size_t{1} << 20U) / (panel_.rows() + 1000);
    const std::size_t block = std::max<std::size_t>(order ? group_size : 1, small);
    PairChances::Pivots pivots;
    if (chances_) pivots = chances_->pivots_of(pairs);
    const std::size_t blocks = (pairs.size() + block - 1) / block;
    const ThreadMemory memory =
        reserve_for_more_threads({.tasks = blocks, .bytes = panel_.counter_bytes()}, context);
    parallel_blocks(memory.context, pairs.size(), block, [&](std::size_t begin, std::size_t end) {
      PairCounter counter(panel_, logs_);
      if (order) {
        counter.set_order(order);
        std::vector<Feature> xs;
        for (const FeaturePair& pair : pairs.subspan(begin, end - begin))
          xs.push_back(pair.x);
        return counter.count_all(xs, order->feature(), &out[begin]);
      }
      for (std::size_t i = begin; i < end; ++i) {
        out[i] = counter.count(pairs[i].x, pairs[i].s);
        if (chances_) out[i].chance = chances_->of(pairs[i], pivots, counter);
      }
    });
  }

 private:
  /// The order of the rows by the feature s of all pairs, if many of them are counted in groups.
  std::shared_ptr<const PivotOrder> common_order(std::span<const FeaturePair> pairs) const {
    if (chances_ || pairs.empty()) return nullptr;
    const Feature s = pairs.front().s;
    const auto grouped = std::count_if(pairs.begin(), pairs.end(), [&](const FeaturePair& pair) {
      return pair.s == s && panel_.is_grouped(pair.x, s);
    });
    if (2 * static_cast<std::size_t>(grouped) < std::max(pairs.size(), 2 * group_size))
      return nullptr;
    const bool have_one = std::all_of(pairs.begin(), pairs.end(),
                                      [s](const FeaturePair& pair) { return pair.s == s; });
    return have_one ? std::make_shared<const PivotOrder>(panel_, s) : nullptr;
  }

  CodePanel panel_;
  Reservation held_;  // of the logarithms, and of one thread that counts
  CountLogs logs_;
  std::optional<PairChances> chances_;
};

class TableScatter final : public Scatter {
 public:
  TableScatter(const Table& table, Storage storage, const Context& context)
      : table_(table), panel_(table, all_features(table), storage, context) {}

  const PanelMoments& moments() const override { return panel_.moments(); }
  std::uint64_t column_bytes(std::size_t pivots) const override {
    return panel_.column_bytes(pivots);
  }
  std::uint64_t matrix_bytes() const override {
    const PanelMoments& all = moments();
    return panel_.column_bytes(panel_.features()) +
           2 * sizeof(double) * all.classes() * all.features;
  }
  bool has_exact_matrix() const override { return !table_.has_weights(); }
  ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const override {
    return panel_.columns(pivots, context);
  }
  ScatterColumns among(std::span<const Feature> features, const Context& context) const override {
    return scatter_among(table_, moments(), features, context);
  }
  ScatterColumns matrix(const Context& context) const override { return panel_.matrix(context); }

 private:
  static std::vector<Feature> all_features(const Table& table) {
    std::vector<Feature> all(table.features());
    std::iota(all.begin(), all.end(), Feature{0});
    return all;
  }

  const Table& table_;
  ClassPanel panel_;
};

/// Two passes: about the mean, corrected for the rounding error of the mean. Four independent sums,
/// so that an addition need not wait for the previous one.
Spread spread_of(std::span<const double> numbers, std::span<const double> weights) {
  const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
  const auto weight = [&](std::size_t row) { return weights.empty() ? 1.0 : weights[row]; };
  const auto sum_of = [&](auto term) {
    constexpr std::size_t chains = 4;
    double sums[chains] = {};
    for (std::size_t row = 0; row < numbers.size(); ++row)
      sums[row % chains] += weight(row) * term(numbers[row]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  };
  const double total = sum_of([](double) { return 1.0; });
  // Relative to the lowest number: neither a large mean nor a constant causes rounding errors.
  const double origin = *lowest;
  const double mean = sum_of([&](double x) { return x - origin; }) / total;
  const double drift = sum_of([&](double x) { return (x - origin) - mean; });
  const double square = sum_of([&](double x) {
    const double distance = (x - origin) - mean;
    return distance * distance;
  });
  return {origin, *highest, std::sqrt(std::max(0.0, square - drift * drift / total) / total)};
}

}  // namespace

MatrixScatter::MatrixScatter(const Scatter& all, const Context& context)
    : held_(context.reserve(all.matrix_bytes(), "the scatter matrices of the classes")),
      moments_(all.moments()),
      matrix_(all.matrix(context)) {}

ScatterColumns MatrixScatter::columns(std::span<const Feature> pivots, const Context&) const {
  ScatterColumns found{{}, matrix_.classes, matrix_.stride};
  const std::size_t size = matrix_.classes * matrix_.stride;
  for (const Feature pivot : pivots)
    found.sums.insert(found.sums.end(), matrix_.at(pivot, 0), matrix_.at(pivot, 0) + size);
  return found;
}

ScatterColumns MatrixScatter::among(std::span<const Feature> features, const Context&) const {
  ScatterColumns found{{}, matrix_.classes, features.size()};
  for (const Feature pivot : features) {
    for (std::size_t c = 0; c < matrix_.classes; ++c) {
      for (const Feature feature : features)
        found.sums.push_back(matrix_.at(pivot, c)[feature]);
    }
  }
  return found;
}

void TableSource::target_counts(const VisitCounts& visit, const Context& context) const {
  const Column& target = table_.target();
  std::uint64_t most = 0;
  for (const Column& column : table_.parts().features)
    most = std::max<std::uint64_t>(most, column.levels());
  // Where values are missing, a second table has their counts spread over the levels.
  const std::uint64_t tables = table_.has_missing() ? 2 : 1;
  const ThreadMemory memory =
      reserve_for_threads({.tasks = features() / features_per_block + 1,
                           .bytes = sizeof(double) * (tables * most + 4) * classes()},
                          context, "counting the classes of the levels of a feature",
                          "select from features with fewer levels (" + option("drop") + ")");
  parallel_blocks(memory.context, features(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                      const auto feature = static_cast<Feature>(i);
                      const Column& column = table_.feature(feature);
                      Counts counts(column.levels(), classes());
                      counts.update(column, target, table_.weights());
                      visit(feature, counts);
                    }
                  });
}

std::unique_ptr<const Pairs> TableSource::pairs(const PairRequest& request,
                                                const Context& context) const {
  if (table_.has_missing()) {
    // Such methods are rejected on entry.
    PITH_ASSERT(!request.with_target && request.correction != Correction::chance);
    return std::make_unique<MissingValuePairs>(table_, request.correction);
  }
  return std::make_unique<TablePairs>(table_, request, context);
}

void TableSource::class_moments(const VisitMoments& visit, const Context& context) const {
  for_each_widened(table_.parts().features, ClassMoments::bytes(classes()), context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     for (std::size_t i = 0; i < columns.size(); ++i) {
                       ClassMoments moments(classes());
                       moments.update(columns[i].numbers(), table_.target(), table_.weights());
                       visit(static_cast<Feature>(first + i), moments);
                     }
                   });
}

std::unique_ptr<const SymmetricMatrix> TableSource::similarity(const SimilarityRequest& request,
                                                               const Context& context) const {
  const bool has_numbers =
      request.kind == SimilarityKind::values || request.kind == SimilarityKind::ranks;
  return has_numbers ? correlations(table_, request, context)
                     : informations(table_, request, context);
}

std::vector<Spread> TableSource::spreads(const Context& context) const {
  std::vector<Spread> all(features());
  for_each_widened(table_.parts().features, 0, context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     for (std::size_t i = 0; i < columns.size(); ++i)
                       all[first + i] = spread_of(columns[i].numbers(), table_.weights());
                   });
  return all;
}

std::size_t TableSource::fractional_features(const Context& context) const {
  std::vector<char> has_fraction(features());
  for_each_widened(table_.parts().features, 0, context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     for (std::size_t i = 0; i < columns.size(); ++i) {
                       const Numbers numbers = columns[i].numbers();
                       has_fraction[first + i] =
                           std::any_of(numbers.begin(), numbers.end(),
                                       [](double value) { return value != std::trunc(value); })
                               ? 1
                               : 0;
                     }
                   });
  return static_cast<std::size_t>(std::count(has_fraction.begin(), has_fraction.end(), 1));
}

std::unique_ptr<const Scatter> TableSource::scatter(Storage storage, const Context& context) const {
  return std::make_unique<TableScatter>(table_, storage, context);
}

}  // namespace stats
}  // namespace pith
