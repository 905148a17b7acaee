// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pith/stats/count_logs.h"
#include "pith/stats/encoded/level_tables.h"
#include "pith/stats/pair_chances.h"
#include "pith/stats/passes/pass.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace stats {

/// The number of rows, as far as logarithms of counts are kept in a table.
inline constexpr std::size_t max_kept_logs = std::size_t{1} << 20U;

/// Pairs of features from tables that passes have counted. A pass takes the feature s that is asked
/// for and the ones that are expected next, against all candidates; their entropies are kept. The
/// bits are those of a table in memory. Used by one thread at a time.
class PassPairs final : public Pairs {
 public:
  /// The runner and the tables are not owned and must outlive this object.
  PassPairs(Runner& runner, const LevelTables& levels, std::uint64_t rows,
            const PairRequest& request, const Context& context);

  void entropies(std::span<const FeaturePair> pairs, std::span<PairEntropies> out,
                 const Context& context) const override;
  bool are_passes_expensive() const override { return true; }
  void expect(const PairOutlook& outlook) const override;

 private:
  /// A pivot with its partners.
  struct Pivot {
    Feature s = 0;
    std::shared_ptr<const std::vector<Feature>> partners = {};  ///< ascending
    std::vector<double> numbers = {};       ///< numbers_per_pair() for each partner
    std::vector<std::int64_t> within = {};  ///< see PairChances::of()
    bool is_used = false;
    Reservation held = {};

    std::optional<std::size_t> place(Feature x) const;
  };
  struct Found {
    Pivot* pivot = nullptr;
    std::size_t place = 0;
    bool is_turned = false;  ///< x is the pivot
  };

  bool needs_within() const;
  std::size_t numbers_per_pair() const;
  std::uint64_t pivot_bytes(std::size_t partners) const;
  std::uint64_t table_bytes(Feature s, std::uint64_t partner_codes) const;
  std::optional<Found> find(FeaturePair pair) const;
  PairEntropies answer(FeaturePair pair, const Found& found,
                       const PairChances::Pivots& chances) const;
  double entropy_of(Feature feature) const;
  void fetch(Feature s, std::span<const FeaturePair> asked, const Context& context) const;
  std::vector<Feature> partners_for(std::span<const FeaturePair> asked) const;
  std::vector<Feature> pivots_for(Feature s, std::span<const FeaturePair> asked,
                                  const std::vector<Feature>& partners, std::uint64_t budget) const;
  void count(std::span<Pivot> pivots, std::size_t begin, std::size_t end,
             const Context& context) const;
  void read(std::span<const std::uint64_t> table, std::size_t place, const ChanceTable* chances,
            Pivot& to) const;
  void read_spread(std::span<const std::uint64_t> table, std::size_t place, Pivot& to) const;
  void make_room(std::uint64_t bytes, const Context& context) const;

  Runner& runner_;
  const LevelTables& levels_;
  PairRequest request_;
  bool spreads_;
  std::size_t segments_;
  double rows_;
  Reservation held_;
  CountLogs logs_;
  std::vector<double> entropies_;  // of the features; empty where missing values are spread
  std::optional<PairChances> chances_;
  std::uint64_t room_;               // for pivots that are kept
  mutable std::list<Pivot> pivots_;  // the one that was fetched last is last
  mutable std::vector<Feature> expected_;
  mutable std::vector<Feature> partners_;  // ascending; empty: all features
};

}  // namespace stats
}  // namespace pith
