// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/parameter.h"
#include "pith/data/column.h"
#include "pith/data/data_description.h"
#include "pith/data/missing.h"
#include "pith/measure/error_bounds.h"
#include "pith/search/k_choice.h"
#include "pith/search/trace.h"

namespace pith {

/// Why a search ended.
enum class Stopped {
  reached_k,     ///< k features are selected
  nothing_left,  ///< no other feature can be selected
  no_gain,       ///< another feature would add nothing
  cancelled,     ///< the caller asked to stop
};

std::string_view stopped_text(Stopped stopped);

/// A selected feature.
struct Selected {
  Feature feature = 0;
  std::string name;            ///< filled in by select()
  double score = 0;            ///< the criterion at this step, in the unit of the method
  std::optional<double> gain;  ///< what the step added, where that has a meaning
  /// Where they are terms of the criterion: the relevance to the target, and the mean redundancy
  /// with the features selected before, in the unit of the terms.
  std::optional<double> relevance = {};
  std::optional<double> redundancy = {};
  /// Where bounds save computation: m terms of the score were computed for evaluated[m] candidates.
  std::vector<std::size_t> evaluated = {};
  /// Bounds for the set after the step, where the method has them.
  std::optional<ErrorBounds> bayes_error = {};
  /// Where there are several targets, the relevance to each: what the method computes for this
  /// target alone where it is a term of the criterion, else the mutual information.
  std::vector<double> serves = {};
};

/// A feature in the order of all features.
struct Ranked {
  Feature feature = 0;
  std::string name;  ///< filled in by select()
  double score = 0;
};

/// A feature that the method did not get to see, and why.
struct SetAside {
  enum class Reason { identifier, constant, empty };
  Feature feature = 0;
  std::string name;
  Reason reason = Reason::identifier;
};

/// How a selected feature was prepared, so that new rows can be prepared in the same way.
struct FittedFeature {
  enum class Kind { number, category, date };
  std::string name;
  Kind kind = Kind::number;                      ///< in the table, before the preparation
  std::optional<double> fill_number = {};        ///< for missing numbers and dates
  std::optional<std::string> fill_level = {};    ///< for missing categories
  std::optional<std::vector<double>> cuts = {};  ///< of the bins, ascending; none: not binned
  /// In order of the codes: of a category, or of numbers that were taken as categories.
  std::vector<std::string> levels = {};
  std::vector<std::string> stray = {};  ///< texts that stood for missing numbers
};

/// As JSON has it: `number`, `category`, `date`.
std::string_view kind_text(FittedFeature::Kind kind);

/// A number that describes the whole result.
struct Diagnostic {
  std::string name;  ///< snake_case, as in JSON
  double value = 0;
};

/// What read the rows of a table some at a time, where statistics were computed by passes.
struct Engine {
  std::string kind;                                         ///< `memory`, `chunks` or `spark`
  std::uint64_t passes = 0;                                 ///< over the rows
  std::vector<std::pair<std::string, Value>> details = {};  ///< more about it, by name
};

/// The result of a selection. A search fills in what it found, and select() the rest.
struct Selection {
  std::vector<Selected> selected;  ///< in order of selection
  std::vector<Ranked> ranking;     ///< all features, best first, where the method scores every one
  Stopped stopped = Stopped::reached_k;
  std::vector<Feature> combinations;    ///< skipped: linear combinations of the selected features
  std::vector<Diagnostic> diagnostics;  ///< of the solution, e.g. its objective and its accuracy
  /// What was dropped, binned, imputed or approximated. A note may mention options
  /// (base/option.h); render() spells them out.
  std::vector<std::string> notes;

  std::vector<SetAside> set_aside = {};    ///< in the order of the table
  std::vector<FittedFeature> fitted = {};  ///< by position in `selected`
  Missing missing = Missing::error;        ///< how missing values were handled

  std::vector<std::string> targets = {};  ///< where there are several: their names
  std::optional<SearchTrace> trace = {};  ///< where the request asked for it

  std::string method = {};              ///< id of the method that ran; never `auto`
  Params params = {};                   ///< its parameters, defaults included
  std::size_t k = 0;                    ///< the number of features asked for, or found
  std::size_t sample_rows = 0;          ///< of the sample that was selected on; 0: all rows
  std::optional<CvChoice> cv = {};      ///< how k was found, where cross-validation found it
  std::optional<NullChoice> null = {};  ///< how k was found, where a permutation test found it
  /// Where statistics were computed by passes: what ran them, and what the table is.
  std::optional<Engine> engine = {};
  std::optional<DataDescription> data = {};

  std::vector<std::string> names() const;
  std::vector<Feature> features() const;
};

}  // namespace pith
