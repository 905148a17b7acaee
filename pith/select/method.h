// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/base/reference.h"
#include "pith/data/discretize.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"
#include "pith/stats/source.h"

namespace pith {

/// What a method takes of the features.
enum class Takes {
  numbers,  ///< numbers only
  codes,    ///< categories; numbers are binned at the door
  any,      ///< both, as they are
};

/// What a method can and cannot do. The front door refuses unsuitable data by these, and the
/// conformance battery decides by these which promises apply.
struct Traits {
  Takes takes = Takes::codes;
  bool needs_target = true;
  bool needs_rows = false;       ///< not only statistics: the table must be at hand
  bool takes_weights = false;    ///< weight 2 equals the row twice
  bool spreads_missing = false;  ///< knows `--missing spread`
  bool ranks_all = false;        ///< the result has a ranking of every feature
  bool is_joint = false;         ///< score is the value of the set, steps have a gain
  bool counts_copies = false;    ///< joint, but a copy of a selected feature may still gain
  bool finds_k = false;          ///< finds its own number of features; k only caps it
  bool leaves_out = false;       ///< constants and linear combinations are never selected
  bool seeks_entropy = false;    ///< a wide spread may count for more than relevance
  bool uses_seed = false;        ///< the result depends on the seed, not on the data alone
  bool draws_rows = false;       ///< the position of a row counts: for the seed, or for ties
  bool sees_the_target = true;   ///< false: relevance plays no part (random)
  bool needs_variation = false;  ///< at least one feature that is not constant
  std::size_t least_rows = 1;    ///< with fewer there is nothing to compare
  /// Scores are shares of each other: to be compared within one result only, not between results.
  bool has_relative_scores = false;
  bool is_single = false;  ///< sums in single precision: their order shows in the 7th digit
};

/// How a method bins numbers unless it is told: a table none of whose numbers have more than `few`
/// values is taken as it is, else all its numbers are binned.
struct OwnBins {
  Bins bins;
  std::size_t few = 0;
};

/// What a method is asked for.
struct Task {
  Wanted wanted;
  const Params& params;
};

/// A method is a value: everything that front ends show or check is in it. The file is named after
/// the id (with `_` for `-`), and so is the function in pith::methods that makes the value.
struct Method {
  std::string id;
  std::string title;
  std::string family;   ///< one of the families of the documentation
  std::string formula;  ///< plain text: I(x;y|z), H(x), sum[s in S], mean[s in S], min[s in S]
  std::string summary;  ///< what it prefers, in one sentence
  std::string unit;     ///< of the score, e.g. `nats`
  std::string cost;     ///< e.g. `O(n d)`; n rows, d features, k wanted, c classes
  std::vector<Parameter> parameters;
  std::vector<Reference> references;
  Traits traits;
  Selection (*run)(const Source&, const Task&, const Context&) = nullptr;
  /// Where parameters decide about traits; null: `traits`, which speak of the defaults.
  Traits (*traits_with)(Traits traits, const Params& params) = nullptr;
  /// Settings that have a name: the values of parameters that were not given themselves, by the
  /// word that the parameter `preset` has.
  std::vector<std::pair<std::string, Settings>> presets = {};
  /// Where the papers' rule is not the one of all methods.
  std::optional<OwnBins> bins = {};

  Traits traits_for(const Params& params) const {
    return traits_with != nullptr ? traits_with(traits, params) : traits;
  }
  /// Values for all parameters; throws Error(bad_argument) as Params does.
  Params params(const Settings& settings) const;
};

}  // namespace pith
