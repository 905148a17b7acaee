// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/stability.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/parallel.h"

namespace pith {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// The number of standard deviations around the mean that hold this share of a normal distribution.
double deviations_for(double confidence) {
  double low = 0;
  double high = 40;
  for (int step = 0; step < 80; ++step) {
    const double middle = (low + high) / 2;
    (std::erf(middle / std::sqrt(2.0)) < confidence ? low : high) = middle;
  }
  return high;
}

/// The sets in ascending order, so that two are compared in one pass.
std::vector<std::vector<Feature>> sorted_sets(const FeatureLists& sets) {
  std::vector<std::vector<Feature>> sorted;
  sorted.reserve(sets.count());
  for (std::size_t i = 0; i < sets.count(); ++i) {
    std::vector<Feature>& set = sorted.emplace_back(sets[i].begin(), sets[i].end());
    std::sort(set.begin(), set.end());
  }
  return sorted;
}

std::size_t common(const std::vector<Feature>& a, const std::vector<Feature>& b) {
  std::size_t count = 0;
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() && y != b.end()) {
    const Feature one = *x;
    const Feature other = *y;
    count += one == other ? 1 : 0;
    x += one <= other ? 1 : 0;
    y += other <= one ? 1 : 0;
  }
  return count;
}

/// The number of tied entries of a ranking.
std::size_t tied_count(const Ranking& ranking) {
  const std::vector<bool>& ties = ranking.is_tied;
  std::size_t count = 0;
  for (std::size_t place = 0; place < ties.size(); ++place) {
    const bool is_last = place + 1 == ties.size() || !ties[place + 1];
    count += ties[place] || !is_last ? 1 : 0;
  }
  return count;
}

/// Notes which indices are undefined, why, and which to use instead.
void add_notes(Stability& result, const FeatureLists& selected, std::span<const Ranking> rankings) {
  const auto [min, max] = result.sizes;
  if (min == selected.features()) {
    result.notes.push_back(fmt::format(
        "every list has all features, so the sets cannot differ; select fewer features ({})",
        option("k")));
  } else if (max == 0) {
    result.notes.emplace_back("every list is empty, so stability is undefined");
  } else if (min != max) {
    result.notes.push_back(fmt::format(
        "the number of selected features varies from {} to {}; Kuncheva and Jensen-Shannon need "
        "lists of equal length, Nogueira and Jaccard do not",
        min, max));
  }
  std::size_t tied = 0;
  for (const Ranking& ranking : rankings)
    tied += tied_count(ranking);
  const std::size_t entries = rankings.size() * selected.features();
  if (tied * 100 >= entries && tied > 0) {
    result.notes.push_back(fmt::format(
        "{:.0f} % of the ranks are tied; Spearman and Kendall account for ties, but Jensen-Shannon "
        "uses the order of the result and overestimates stability where ties are broken by column",
        100 * static_cast<double>(tied) / static_cast<double>(entries)));
  }
}

}  // namespace

Nogueira nogueira(const FeatureLists& sets, double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("confidence must be above 0 and below 1 (got {})", confidence));
  }
  const auto count = static_cast<double>(sets.count());
  const auto features = static_cast<double>(sets.features());
  const std::vector<std::size_t> counts = sets.counts();
  const std::size_t members = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  const bool is_defined = members > 0 && members < sets.count() * sets.features();
  if (sets.count() < 2 || !is_defined) return {undefined, undefined, undefined, undefined};

  const double share = static_cast<double>(members) / (count * features);  // k / d
  const double by_chance = share * (1 - share);
  double spread = 0;
  for (const std::size_t selected : counts) {
    spread += static_cast<double>(selected) * static_cast<double>(sets.count() - selected);
  }
  spread /= count * (count - 1) * features;
  Nogueira result{.value = 1 - spread / by_chance};

  std::vector<double> parts(sets.count());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::size_t shared = 0;
    for (const Feature feature : sets[i])
      shared += counts[feature];
    const double own = static_cast<double>(sets[i].size()) / features;
    parts[i] = (static_cast<double>(shared) / (count * features) - own * share +
                result.value / 2 * (2 * own * share - own - share + 1)) /
               by_chance;
  }
  const double mean = std::accumulate(parts.begin(), parts.end(), 0.0) / count;
  for (const double part : parts)
    result.variance += 4 / (count * count) * (part - mean) * (part - mean);
  const double half = deviations_for(confidence) * std::sqrt(result.variance);
  result.lower = result.value - half;
  result.upper = result.value + half;
  return result;
}

