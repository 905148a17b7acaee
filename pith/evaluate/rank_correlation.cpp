// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/rank_correlation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "pith/base/parallel.h"
#include "pith/search/ranking.h"

namespace pith {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

bool is_tied_at(const Ranking& ranking, std::size_t place) {
  return place > 0 && !ranking.is_tied.empty() && ranking.is_tied[place];
}

/// Calls `body(begin, end)` for each run of tied places.
template <class Body>
void for_each_rank(const Ranking& ranking, Body body) {
  std::size_t begin = 0;
  for (std::size_t place = 1; place <= ranking.order.size(); ++place) {
    if (place < ranking.order.size() && is_tied_at(ranking, place)) continue;
    body(begin, place);
    begin = place;
  }
}

/// Ranks of the features minus the mean rank, and the sum of their squares. Ranks are multiples of
/// a half, so their sums are exact.
struct Centred {
  std::vector<double> ranks;
  double squares = 0;
};

Centred centred(const Ranking& ranking) {
  const auto last = static_cast<double>(ranking.order.size()) - 1;
  Centred result{.ranks = std::vector<double>(ranking.order.size())};
  for_each_rank(ranking, [&](std::size_t begin, std::size_t end) {
    const double rank = (static_cast<double>(begin + end - 1) - last) / 2;
    for (std::size_t place = begin; place < end; ++place)
      result.ranks[ranking.order[place]] = rank;
    result.squares += rank * rank * static_cast<double>(end - begin);
  });
  return result;
}

std::uint64_t pairs_of(std::uint64_t n) {
  return n * (n - (n > 0 ? 1 : 0)) / 2;
}

/// A ranking as Kendall's tau needs it: tied features share a level.
struct Levels {
  const std::vector<Feature>* order = nullptr;
  std::vector<std::uint32_t> of = {};  ///< level of each feature, from 0
  std::vector<std::uint32_t> begins =
      {};  ///< the place where each level begins, and the end of the last
  std::uint64_t tied_pairs = 0;
};

Levels levels_of(const Ranking& ranking) {
  Levels levels{.order = &ranking.order, .of = std::vector<std::uint32_t>(ranking.order.size())};
  for_each_rank(ranking, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place)
      levels.of[ranking.order[place]] = static_cast<std::uint32_t>(levels.begins.size());
    levels.begins.push_back(static_cast<std::uint32_t>(begin));
    levels.tied_pairs += pairs_of(end - begin);
  });
  levels.begins.push_back(static_cast<std::uint32_t>(ranking.order.size()));
  return levels;
}

/// The places taken so far, and how many of them are below a place: a bit for each place, and a
/// Fenwick tree of the counts per word, small enough for the first-level cache.
class Taken {
 public:
  void clear(std::size_t places) {
    bits_.assign(places / word + 1, 0);
    sums_.assign(bits_.size() + 1, 0);
  }

  /// Takes a place; returns how many places below it were taken before.
  std::uint64_t take(std::size_t place) {
    const std::size_t index = place / word;
    const std::uint64_t bit = std::uint64_t{1} << (place % word);
    auto below = static_cast<std::uint64_t>(std::popcount(bits_[index] & (bit - 1)));
    for (std::size_t node = index; node > 0; node &= node - 1)
      below += sums_[node];
    bits_[index] |= bit;
    for (std::size_t node = index + 1; node < sums_.size(); node += node & (~node + 1))
      ++sums_[node];
    return below;
  }

 private:
  static constexpr std::size_t word = 64;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> sums_;
};

/// Buffers that one thread reuses for all its pairs.
struct Buffers {
  std::vector<std::uint32_t> sequence;
  std::vector<std::uint32_t> next;
  Taken taken;
};

/// Sorts the levels of b within each level of a; returns the number of pairs tied in both.
std::uint64_t sort_within(const Levels& a, std::vector<std::uint32_t>& sequence) {
  std::uint64_t tied_in_both = 0;
  for (std::size_t level = 0; level + 1 < a.begins.size(); ++level) {
    const auto first = sequence.begin() + a.begins[level];
    const auto last = sequence.begin() + a.begins[level + 1];
    if (last - first < 2) continue;
    std::sort(first, last);
    for (auto run = first; run != last;) {
      const auto next = std::upper_bound(run, last, *run);
      tied_in_both += pairs_of(static_cast<std::uint64_t>(next - run));
      run = next;
    }
  }
  return tied_in_both;
}

