// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// A candidate of a step that was not taken.
struct TracedCandidate {
  Feature feature = 0;
  std::size_t rank = 0;  ///< among the candidates of the step, from 1
  double score = 0;      ///< the criterion, as of a selected feature
  /// By how much it lost, in what the search compares: gains where the score is that of a set. A
  /// tie is 0.
  double behind = 0;
};

/// What was compared at one step of a forward search.
struct TracedStep {
  Feature taken = 0;
  bool is_kept = false;  ///< taken because it had to be, without a comparison
  std::optional<TracedCandidate> runner_up = {};
  std::vector<TracedCandidate> watched = {};  ///< those that were still candidates
};

/// A feature that could take the place of a selected one.
struct Substitute {
  Feature feature = 0;
  double loss = 0;  ///< what the selected feature is worth, given the others, minus what this is
};

/// How pairs of features relate, and what that makes of the selected ones.
struct TracedPairs {
  std::vector<Feature> features = {};  ///< every one that the method saw
  std::vector<double> relevance = {};  ///< of each of them
  std::vector<Feature> partners = {};  ///< that were compared with the selected ones, ascending
  /// I(x;s) and the symmetric uncertainty of partner x and selected feature s, at
  /// [position of x * selected + position of s]. Those of a feature with itself are its own.
  std::vector<double> information = {};
  std::vector<double> similarity = {};
  /// By position in the selection, best first; at most max_substitutes each.
  std::vector<std::vector<Substitute>> substitutes = {};

  static constexpr std::size_t max_substitutes = 3;
};

/// What an explanation needs to know of a search.
struct SearchTrace {
  std::vector<TracedStep> steps = {};     ///< of a forward search, in their order
  std::optional<TracedPairs> pairs = {};  ///< where the criterion is made of pairs
};

/// The candidates of a step, and who won.
struct Contest {
  std::vector<Feature> candidates = {};
  std::vector<double> compared = {};  ///< what they were compared by
  std::size_t winner = 0;
  std::optional<std::size_t> runner_up = {};  ///< none: there was one candidate
};

/// The step of a contest. `before` is what the score of a candidate has beyond what was compared.
TracedStep traced_step(const Contest& contest, double before, std::span<const Feature> watched);

/// The trace of a search among features that are at these places of a larger table.
void restore_places(std::span<const Feature> places, SearchTrace& trace);

}  // namespace pith
