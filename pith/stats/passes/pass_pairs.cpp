// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/pass_pairs.h"

#include <algorithm>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/stats/passes/joint_counts.h"

namespace pith {
inline namespace stats {
namespace {

/// The largest number of pivots in one pass. More of them would mostly be wrong guesses.
constexpr std::size_t max_pivots = 32;
constexpr std::size_t pairs_per_block = 256;

}  // namespace

PassPairs::PassPairs(Runner& runner, const LevelTables& levels, std::uint64_t rows,
                     const PairRequest& request, const Context& context)
    : runner_(runner),
      levels_(levels),
      request_(request),
      spreads_(levels.has_missing()),
      segments_(request.with_target ? levels.classes() : 1),
      rows_(static_cast<double>(rows)),
      held_(context.reserve(CountLogs::bytes(std::min<std::uint64_t>(rows, max_kept_logs)) +
                                sizeof(double) * levels.features(),
                            "logarithms of counts")),
      logs_(rows, request.correction, max_kept_logs),
      room_(context.memory_available() / 4) {
  // Methods that need more than that are rejected on entry.
  PITH_ASSERT(!spreads_ || (!request.with_target && request.correction != Correction::chance));
  if (!spreads_) {
    entropies_.resize(levels.features());
    parallel_blocks(context, entropies_.size(), pairs_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      for (std::size_t i = begin; i < end; ++i)
                        entropies_[i] = entropy_of(static_cast<Feature>(i));
                    });
  }
  if (request.correction != Correction::chance) return;
  chances_.emplace(
      PairChances::Counted{
          .level_counts = [this](Feature x) { return levels_.code_counts(x, segments_ > 1); },
          .features = levels.features(),
          .segments = segments_},
      request.terms, context);
}

bool PassPairs::needs_within() const {
  return chances_ && request_.terms.conditional_relevance;
}

/// H(x,s) and, with the target, H(x,s,y); or H(x), H(s) and H(x,s) where missing values are spread.
std::size_t PassPairs::numbers_per_pair() const {
  return spreads_ ? 3 : request_.with_target ? 2 : 1;
}

std::uint64_t PassPairs::pivot_bytes(std::size_t partners) const {
  const std::uint64_t numbers = numbers_per_pair() + (needs_within() ? 1 : 0);
  return sizeof(double) * numbers * partners;
}

std::uint64_t PassPairs::table_bytes(Feature s, std::uint64_t partner_codes) const {
  return sizeof(std::uint64_t) * segments_ * levels_.codes(s) * partner_codes;
}

void PassPairs::expect(const PairOutlook& outlook) const {
  // Some of them may be known already.
  const std::size_t count = std::min(outlook.pivots.size(), pivots_.size() + max_pivots);
  expected_.assign(outlook.pivots.begin(),
                   outlook.pivots.begin() + static_cast<std::ptrdiff_t>(count));
  partners_.assign(outlook.partners.begin(), outlook.partners.end());
  std::sort(partners_.begin(), partners_.end());
}

std::optional<std::size_t> PassPairs::Pivot::place(Feature x) const {
  const auto found = std::lower_bound(partners->begin(), partners->end(), x);
  if (found == partners->end() || *found != x) return std::nullopt;
  return static_cast<std::size_t>(found - partners->begin());
}

std::optional<PassPairs::Found> PassPairs::find(FeaturePair pair) const {
  const auto among = [&](Feature s, Feature x) -> std::optional<Found> {
    for (Pivot& pivot : pivots_) {
      if (pivot.s != s) continue;
      if (const auto place = pivot.place(x)) return Found{&pivot, *place, s != pair.s};
    }
    return std::nullopt;
  };
  const auto found = among(pair.s, pair.x);
  if (found || needs_within()) return found;
  return among(pair.x, pair.s);
}

double PassPairs::entropy_of(Feature feature) const {
  const std::vector<double> counts = levels_.code_counts(feature, false);
  const double plain = plug_in_entropy(counts);
  if (logs_.per_cell() == 0) return plain;
  const auto occupied =
      std::count_if(counts.begin(), counts.end(), [](double count) { return count > 0; });
  return plain + logs_.per_cell() * (static_cast<double>(occupied) - 1) / rows_;
}

PairEntropies PassPairs::answer(FeaturePair pair, const Found& found,
                                const PairChances::Pivots& chances) const {
  const double* const numbers = &found.pivot->numbers[found.place * numbers_per_pair()];
  if (spreads_) {
    return {.x = numbers[found.is_turned ? 1 : 0],
            .s = numbers[found.is_turned ? 0 : 1],
            .xs = numbers[2]};
  }
  PairEntropies h{.x = entropies_[pair.x],
                  .s = entropies_[pair.s],
                  .xs = numbers[0],
                  .xsy = numbers[request_.with_target ? 1 : 0]};
  if (chances_)
    h.chance = chances_->of(pair, chances, needs_within() ? found.pivot->within[found.place] : 0);
  return h;
}

void PassPairs::entropies(std::span<const FeaturePair> pairs, std::span<PairEntropies> out,
                          const Context& context) const {
  std::size_t first = 0;
  while (first < pairs.size()) {
    // Pairs are answered as far as they are known, since a pass may displace what is kept.
    std::vector<Found> found;
    for (std::size_t i = first; i < pairs.size(); ++i) {
      const auto place = find(pairs[i]);
      if (!place) break;
      found.push_back(*place);
    }
    if (found.empty()) {
      fetch(pairs[first].s, pairs.subspan(first), context);
      continue;
    }
    const auto known = pairs.subspan(first, found.size());
    PairChances::Pivots chances;
    if (chances_) chances = chances_->pivots_of(known);
    parallel_blocks(context, known.size(), pairs_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      for (std::size_t i = begin; i < end; ++i)
                        out[first + i] = answer(known[i], found[i], chances);
                    });
    for (const Found& each : found)
      each.pivot->is_used = each.pivot->is_used || !each.is_turned;
    first += found.size();
  }
}

