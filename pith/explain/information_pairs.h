// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/search/combine.h"
#include "pith/search/trace.h"
#include "pith/select/information_table.h"
#include "pith/stats/correction.h"

// Internal: information terms of any selection. Nothing outside explain/ includes this.
namespace pith::explain_internal {

struct TermOptions {
  Correction correction = Correction::none;
  Combine combine = Combine::mean;
  bool is_frugal = false;  ///< all pairs would cost much more than the selection
};

/// Positions in the whole table.
struct FeatureSets {
  std::span<const Feature> selected = {};  ///< in order of selection
  std::span<const Feature> watched = {};   ///< not selected
};

/// The terms of the selected features: of each with those before it.
struct StepTerms {
  std::vector<double> relevance = {};
  std::vector<double> redundancy = {};
  std::vector<double> synergy = {};
};

/// Positions in the whole table, in order of selection.
StepTerms step_terms(const InformationTable& coded, std::span<const Feature> selected,
                     const TermOptions& options, const Context& context);

/// The relevance of every feature; 0 without a target.
std::vector<double> relevances(const InformationTable& coded, const TermOptions& options,
                               const Context& context);

/// What a trace would have of a search by information: the value of x given T is
///   v(x|T) = I(x;y) + mean[t in T] (I(x;t|y) - I(x;t)) = mean[t in T] I(x;y|t),
/// and without a target a substitute x loses H(s|x). All features are positions in the whole table.
/// The steps are those of the selection, compared by v; there are none without a target.
SearchTrace information_trace(const InformationTable& coded, const FeatureSets& features,
                              const TermOptions& options, const Context& context);

}  // namespace pith::explain_internal
