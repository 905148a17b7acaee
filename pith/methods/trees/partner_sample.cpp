// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/trees/partner_sample.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pith/base/random.h"
#include "pith/search/ranking.h"

namespace pith {
inline namespace families {
namespace {

/// The maximum number of pairs that are evaluated at once.
constexpr std::size_t max_pairs = std::size_t{1} << 18U;

/// Random streams that no pair of features uses, because the two halves of theirs differ.
constexpr std::uint64_t circle_stream = ~std::uint64_t{0};
constexpr std::uint64_t steps_stream = 0;

bool comes_before(const FeaturePair& a, const FeaturePair& b) {
  return a.x != b.x ? a.x < b.x : a.s < b.s;
}

/// Features are placed on a circle in random order. A step is a distance along the circle, which
/// pairs each feature with one partner on either side (the same one at half the circle). Steps are
/// used in random order, so that the partners of a feature are a uniform sample, and features share
/// pairs.
class Circle {
 public:
  Circle(std::size_t features, std::uint64_t seed)
      : at_(Random(seed, circle_stream).permutation(features)),
        place_(features),
        steps_(Random(seed, steps_stream).permutation(features / 2)) {
    for (std::size_t place = 0; place < features; ++place)
      place_[at_[place]] = place;
  }

  std::size_t steps() const { return steps_.size(); }

  /// Calls `visit(partner)` for the partners of one step.
  template <class Visit>
  void partners(std::size_t feature, std::size_t step, Visit visit) const {
    const std::size_t length = at_.size();
    const std::size_t stride = steps_[step] + 1;
    visit(at_[(place_[feature] + stride) % length]);
    if (2 * stride != length) visit(at_[(place_[feature] + length - stride) % length]);
  }

 private:
  std::vector<std::size_t> at_;
  std::vector<std::size_t> place_;
  std::vector<std::size_t> steps_;
};

FeaturePair pair_of(std::size_t a, std::size_t b) {
  const auto [low, high] = std::minmax(a, b);
  return {static_cast<Feature>(low), static_cast<Feature>(high)};
}

class Race {
 public:
  Race(const PartnerRace& race, const PairValues& values)
      : race_(race),
        values_(values),
        circle_(race.own.size(), race.seed),
        done_(race.own.size()),
        means_(race.own.size()),
        squares_(race.own.size()) {
    found_.partners.resize(race.own.size());
  }

  PartnerScores run() {
    std::vector<std::size_t> all(race_.own.size());
    for (std::size_t f = 0; f < all.size(); ++f)
      all[f] = f;
    const std::size_t partners = std::max(race_.partners, min_partners);
    extend(all, (partners + 1) / 2);
    for (std::vector<std::size_t> open = undecided(); !open.empty(); open = undecided()) {
      // All of them advance to the same step, so that they share pairs.
      std::size_t farthest = 0;
      for (const std::size_t f : open)
        farthest = std::max(farthest, done_[f]);
      extend(open, 2 * farthest);
    }
    found_.scores = scores();
    return found_;
  }

 private:
  void extend(std::span<const std::size_t> features, std::size_t target) {
    target = std::min(target, circle_.steps());
    std::size_t step = target;
    for (const std::size_t f : features)
      step = std::min(step, done_[f]);
    const std::size_t at_once = std::max<std::size_t>(1, max_pairs / (2 * features.size()));
    for (; step < target; step += at_once)
      extend(features, step, std::min(target, step + at_once));
    for (const std::size_t f : features)
      done_[f] = target;
  }

  /// Adds the steps [begin, end) of each feature that has not done them yet.
  void extend(std::span<const std::size_t> features, std::size_t begin, std::size_t end) {
    std::vector<FeaturePair> pairs;
    const auto visit_all = [&](auto visit) {
      for (const std::size_t f : features) {
        for (std::size_t step = std::max(begin, done_[f]); step < end; ++step)
          circle_.partners(f, step, [&](std::size_t partner) { visit(f, partner); });
      }
    };
    visit_all([&](std::size_t f, std::size_t partner) { pairs.push_back(pair_of(f, partner)); });
    std::sort(pairs.begin(), pairs.end(), comes_before);
    pairs.erase(std::unique(pairs.begin(), pairs.end(),
                            [](const FeaturePair& a, const FeaturePair& b) {
                              return a.x == b.x && a.s == b.s;
                            }),
                pairs.end());
    std::erase_if(pairs, [&](const FeaturePair& pair) { return known_.contains(key_of(pair)); });
    const std::vector<double> values = values_(pairs);
    found_.pairs += pairs.size();
    for (std::size_t i = 0; i < pairs.size(); ++i)
      known_.emplace(key_of(pairs[i]), values[i]);
    visit_all([&](std::size_t f, std::size_t partner) {
      add(f, known_.at(key_of(pair_of(f, partner))));
    });
  }

  static std::uint64_t key_of(const FeaturePair& pair) {
    return std::uint64_t{pair.x} << 32U | pair.s;
  }

  /// Welford's update.
  void add(std::size_t f, double value) {
    const auto count = static_cast<double>(++found_.partners[f]);
    const double step = value - means_[f];
    means_[f] += step / count;
    squares_[f] += step * (value - means_[f]);
  }

  std::vector<double> scores() const {
    std::vector<double> scores(means_.size());
    for (std::size_t f = 0; f < scores.size(); ++f)
      scores[f] = race_.own[f] - means_[f];
    return scores;
  }

  /// The standard error of the mean over a sample of the partners without replacement.
  double standard_error(std::size_t f) const {
    const auto seen = static_cast<double>(found_.partners[f]);
    const auto all = static_cast<double>(means_.size() - 1);
    return std::sqrt(squares_[f] / (seen - 1) / seen * (1 - seen / all));
  }

  std::vector<std::size_t> undecided() const {
    const std::vector<double> all = scores();
    std::vector<double> racing;
    for (std::size_t f = 0; f < all.size(); ++f) {
      if (race_.is_settled[f] == 0) racing.push_back(all[f]);
    }
    std::vector<std::size_t> open;
    if (race_.wanted == 0 || race_.wanted >= racing.size()) return open;
    std::sort(racing.begin(), racing.end(), std::greater<>());
    const double line = (racing[race_.wanted - 1] + racing[race_.wanted]) / 2;
    for (std::size_t f = 0; f < all.size(); ++f) {
      if (race_.is_settled[f] == 0 && done_[f] < circle_.steps() &&
          std::abs(all[f] - line) <= partner_errors * standard_error(f)) {
        open.push_back(f);
      }
    }
    return open;
  }

  const PartnerRace& race_;
  const PairValues& values_;
  Circle circle_;
  std::vector<std::size_t> done_;  // number of steps of each feature
  std::vector<double> means_;
  std::vector<double> squares_;                      // sums of squared deviations from the mean
  std::unordered_map<std::uint64_t, double> known_;  // values of the evaluated pairs
  PartnerScores found_;
};

}  // namespace

PartnerScores sample_partners(const PartnerRace& race, const PairValues& values) {
  return Race(race, values).run();
}

}  // namespace families
}  // namespace pith
