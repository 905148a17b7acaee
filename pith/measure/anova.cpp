// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/anova.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace pith {
inline namespace measure {
namespace {

/// The moments of one class, or of several classes merged.
struct Group {
  double count = 0;
  double mean = 0;
  double deviation = 0;
};

double ratio(double above, double below) {
  if (!std::isfinite(above) || !std::isfinite(below)) return 0;
  if (!(above > 0)) return 0;
  return below > 0 ? above / below : std::numeric_limits<double>::infinity();
}

/// Chan's formula, as in ClassMoments::merge.
Group merged(const Group& a, const Group& b) {
  const double count = a.count + b.count;
  if (!(count > 0)) return {};
  const double difference = b.mean - a.mean;
  return {.count = count,
          .mean = a.mean + difference * (b.count / count),
          .deviation =
              a.deviation + b.deviation + difference * difference * (a.count * b.count / count)};
}

std::vector<Group> groups_of(const ClassMoments& moments) {
  std::vector<Group> groups;
  for (std::size_t c = 0; c < moments.classes(); ++c) {
    if (moments.count(c) > 0) {
      groups.push_back({.count = moments.count(c),
                        .mean = moments.mean(c),
                        .deviation = std::max(0.0, moments.deviation(c))});
    }
  }
  return groups;
}

template <class Measure>
double mean_over_pairs(const std::vector<Group>& groups, Measure measure) {
  double sum = 0;
  double pairs = 0;
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = a + 1; b < groups.size(); ++b, ++pairs) {
      if (groups[a].count + groups[b].count > 2) sum += measure(groups[a], groups[b]);
    }
  }
  return pairs > 0 ? sum / pairs : 0;
}

double absolute_t(const Group& a, const Group& b, Variance variance) {
  const auto own = [](const Group& group) {
    return group.count > 1 ? group.deviation / (group.count - 1) / group.count : 0.0;
  };
  const double freedom = a.count + b.count - 2;
  const double square = variance == Variance::welch ? own(a) + own(b)
                        : freedom > 0
                            ? (a.deviation + b.deviation) / freedom * (1 / a.count + 1 / b.count)
                            : 0.0;
  return ratio(std::abs(a.mean - b.mean), std::sqrt(square));
}

}  // namespace

double fisher_scatter(const ClassMoments& moments) {
  const std::vector<Group> groups = groups_of(moments);
  if (groups.empty()) return 0;
  // The total mean is computed relative to the first class mean, so that equal means differ by
  // exactly 0.
  const double origin = groups.front().mean;
  double shift = 0;
  double count = 0;
  for (const Group& group : groups) {
    shift += group.count * (group.mean - origin);
    count += group.count;
  }
  const double mean = origin + shift / count;
  double between = 0;
  double within = 0;
  for (const Group& group : groups) {
    between += group.count * (group.mean - mean) * (group.mean - mean);
    within += group.deviation;
  }
  return ratio(between, within);
}

double fisher_pairwise(const ClassMoments& moments) {
  return mean_over_pairs(groups_of(moments), [](const Group& a, const Group& b) {
    const double difference = a.mean - b.mean;
    return ratio(difference * difference, a.deviation / a.count + b.deviation / b.count);
  });
}

double anova_f(const ClassMoments& moments) {
  const auto classes = static_cast<double>(groups_of(moments).size());
  const double freedom = moments.total_count() - classes;
  if (!(freedom > 0) || classes < 2) return 0;
  return fisher_scatter(moments) * (freedom / (classes - 1));
}

double t_of_pairs(const ClassMoments& moments, Variance variance) {
  return mean_over_pairs(groups_of(moments), [variance](const Group& a, const Group& b) {
    return absolute_t(a, b, variance);
  });
}

RestT t_of_rest(const ClassMoments& moments, Variance variance) {
  const std::vector<Group> groups = groups_of(moments);
  // after[c]: all classes from c on, merged.
  std::vector<Group> after(groups.size() + 1);
  for (std::size_t c = groups.size(); c-- > 0;)
    after[c] = merged(groups[c], after[c + 1]);
  RestT t;
  Group before;
  for (std::size_t c = 0; c < groups.size(); ++c) {
    const Group rest = merged(before, after[c + 1]);
    if (rest.count > 0 && rest.count + groups[c].count > 2) {
      const double value = absolute_t(groups[c], rest, variance);
      t.max = std::max(t.max, value);
      t.mean += value / static_cast<double>(groups.size());
    }
    before = merged(before, groups[c]);
  }
  return t;
}

}  // namespace measure
}  // namespace pith
