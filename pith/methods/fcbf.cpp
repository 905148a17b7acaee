// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// Selects features in order of their symmetric uncertainty with the target; each one removes every
/// later q whose symmetric uncertainty with it is at least that of q with the target.
Selection run(const Source& source, const Task& task, const Context& context) {
  const Correction correction = correction_of(task.params, source);
  const TargetScores by_target = scores_by_target(source, task, [&](const Source& one) {
    return target_scores(one, symmetric_uncertainty, correction, context);
  });
  const std::vector<double>& scores = by_target.combined;
  const double threshold = task.params.real("threshold");

  Selection selection;
  std::vector<Feature> left(task.keep.begin(), task.keep.end());
  const std::size_t kept = left.size();
  for (const std::size_t place : order_of(scores)) {
    const auto feature = static_cast<Feature>(place);
    const bool is_kept = std::find(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(kept),
                                   feature) != left.begin() + static_cast<std::ptrdiff_t>(kept);
    if (!is_kept && scores[place] >= threshold && scores[place] > 0) left.push_back(feature);
  }
  const auto pairs =
      source.pairs({.correction = correction, .terms = {.redundancy = true}}, context);
  for (std::size_t p = 0; p < left.size() && p < task.k; ++p) {
    context.check_cancelled();
    selection.selected.emplace_back().feature = left[p];
    selection.selected.back().score = scores[left[p]];
    const std::size_t first = std::max(p + 1, kept);
    std::vector<FeaturePair> asked;
    for (std::size_t q = first; q < left.size(); ++q)
      asked.push_back({.x = left[q], .s = left[p]});
    std::vector<PairEntropies> answers(asked.size());
    const auto later = std::span<const Feature>(left).subspan(std::min(p + 1, left.size()));
    pairs->expect({.pivots = later, .partners = later});
    pairs->entropies(asked, answers, context);
    std::size_t end = std::min(first, left.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Feature q = asked[i].x;
      const double shared = symmetric_uncertainty(shared_entropies(answers[i], correction));
      if (!is_tied(shared, scores[q]) && shared < scores[q]) left[end++] = q;
    }
    left.resize(end);
    context.report({.phase = "select", .done = p + 1, .total = left.size()});
  }
  selection.stopped = selection.selected.size() == task.k ? Stopped::reached_k : Stopped::no_gain;
  by_target.add_serves(selection);
  return selection;
}

}  // namespace

Method fcbf() {
  return with_correction({
      .id = "fcbf",
      .title = "Fast correlation-based filter",
      .family = "discrete information",
      .formula =
          "keep x unless SU(x,s) >= SU(x,y) for a selected s;  SU(a,b) = 2 I(a;b) / (H(a) + H(b))",
      .summary =
          "Selects the most relevant features and removes each feature that is at least as "
          "strongly correlated with a selected feature as with the target. Determines the number "
          "of features itself.",
      .unit = "symmetric uncertainty with the target, from 0 to 1",
      .cost = "O(n d k)",
      .parameters = {Parameter::real("threshold", 0.0, 0.0, 1.0,
                                     "minimum symmetric uncertainty with the target")},
      .references =
          {{"L. Yu and H. Liu",
            "Feature selection for high-dimensional data: a fast correlation-based filter solution",
            "International Conference on Machine Learning", 2003, ""}},
      .traits = {.input = {.targets = SeveralTargets::combined,
                           .takes_weights = true,
                           .spreads_missing = true},
                 .output = {.finds_k = true}},
      .run = run,
  });
}

}  // namespace pith::methods