/// The partners that are expected, if those of the pairs are among them; else all features.
std::vector<Feature> PassPairs::partners_for(std::span<const FeaturePair> asked) const {
  const bool are_expected =
      !partners_.empty() && std::all_of(asked.begin(), asked.end(), [&](FeaturePair pair) {
        return std::binary_search(partners_.begin(), partners_.end(), pair.x);
      });
  if (are_expected) return partners_;
  std::vector<Feature> all(levels_.features());
  std::iota(all.begin(), all.end(), Feature{0});
  return all;
}

/// s, the other pivots that are asked for, and the ones that are expected, as many as fit.
std::vector<Feature> PassPairs::pivots_for(Feature s, std::span<const FeaturePair> asked,
                                           const std::vector<Feature>& partners,
                                           std::uint64_t budget) const {
  std::uint64_t partner_codes = 0;
  for (const Feature partner : partners)
    partner_codes += levels_.codes(partner);
  std::vector<Feature> found{s};
  const std::uint64_t kept = pivot_bytes(partners.size());
  std::uint64_t bytes = kept + table_bytes(s, partner_codes);
  const auto add = [&](Feature next) {
    const bool is_known =
        std::find(found.begin(), found.end(), next) != found.end() ||
        std::any_of(pivots_.begin(), pivots_.end(), [next](const Pivot& p) { return p.s == next; });
    if (is_known) return true;
    bytes += kept + table_bytes(next, partner_codes);
    if (found.size() >= max_pivots || bytes > budget) return false;
    found.push_back(next);
    return true;
  };
  Feature last = s;
  for (const FeaturePair& pair : asked) {
    if (pair.s != last && !add(pair.s)) return found;
    last = pair.s;
  }
  for (const Feature next : expected_) {
    if (!add(next)) break;
  }
  return found;
}

void PassPairs::fetch(Feature s, std::span<const FeaturePair> asked, const Context& context) const {
  const auto partners = std::make_shared<const std::vector<Feature>>(partners_for(asked));
  make_room(pivot_bytes(partners->size()), context);
  const std::uint64_t budget = context.memory_available() / 4;
  const std::vector<Feature> chosen = pivots_for(s, asked, *partners, budget);
  make_room(pivot_bytes(partners->size()) * chosen.size(), context);
  std::vector<Pivot> pivots(chosen.size());
  for (std::size_t p = 0; p < chosen.size(); ++p) {
    pivots[p].s = chosen[p];
    pivots[p].partners = partners;
    pivots[p].held = context.reserve(pivot_bytes(partners->size()), "entropies of pairs");
    pivots[p].numbers.resize(numbers_per_pair() * partners->size());
    if (needs_within()) pivots[p].within.resize(partners->size());
  }
  // In several passes where not even the tables of one pivot with all partners fit.
  std::size_t begin = 0;
  while (begin < partners->size()) {
    std::uint64_t bytes = 0;
    std::size_t end = begin;
    do {
      for (const Feature pivot : chosen)
        bytes += table_bytes(pivot, levels_.codes((*partners)[end]));
      ++end;
    } while (end < partners->size() && bytes <= budget);
    count(pivots, begin, end, context);
    begin = end;
  }
  for (Pivot& pivot : pivots)
    pivots_.push_back(std::move(pivot));
}