/// After Knight (1966): with the levels of b in the order of a, and ties of a in the order of b,
/// the discordant pairs are those with a larger level before a smaller one. Features tied in b take
/// the places of their level in order of appearance, so they never count.
double tau(const Levels& a, const Levels& b, Buffers& buffers) {
  const std::size_t n = a.of.size();
  std::vector<std::uint32_t>& sequence = buffers.sequence;
  sequence.resize(n);
  std::transform(a.order->begin(), a.order->end(), sequence.begin(),
                 [&](Feature feature) { return b.of[feature]; });
  const std::uint64_t tied_in_both = a.tied_pairs > 0 ? sort_within(a, sequence) : 0;
  std::uint64_t discordant = 0;
  buffers.next = b.begins;
  buffers.taken.clear(n);
  for (std::size_t seen = 0; seen < n; ++seen)
    discordant += seen - buffers.taken.take(buffers.next[sequence[seen]]++);
  const std::uint64_t all = pairs_of(n);
  const std::uint64_t untied = all + tied_in_both - a.tied_pairs - b.tied_pairs;  // in neither tied
  const auto by_a = static_cast<double>(all - a.tied_pairs);
  const auto by_b = static_cast<double>(all - b.tied_pairs);
  if (by_a == 0 || by_b == 0) return undefined;
  const double difference = static_cast<double>(untied) - 2 * static_cast<double>(discordant);
  return by_a == by_b ? difference / by_a : difference / (std::sqrt(by_a) * std::sqrt(by_b));
}

bool have_one_length(std::span<const Ranking> rankings) {
  return std::all_of(rankings.begin(), rankings.end(), [&](const Ranking& ranking) {
    return ranking.order.size() == rankings.front().order.size();
  });
}

}  // namespace

Ranking ranking_of(std::span<const Ranked> ranking) {
  Ranking result;
  result.order.reserve(ranking.size());
  result.is_tied.reserve(ranking.size());
  double best = 0;
  for (const Ranked& entry : ranking) {
    const bool is_tied = !result.order.empty() && pith::is_tied(entry.score, best);
    if (!is_tied) best = entry.score;
    result.order.push_back(entry.feature);
    result.is_tied.push_back(is_tied);
  }
  return result;
}

double spearman(const Ranking& a, const Ranking& b) {
  if (a.order.size() != b.order.size()) return undefined;
  const Centred one = centred(a);
  const Centred other = centred(b);
  if (one.squares == 0 || other.squares == 0) return undefined;
  const double product =
      std::inner_product(one.ranks.begin(), one.ranks.end(), other.ranks.begin(), 0.0);
  return one.squares == other.squares
             ? product / one.squares
             : product / (std::sqrt(one.squares) * std::sqrt(other.squares));
}

double kendall(const Ranking& a, const Ranking& b) {
  if (a.order.size() != b.order.size()) return undefined;
  Buffers buffers;
  return tau(levels_of(a), levels_of(b), buffers);
}

double mean_spearman(std::span<const Ranking> rankings) {
  if (rankings.size() < 2 || !have_one_length(rankings)) return undefined;
  // With rank vectors of unit length, |sum|^2 is the sum of the correlations of all ordered pairs.
  std::vector<double> sum(rankings.front().order.size(), 0.0);
  double unit = 0;
  for (const Ranking& ranking : rankings) {
    const Centred each = centred(ranking);
    if (each.squares == 0) return undefined;
    if (unit == 0) unit = each.squares;
    // Exactly 1 without ties, and then all sums are exact.
    const double scale = std::sqrt(unit / each.squares);
    for (std::size_t feature = 0; feature < sum.size(); ++feature)
      sum[feature] += scale * each.ranks[feature];
  }
  const double squares = std::inner_product(sum.begin(), sum.end(), sum.begin(), 0.0);
  const auto count = static_cast<double>(rankings.size());
  return (squares / unit - count) / (count * (count - 1));
}

double mean_kendall(std::span<const Ranking> rankings, const Context& context) {
  if (rankings.size() < 2 || !have_one_length(rankings)) return undefined;
  std::vector<Levels> all(rankings.size());
  parallel_blocks(context, rankings.size(), 1,
                  [&](std::size_t i, std::size_t) { all[i] = levels_of(rankings[i]); });
  // A block compares one ranking with all later ones, so that its levels stay in the cache.
  const auto total = merge_blocks(
      context, rankings.size() - 1, 1,
      [&](std::size_t i, std::size_t) {
        Buffers buffers;
        double sum = 0;
        for (std::size_t j = i + 1; j < all.size(); ++j)
          sum += tau(all[j], all[i], buffers);
        return sum;
      },
      [](double& sum, double part) { sum += part; });
  return *total / static_cast<double>(pairs_of(rankings.size()));
}

}  // namespace pith
