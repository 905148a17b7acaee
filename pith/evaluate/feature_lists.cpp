// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/feature_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "pith/base/error.h"

namespace pith {

FeatureLists::FeatureLists(std::span<const std::vector<Feature>> lists, std::size_t features)
    : FeatureLists(std::vector<std::span<const Feature>>(lists.begin(), lists.end()), features) {}

FeatureLists::FeatureLists(std::vector<std::span<const Feature>> lists, std::size_t features)
    : lists_(std::move(lists)), features_(features) {
  std::vector<std::size_t> last_seen(features, lists_.size());
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    for (const Feature feature : lists_[i]) {
      if (feature >= features) {
        throw Error(ErrorKind::bad_argument,
                    fmt::format("list {} has feature {}, but there are only {} (counted from 0)", i,
                                feature, counted(features, "feature")));
      }
      if (last_seen[feature] == i) {
        throw Error(ErrorKind::bad_argument,
                    fmt::format("list {} has feature {} twice; remove the duplicate", i, feature));
      }
      last_seen[feature] = i;
    }
  }
}

bool FeatureLists::are_comparable() const {
  return count() >= 2 && std::all_of(lists_.begin(), lists_.end(),
                                     [this](const auto& list) { return list.size() == length(); });
}

std::vector<std::size_t> FeatureLists::counts() const {
  std::vector<std::size_t> counts(features_, 0);
  for (const std::span<const Feature> list : lists_) {
    for (const Feature feature : list)
      ++counts[feature];
  }
  return counts;
}

std::vector<Frequency> frequencies(const FeatureLists& lists) {
  std::vector<std::size_t> rank_sums(lists.features(), 0);
  for (std::size_t i = 0; i < lists.count(); ++i) {
    for (std::size_t place = 0; place < lists[i].size(); ++place)
      rank_sums[lists[i][place]] += place + 1;
  }
  const std::vector<std::size_t> counts = lists.counts();
  std::vector<Frequency> all;
  for (std::size_t feature = 0; feature < counts.size(); ++feature) {
    if (counts[feature] == 0) continue;
    all.push_back({.feature = static_cast<Feature>(feature),
                   .selected = counts[feature],
                   .mean_rank = static_cast<double>(rank_sums[feature]) /
                                static_cast<double>(counts[feature])});
  }
  std::sort(all.begin(), all.end(), [](const Frequency& a, const Frequency& b) {
    return std::tie(b.selected, a.mean_rank, a.feature) <
           std::tie(a.selected, b.mean_rank, b.feature);
  });
  return all;
}

}  // namespace pith