/// Forgets pivots until so many bytes more fit: first those that were asked for, since a search
/// rarely asks again, the oldest first.
void PassPairs::make_room(std::uint64_t bytes, const Context& context) const {
  const auto held = [&] {
    return std::accumulate(
        pivots_.begin(), pivots_.end(), std::uint64_t{0},
        [](std::uint64_t sum, const Pivot& pivot) { return sum + pivot.held.bytes(); });
  };
  while (!pivots_.empty() && (held() + bytes > room_ || 2 * bytes > context.memory_available())) {
    const auto used = std::find_if(pivots_.begin(), pivots_.end(),
                                   [](const Pivot& pivot) { return pivot.is_used; });
    pivots_.erase(used == pivots_.end() ? pivots_.begin() : used);
  }
}

void PassPairs::count(std::span<Pivot> pivots, std::size_t begin, std::size_t end,
                      const Context& context) const {
  PairTablesPass::Options options{.classes = levels_.classes(), .by_class = segments_ > 1};
  for (Feature feature = 0; feature < levels_.features(); ++feature)
    options.codes.push_back(static_cast<std::uint32_t>(levels_.codes(feature)));
  for (const Pivot& pivot : pivots)
    options.pivots.push_back(pivot.s);
  const std::vector<Feature>& partners = *pivots.front().partners;
  options.partners.assign(partners.begin() + static_cast<std::ptrdiff_t>(begin),
                          partners.begin() + static_cast<std::ptrdiff_t>(end));
  const PairTablesPass pass(std::move(options));
  const Reservation held = context.reserve(
      pass.state_bytes(), "the tables of pairs of features",
      "select from features with fewer levels (" + option("drop") + ", " + option("bins") + ")");
  const auto state = run_pass<PairTablesState>(runner_, pass, context);
  PairChances::Pivots chances;
  if (needs_within()) chances = chances_->pivots_of(pass.options().pivots);
  constexpr std::size_t block = 8;
  parallel_blocks(context, end - begin, block, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      for (std::size_t p = 0; p < pivots.size(); ++p) {
        read(state->table(p, i), begin + i,
             needs_within() ? PairChances::within_levels(chances, pivots[p].s) : nullptr,
             pivots[p]);
      }
    }
  });
}

void PassPairs::read(std::span<const std::uint64_t> table, std::size_t place,
                     const ChanceTable* chances, Pivot& to) const {
  if (spreads_) return read_spread(table, place, to);
  JointCounts joint(logs_);
  joint.set(table, segments_);
  double* const numbers = &to.numbers[place * numbers_per_pair()];
  numbers[0] = joint.xs();
  if (request_.with_target) numbers[1] = joint.xsy();
  if (chances != nullptr) to.within[place] = joint.within_s(*chances);
}

void PassPairs::read_spread(std::span<const std::uint64_t> table, std::size_t place,
                            Pivot& to) const {
  const Feature x = (*to.partners)[place];
  Counts counts(levels_.levels(x), levels_.levels(to.s));
  counts.add({.cells = table,
              .has_missing_x = levels_.has_missing_code(x),
              .has_missing_y = levels_.has_missing_code(to.s)});
  const Counts complete = counts.spread();
  double* const numbers = &to.numbers[place * numbers_per_pair()];
  numbers[0] = corrected_entropy(complete.x_totals(), request_.correction);
  numbers[1] = corrected_entropy(complete.y_totals(), request_.correction);
  numbers[2] = corrected_entropy(complete.cells(), request_.correction);
}

}  // namespace stats
}  // namespace pith
