// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"

namespace pith {
inline namespace families {

/// `run` for a greedy method whose criterion is made of terms of pairs of features (see
/// methods/discrete/pairwise.h).
template <PairCriterion C>
Selection greedy(const Source& source, const Task& task, const Context& context) {
  Pairwise<C> criterion(source, C(task.params), correction_of(task.params, source), task.combine,
                        context);
  criterion.will_keep(task.keep);
  if (task.is_traced) criterion.trace(task, context);
  Selection selection = forward(criterion, source.features(), task, context);
  if (selection.trace) selection.trace->pairs = criterion.traced_pairs(selection, context);
  criterion.add_terms(selection);
  criterion.add_serves(selection);
  return selection;
}

}  // namespace families
}  // namespace pith
