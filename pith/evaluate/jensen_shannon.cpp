// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/jensen_shannon.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pith/base/parallel.h"
#include "pith/base/random.h"

namespace pith {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t draws_per_block = 1'024;
/// Distinct from the random streams of methods and resamples under the same seed.
constexpr std::uint64_t first_stream = std::uint64_t{3} << 32U;

double x_log_x(double x) {
  return x > 0 ? x * std::log(x) : 0;
}

double entropy_of(const std::vector<double>& shares) {
  return -std::accumulate(shares.begin(), shares.end(), 0.0,
                          [](double sum, double share) { return sum + x_log_x(share); });
}

/// The distribution p over the ranks 1..k.
std::vector<double> rank_shares(std::size_t k) {
  std::vector<double> shares(k);
  double tail = 0;
  for (std::size_t rank = k; rank >= 1; --rank) {
    tail += 1 / static_cast<double>(rank);
    shares[rank - 1] = (1 + tail) / (2 * static_cast<double>(k));
  }
  return shares;
}

/// H(mean p) - mean H(p), as a sum over features. A feature with the same p in every list adds
/// exactly 0, so that the divergence of equal lists is exactly 0.
double divergence(const FeatureLists& lists, const std::vector<double>& shares) {
  struct Use {
    double sum = 0;
    double sum_log = 0;  ///< of p ln p
    double min = std::numeric_limits<double>::infinity();
    double max = 0;
    std::size_t count = 0;
  };
  std::vector<Use> uses(lists.features());
  for (std::size_t i = 0; i < lists.count(); ++i) {
    for (std::size_t place = 0; place < lists[i].size(); ++place) {
      Use& use = uses[lists[i][place]];
      const double share = shares[place];
      use.sum += share;
      use.sum_log += x_log_x(share);
      use.min = std::min(use.min, share);
      use.max = std::max(use.max, share);
      ++use.count;
    }
  }
  const auto count = static_cast<double>(lists.count());
  double total = 0;
  for (const Use& use : uses) {
    const bool is_constant = use.count == 0 || (use.count == lists.count() && use.min == use.max);
    if (!is_constant) total += use.sum_log / count - x_log_x(use.sum / count);
  }
  return std::max(0.0, total);
}

/// The binomial probabilities of 0..n successes, each from the previous one; 0 < chance <= 1.
std::vector<double> binomial(std::size_t n, double chance) {
  std::vector<double> probabilities(n + 1, 0.0);
  if (chance == 1) {
    probabilities[n] = 1;
    return probabilities;
  }
  const double log_odds = std::log(chance) - std::log1p(-chance);
  double log_probability = static_cast<double>(n) * std::log1p(-chance);
  probabilities[0] = std::exp(log_probability);
  for (std::size_t c = 1; c <= n; ++c) {
    const double ratio = static_cast<double>(n - c + 1) / static_cast<double>(c);
    log_probability += std::log(ratio) + log_odds;
    probabilities[c] = std::exp(log_probability);
  }
  return probabilities;
}

/// The number of simulated paths. The variance of a path falls with the number of lists, so many
/// lists need fewer paths.
std::size_t draw_count(std::size_t lists) {
  constexpr std::size_t ranks = std::size_t{1} << 22U;
  return draws_per_block * std::max<std::size_t>(1, ranks / draws_per_block / lists);
}

/// Sum and sum of squares of simulated values.
struct Draws {
  double sum = 0;
  double squares = 0;
};

/// Simulates l E[q ln q] for N random lists of k of l features, where q is the mean p of one
/// feature (by symmetry, of any). The feature is in c of the lists with binomial probability, and
/// in these each rank is equally likely; one path of N random ranks serves every c with its first c
/// ranks. The control variate is the tangent of x ln x at E[q | c], whose mean is known; the
/// remaining variance is of second order.
class Simulation {
 public:
  Simulation(const FeatureLists& lists, const std::vector<double>& shares)
      : shares_(shares),
        lists_(static_cast<double>(lists.count())),
        features_(static_cast<double>(lists.features())),
        probabilities_(binomial(lists.count(), static_cast<double>(shares.size()) / features_)) {}

  Draws run(std::size_t begin, std::size_t end, std::uint64_t seed) const {
    Draws total;
    const Random random(seed, first_stream + begin / draws_per_block);
    const std::size_t length = probabilities_.size() - 1;
    for (std::size_t draw = begin; draw < end; ++draw) {
      const double value = path(random, (draw - begin) * length);
      total.sum += value;
      total.squares += value * value;
    }
    return total;
  }

 private:
  double path(const Random& random, std::uint64_t first) const {
    const std::size_t k = shares_.size();
    double q = 0;
    double value = 0;
    for (std::size_t c = 1; c < probabilities_.size(); ++c) {
      q += shares_[random.below(first + c - 1, k)] / lists_;
      if (probabilities_[c] == 0) continue;
      const double mean = static_cast<double>(c) / (lists_ * static_cast<double>(k));
      const double tangent = (1 + std::log(mean)) * (q - mean);
      value += probabilities_[c] * (q * std::log(q) - tangent);
    }
    return features_ * value;
  }

  const std::vector<double>& shares_;
  double lists_;
  double features_;
  std::vector<double> probabilities_;
};

bool is_defined(const FeatureLists& lists) {
  return lists.are_comparable() && lists.length() > 0;
}

constexpr JensenShannon nothing{undefined, undefined, undefined, undefined};

}  // namespace

double JensenShannon::stability() const {
  return chance > 0 ? 1 - divergence / chance : undefined;
}

double JensenShannon::published() const {
  return limit > 0 ? 1 - divergence / limit : undefined;
}

JensenShannon ranking_divergence(const FeatureLists& lists, const Context& context) {
  if (!is_defined(lists)) return nothing;
  const std::vector<double> shares = rank_shares(lists.length());
  const double entropy = entropy_of(shares);
  const Simulation simulation(lists, shares);
  const std::size_t draws = draw_count(lists.count());
  const auto total = merge_blocks(
      context, draws, draws_per_block,
      [&](std::size_t begin, std::size_t end) { return simulation.run(begin, end, context.seed); },
      [](Draws& sum, const Draws& part) {
        sum.sum += part.sum;
        sum.squares += part.squares;
      });
  const auto count = static_cast<double>(draws);
  const double mean = total->sum / count;
  const double variance = std::max(0.0, total->squares / count - mean * mean);
  JensenShannon result{.divergence = divergence(lists, shares),
                       .limit = std::log(static_cast<double>(lists.features())) - entropy,
                       .chance = -mean - entropy,
                       .chance_error = std::sqrt(variance / count)};
  // A single feature has only one ranking: remove rounding errors.
  if (lists.features() == 1) result.limit = result.chance = 0;
  return result;
}

JensenShannon set_divergence(const FeatureLists& lists) {
  if (!is_defined(lists)) return nothing;
  const auto k = static_cast<double>(lists.length());
  const auto features = static_cast<double>(lists.features());
  const auto count = static_cast<double>(lists.count());
  JensenShannon result{.divergence = divergence(lists, std::vector<double>(lists.length(), 1 / k))};
  if (lists.length() == lists.features()) return result;
  const std::vector<double> probabilities = binomial(lists.count(), k / features);
  double shared = 0;
  for (std::size_t c = 1; c < probabilities.size(); ++c)
    shared += probabilities[c] * x_log_x(static_cast<double>(c) / (count * k));
  result.limit = std::log(features / k);
  result.chance = -features * shared - std::log(k);
  return result;
}

}  // namespace pith
