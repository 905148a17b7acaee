// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/evaluate/cv_choice.h"
#include "pith/evaluate/null_choice.h"
#include "pith/select/catalog.h"

namespace pith {

/// A selection whose number of features was found, and how.
struct AutoOutcome {
  Outcome outcome;  ///< its notes say how many, and why
  std::optional<NullChoice> null = {};
  std::optional<CvChoice> cv = {};
};

/// The most features, where nobody says how many: 100, or all of fewer.
std::size_t default_max_features(const Table& table);
/// The test by learning, where nobody says how: 10 folds, or one for each of fewer rows.
CvTest default_cv_test(const Table& table);

/// Selects as many features as are more than chance (see NullChoice), which may be none;
/// `request.k` is the most.
AutoOutcome run_auto(const Table& table, const Request& request, const NullTest& test,
                     const Context& context = {});

/// Selects as many features as a learner needs (see CvChoice); `request.k` is the most.
AutoOutcome run_auto(const Table& table, const Request& request, const CvTest& test,
                     const Context& context = {});

}  // namespace pith
