// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/pair_chances.h"

#include <algorithm>
#include <optional>

#include "pith/base/assert.h"
#include "pith/base/parallel.h"

namespace pith {
inline namespace stats {

class PairChances::Pivot {
 public:
  Pivot(const Counted& counted, PairTerms terms, Feature s) {
    const std::size_t segments = counted.segments;
    const std::vector<double> counts = counted.level_counts(s);
    const std::size_t levels = counts.size() / segments;
    if (terms.redundancy) {
      std::vector<double> totals(levels);
      for (std::size_t i = 0; i < counts.size(); ++i)
        totals[i % levels] += counts[i];
      redundancy_.emplace(totals, levels);
    }
    if (terms.conditional_redundancy) within_classes_.emplace(counts, levels);
    if (terms.conditional_relevance) {
      std::vector<double> by_level(counts.size());
      for (std::size_t i = 0; i < counts.size(); ++i)
        by_level[i % levels * segments + i / levels] = counts[i];
      within_levels_.emplace(by_level, segments);
    }
  }

  const std::optional<ChanceTable>& redundancy() const { return redundancy_; }
  const std::optional<ChanceTable>& within_classes() const { return within_classes_; }
  const std::optional<ChanceTable>& within_levels() const { return within_levels_; }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto* table : {&redundancy_, &within_classes_, &within_levels_})
      sum += *table ? (*table)->bytes() : 0;
    return sum;
  }

 private:
  std::optional<ChanceTable> redundancy_;
  std::optional<ChanceTable> within_classes_;  // the strata are the classes
  std::optional<ChanceTable> within_levels_;   // the strata are the levels of s
};

PairChances::PairChances(const CodePanel& panel, PairTerms terms, const Context& context)
    : PairChances({.level_counts = [&panel](Feature x) { return panel.level_counts(x); },
                   .features = panel.features(),
                   .segments = panel.segments()},
                  terms, context) {}

PairChances::PairChances(Counted counted, PairTerms terms, const Context& context)
    : counted_(std::move(counted)), terms_(terms) {
  if (!terms.redundancy && !terms.conditional_redundancy) return;
  constexpr std::size_t features_per_block = 16;
  levels_.resize(counted_.features);
  parallel_blocks(context, levels_.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i)
                      levels_[i] = level_counts(static_cast<Feature>(i));
                  });
}

PairChances::LevelCounts PairChances::level_counts(Feature feature) const {
  const std::vector<double> counts = counted_.level_counts(feature);
  const std::size_t levels = counts.size() / counted_.segments;
  LevelCounts found;
  std::vector<double> totals(levels);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    totals[i % levels] += counts[i];
    if (terms_.conditional_redundancy && counts[i] > 0)
      found.within.push_back(static_cast<std::uint64_t>(counts[i]));
    if ((i + 1) % levels == 0) found.ends.push_back(found.within.size());
  }
  for (const double total : totals) {
    if (total > 0) found.totals.push_back(static_cast<std::uint64_t>(total));
  }
  return found;
}

PairChances::Pivots PairChances::pivots_of(std::span<const FeaturePair> pairs) const {
  std::vector<Feature> wanted;
  for (const FeaturePair& pair : pairs) {
    if (wanted.empty() || wanted.back() != pair.s) wanted.push_back(pair.s);
  }
  return pivots_of(std::move(wanted));
}

PairChances::Pivots PairChances::pivots_of(std::vector<Feature> wanted) const {
  constexpr std::size_t max_bytes = std::size_t{64} << 20U;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  const std::scoped_lock lock(mutex_);
  Pivots found;
  for (const Feature s : wanted) {
    const auto known = std::find_if(recent_.begin(), recent_.end(),
                                    [s](const auto& entry) { return entry.first == s; });
    if (known != recent_.end()) {
      std::rotate(known, known + 1, recent_.end());
    } else {
      recent_.emplace_back(s, std::make_shared<const Pivot>(counted_, terms_, s));
    }
    found.push_back(recent_.back());
  }
  std::size_t bytes = 0;
  const auto kept = std::find_if(recent_.rbegin(), recent_.rend(), [&](const auto& entry) {
    bytes += entry.second->bytes();
    return bytes > max_bytes;
  });
  recent_.erase(recent_.begin(), kept.base());
  return found;
}

const PairChances::Pivot& PairChances::pivot_of(const Pivots& pivots, Feature s) {
  const auto place =
      std::lower_bound(pivots.begin(), pivots.end(), s,
                       [](const auto& entry, Feature feature) { return entry.first < feature; });
  PITH_ASSERT(place != pivots.end() && place->first == s);
  return *place->second;
}

const ChanceTable* PairChances::within_levels(const Pivots& pivots, Feature s) {
  const std::optional<ChanceTable>& table = pivot_of(pivots, s).within_levels();
  return table ? &*table : nullptr;
}

PairChance PairChances::of(FeaturePair pair, const Pivots& pivots,
                           const PairCounter& counter) const {
  const ChanceTable* const table = within_levels(pivots, pair.s);
  return of(pair, pivots, table == nullptr ? 0 : counter.chance_within(pair.x, pair.s, *table));
}

PairChance PairChances::of(FeaturePair pair, const Pivots& pivots, std::int64_t within) const {
  const Pivot& pivot = pivot_of(pivots, pair.s);
  PairChance chance;
  if (pivot.redundancy()) {
    std::int64_t sum = 0;
    for (const std::uint64_t count : levels_[pair.x].totals)
      sum += (*pivot.redundancy())(0, count);
    chance.redundancy = ChanceTable::nats(sum);
  }
  if (pivot.within_classes()) {
    const LevelCounts& levels = levels_[pair.x];
    std::int64_t sum = 0;
    std::size_t i = 0;
    for (std::size_t segment = 0; segment < levels.ends.size(); ++segment) {
      for (; i < levels.ends[segment]; ++i)
        sum += (*pivot.within_classes())(segment, levels.within[i]);
    }
    chance.conditional_redundancy = ChanceTable::nats(sum);
  }
  if (pivot.within_levels()) chance.conditional_relevance = ChanceTable::nats(within);
  return chance;
}

}  // namespace stats
}  // namespace pith
