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
#include "pith/search/selection.h"

namespace pith {

inline namespace stats {
class Source;  // stats/source.h
}
struct Task;  // search/task.h

/// Which kinds of features a method takes.
enum class Takes {
  numbers,  ///< numeric features only
  codes,    ///< categorical features; select() discretises numeric ones
  any,      ///< both
};

/// Which targets a method takes.
enum class TakesTarget {
  classes,
  numbers,
  both,
};

/// What a method does with several targets. One that needs no target gets the first.
enum class SeveralTargets {
  joint,             ///< takes one: their combinations of classes, if the request says so
  combined,          ///< computes the terms that contain the target for each, and combines them
  together,          ///< takes all of them as they are
  numbers_together,  ///< numeric ones as they are, classes only joint
};

/// What a method needs and accepts. select() rejects data that do not fit before any work.
struct InputTraits {
  Takes takes = Takes::codes;
  bool needs_target = true;
  TakesTarget target = TakesTarget::classes;
  SeveralTargets targets = SeveralTargets::joint;
  bool needs_rows = false;        ///< statistics are not enough: the method reads the table itself
  bool takes_weights = false;     ///< a row of weight 2 equals the row twice
  bool spreads_missing = false;   ///< distributes missing values over the possible ones (`spread`)
  bool correlates_ranks = false;  ///< of numeric features, over all rows (Spearman)
  bool needs_variation = false;   ///< at least one feature must not be constant
  std::size_t min_rows = 1;
};

/// What a result contains.
struct OutputTraits {
  bool ranks_all = false;          ///< a ranking of every feature
  bool is_joint = false;           ///< scores are values of the selected set, and steps have a gain
  bool finds_k = false;            ///< the method determines the number of features; k caps it
  bool may_skip_features = false;  ///< constants and linear combinations are never selected
  /// Scores are shares of each other: comparable within one result, not between results.
  bool has_relative_scores = false;
  bool smaller_is_better = false;  ///< of scores; a gain is by how much a step lowered the score
};

/// What the result depends on. The conformance battery decides by these which promises apply.
struct Guarantees {
  bool uses_target = true;               ///< false: relevance has no influence (`random`)
  bool uses_seed = false;                ///< the result depends on the seed
  bool depends_on_row_order = false;     ///< the position of a row decides, by the seed or by ties
  bool depends_on_column_order = false;  ///< features are judged as they come
  bool depends_on_class_order = false;   ///< more than two classes are dealt with in turn
  bool rewards_duplicates = false;       ///< joint, but a duplicate of a selected feature may gain
  bool favours_entropy = false;          ///< a wide spread may count for more than relevance
  bool uses_float_sums = false;          ///< single precision: the order of rows shows in digit 7
};

/// The time grows with these powers of the rows and of the features, for a fixed number of selected
/// features.
struct Growth {
  unsigned rows = 1;
  unsigned features = 1;
};

struct Traits {
  InputTraits input = {};
  OutputTraits output = {};
  Guarantees guarantees = {};
  Growth growth = {};
};

/// How a method discretises numeric features unless the request says otherwise: if none of them has
/// more than `max_distinct` distinct values, the values are the categories; else all are binned.
struct DefaultBinning {
  Bins bins;
  std::size_t max_distinct = 0;
};

/// A method is a value: everything that front ends show or check is in it. The file is named after
/// the id (with `_` for `-`), and so is the function in pith::methods that makes the value.
struct Method {
  std::string id;
  std::string class_name = {};  ///< of its Python class; empty: made from the id
  std::string title;
  std::string family;   ///< one of the families of the documentation
  std::string formula;  ///< plain text: I(x;y|z), H(x), sum[s in S], mean[s in S], min[s in S]
  std::string summary;  ///< what it selects and assumes, in one to three sentences
  std::string unit;     ///< of the score, e.g. `nats`
  std::string cost;     ///< e.g. `O(n d)`; n rows, d features, k selected, c classes
  std::vector<Parameter> parameters;
  std::vector<Reference> references;
  Traits traits;
  Selection (*run)(const Source&, const Task&, const Context&) = nullptr;
  /// The traits for given parameters, where these matter; null: always `traits`.
  Traits (*traits_with)(Traits traits, const Params& params) = nullptr;
  /// Named settings: for each value of the parameter `preset`, the values of parameters that were
  /// not given explicitly.
  std::vector<std::pair<std::string, Settings>> presets = {};
  /// Where the target is numeric: the values of parameters that were not given explicitly.
  Settings numeric_defaults = {};
  /// Why this build cannot run the method, and the remedy; empty: it can.
  std::string unavailable = {};
  /// Where the paper of the method discretises differently from other methods.
  std::optional<DefaultBinning> bins = {};

  Traits traits_for(const Params& params) const {
    return traits_with != nullptr ? traits_with(traits, params) : traits;
  }
  /// Values for all parameters; throws Error(bad_argument) as Params does.
  Params params(const Settings& settings) const;
};

}  // namespace pith
