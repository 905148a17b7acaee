// SPDX-License-Identifier: Apache-2.0
#include "pith/search/scores.h"

#include <algorithm>
#include <cstddef>

#include "pith/base/parallel.h"

namespace pith {
namespace {

constexpr std::size_t features_per_block = 64;

template <class Statistic, class Measure>
std::vector<double> scores_of(const std::vector<Statistic>& statistics, Measure measure,
                              const Context& context) {
  std::vector<double> scores(statistics.size());
  parallel_blocks(context, scores.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i)
                      scores[i] = measure(statistics[i]);
                  });
  return scores;
}

}  // namespace

std::vector<double> count_scores(const Source& source, double (*measure)(const Counts&),
                                 const Context& context) {
  return scores_of(
      source.target_counts(context),
      [measure](const Counts& counts) {
        return counts.has_missing() ? measure(counts.spread()) : measure(counts);
      },
      context);
}

std::vector<double> moment_scores(const Source& source, double (*measure)(const ClassMoments&),
                                  const Context& context) {
  return scores_of(source.class_moments(context), measure, context);
}

}  // namespace pith
