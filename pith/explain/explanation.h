// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/column.h"
#include "pith/search/selection.h"

namespace pith {

/// What a part of an explanation is computed by.
enum class Basis {
  criterion,    ///< the criterion of the method itself
  ranking,      ///< the score that the method gives every feature
  information,  ///< information terms of discretised features, for methods that have neither
};

std::string_view basis_text(Basis basis);

/// A feature by position and name.
struct NamedFeature {
  Feature feature = 0;
  std::string name = {};
};

/// A feature that was not taken at a step.
struct LosingFeature {
  NamedFeature feature = {};
  std::size_t rank = 0;  ///< among the candidates of the step
  double score = 0;      ///< by the basis of the steps
  double behind = 0;     ///< by how much it lost; below 0: the basis would have preferred it
};

/// A step of the selection. Terms are in nats, and absent where there is no target.
struct ExplainedStep {
  NamedFeature feature = {};
  double score = 0;
  std::optional<double> gain = {};
  std::optional<double> relevance = {};  ///< I(x;y)
  double redundancy = 0;                 ///< mean of I(x;s) over the features selected before
  std::optional<double> synergy = {};    ///< mean of I(x;s|y) - I(x;s) over them
  bool is_kept = false;                  ///< selected because it had to be
  std::optional<LosingFeature> runner_up = {};
};

/// A feature that could take the place of a selected one.
struct ExplainedSubstitute {
  NamedFeature feature = {};
  double loss = 0;
  double similarity = 0;
};

struct ExplainedSubstitutes {
  NamedFeature feature = {};
  std::vector<ExplainedSubstitute> candidates = {};  ///< best first
};

struct SimilarFeature {
  NamedFeature feature = {};
  double similarity = 0;  ///< symmetric uncertainty, from 0 to 1
};

/// Features that are redundant with a selected one, and more with it than with another.
struct RedundancyGroup {
  NamedFeature feature = {};
  std::vector<SimilarFeature> members = {};  ///< the most similar ones
  std::size_t count = 0;                     ///< of all members
};

/// Pairwise similarity: the selected features, then the most relevant others.
struct SimilarityMatrix {
  std::vector<NamedFeature> features = {};
  std::size_t selected = 0;  ///< so many of the features are selected
  std::vector<std::vector<double>> values = {};
};

/// What a feature says about each class, or about each of several targets.
struct ServedTarget {
  std::string name = {};
  double information = 0;
};
struct ServedTargets {
  NamedFeature feature = {};
  std::vector<ServedTarget> targets = {};
};

/// How the values of a feature are distributed, as a histogram.
struct Distribution {
  struct Counts {
    std::optional<std::string> name = {};  ///< of the class; none: all rows
    std::vector<double> counts = {};       ///< the weight of the rows in each bin, or of each level
  };
  NamedFeature feature = {};
  bool is_numeric = true;
  std::vector<double> edges = {};        ///< of the bins, one more than bins; numeric features
  std::vector<std::string> levels = {};  ///< of categories; the last one may stand for the rest
  std::vector<Counts> classes = {};
  std::vector<double> mean_target =
      {};              ///< of each bin, where the target is numeric; NaN: fewer than two rows
  double missing = 0;  ///< the weight of the rows without a value
};

/// Why a feature was not selected.
struct WhyNot {
  struct Step {
    std::size_t step = 0;  ///< from 1
    LosingFeature place = {};
    NamedFeature lost_to = {};
  };
  NamedFeature feature = {};
  std::optional<std::size_t> selected_as = {};     ///< it was, at this rank
  std::optional<SetAside::Reason> set_aside = {};  ///< the method did not see it
  std::optional<double> relevance = {};
  std::vector<Step> steps = {};
  std::optional<SimilarFeature> redundant_with = {};  ///< the most similar selected feature
  double information = 0;                             ///< I(x;s) with it
};

struct Explanation {
  Selection selection;
  Basis steps_basis = Basis::criterion;
  Basis substitutes_basis = Basis::criterion;
  std::string bins = {};  ///< by which numeric features were discretised for the terms
  std::vector<ExplainedStep> steps = {};
  std::vector<ExplainedSubstitutes> substitutes = {};
  std::vector<RedundancyGroup> groups = {};
  SimilarityMatrix similarity = {};
  bool has_several_targets = false;  ///< then `serves` is about targets, else about classes
  bool has_ranges = false;           ///< the classes are ranges of a numeric target
  std::vector<ServedTargets> serves = {};
  std::vector<Distribution> distributions = {};
  std::vector<WhyNot> why_not = {};
  std::vector<std::string> notes = {};  ///< of the explanation, beside those of the selection
};

}  // namespace pith
