// SPDX-License-Identifier: Apache-2.0
#include "pith/search/scores.h"

namespace pith {

std::vector<double> count_scores(const Source& source, double (*measure)(const Counts&),
                                 const Context& context) {
  std::vector<double> scores(source.features());
  source.target_counts(
      [&](Feature feature, const Counts& counts) {
        scores[feature] = counts.has_missing() ? measure(counts.spread()) : measure(counts);
      },
      context);
  return scores;
}

std::vector<double> moment_scores(const Source& source, double (*measure)(const ClassMoments&),
                                  const Context& context) {
  std::vector<double> scores(source.features());
  source.class_moments(
      [&](Feature feature, const ClassMoments& moments) { scores[feature] = measure(moments); },
      context);
  return scores;
}

}  // namespace pith