StabilityLevel stability_level(double nogueira) {
  constexpr double fair = 0.4;
  constexpr double excellent = 0.75;
  return nogueira > excellent ? StabilityLevel::stable
         : nogueira >= fair   ? StabilityLevel::moderately_stable
                              : StabilityLevel::unstable;
}

std::string_view stability_level_text(StabilityLevel level) {
  switch (level) {
    case StabilityLevel::unstable:
      return "unstable";
    case StabilityLevel::moderately_stable:
      return "moderately stable";
    case StabilityLevel::stable:
      break;
  }
  return "stable";
}

std::string verdict_text(const Nogueira& nogueira) {
  if (std::isnan(nogueira.value)) return "";
  const StabilityLevel level = stability_level(nogueira.value);
  std::string text(stability_level_text(level));
  text.front() = static_cast<char>(text.front() - ('a' - 'A'));
  text += fmt::format(": Nogueira {:.2f}", nogueira.value);
  if (std::isnan(nogueira.lower)) return text;
  text += fmt::format(" (95 % interval {:.2f} to {:.2f}", nogueira.lower,
                      std::min(1.0, nogueira.upper));
  const StabilityLevel lowest = stability_level(nogueira.lower);
  const StabilityLevel highest = stability_level(nogueira.upper);
  if (lowest != highest) {
    text += fmt::format(", {} to {}", stability_level_text(lowest), stability_level_text(highest));
  }
  return text + ")";
}

double kuncheva(const FeatureLists& sets) {
  const std::size_t length = sets.length();
  if (!sets.are_comparable() || length == 0 || length == sets.features()) return undefined;
  std::size_t shared = 0;  // pairs of sets that share a feature, over all features
  for (const std::size_t selected : sets.counts())
    shared += selected * (selected - (selected > 0 ? 1 : 0)) / 2;
  const auto count = static_cast<double>(sets.count());
  const double common = static_cast<double>(shared) / (count * (count - 1) / 2);
  const auto k = static_cast<double>(length);
  const auto features = static_cast<double>(sets.features());
  return (common * features - k * k) / (k * (features - k));
}

double jaccard(const FeatureLists& sets, const Context& context) {
  if (sets.count() < 2) return undefined;
  const std::vector<std::vector<Feature>> sorted = sorted_sets(sets);
  const auto total = merge_blocks(
      context, sorted.size() - 1, 1,
      [&](std::size_t i, std::size_t) {
        double sum = 0;
        for (std::size_t j = i + 1; j < sorted.size(); ++j) {
          const std::size_t both = common(sorted[i], sorted[j]);
          const std::size_t either = sorted[i].size() + sorted[j].size() - both;
          sum += either == 0 ? undefined : static_cast<double>(both) / static_cast<double>(either);
        }
        return sum;
      },
      [](double& sum, double part) { sum += part; });
  const auto count = static_cast<double>(sets.count());
  return *total / (count * (count - 1) / 2);
}

Stability stability(const FeatureLists& selected, std::span<const Ranking> rankings,
                    const Context& context) {
  Stability result;
  for (std::size_t i = 0; i < selected.count(); ++i) {
    const std::size_t size = selected[i].size();
    result.sizes = i == 0 ? Sizes{.min = size, .max = size}
                          : Sizes{.min = std::min(result.sizes.min, size),
                                  .max = std::max(result.sizes.max, size)};
  }
  result.nogueira = nogueira(selected);
  result.kuncheva = kuncheva(selected);
  result.jaccard = jaccard(selected, context);
  result.sets = set_divergence(selected);
  result.partial_rankings = ranking_divergence(selected, context);
  if (!rankings.empty()) {
    std::vector<std::span<const Feature>> orders;
    std::transform(rankings.begin(), rankings.end(), std::back_inserter(orders),
                   [](const Ranking& ranking) { return std::span(ranking.order); });
    result.rankings =
        ranking_divergence(FeatureLists(std::move(orders), selected.features()), context);
    result.spearman = mean_spearman(rankings);
    result.kendall = mean_kendall(rankings, context);
  }
  if (selected.count() >= 2) add_notes(result, selected, rankings);
  return result;
}

}  // namespace pith
