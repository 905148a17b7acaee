// SPDX-License-Identifier: Apache-2.0
#include "pith/select/options.h"

#include <algorithm>
#include <string>

#include "pith/base/assert.h"
#include "pith/base/option.h"
#include "pith/search/k_choice.h"
#include "pith/select/catalog.h"

namespace pith {
namespace {

std::vector<Parameter> selection_options() {
  return {
      Parameter::free_text("method", "auto", "selection method; auto is " + auto_text()),
      Parameter::free_text(
          "k", "",
          "number of features: a number, all, or auto; by default 10, or the number that the "
          "method finds"),
      Parameter::choice(
          "missing", {"error", "drop", "impute", "level", "spread"},
          "missing values: reject them, drop the rows, fill with the mean or the mode, treat "
          "missing as a level, or distribute over the possible values"),
      Parameter::free_text(
          "bins", "",
          "discretisation of numeric features: sigma, sigma:n, width:N, frequency:N, ranks:N, "
          "mdl or mdl:plain; by default what the method prefers, mostly sigma"),
      Parameter::choice(
          "combine", {"mean", "min", "max", "joint"},
          "several targets: combine what the method computes for each by the mean, minimum or "
          "maximum, or take the combinations of their classes as one target"),
      Parameter::integer("rows", 0, 0, no_upper_end,
                         "select on a random sample of this many rows, in which every class has "
                         "its share; the sample depends on the seed; by default all rows"),
      Parameter::flag(
          "allow_ids", false,
          "select from identifiers too (text with nearly one value per row, running numbers, "
          "columns such as 'id'), which by default are set aside"),
      Parameter::free_text("keep", "", "feature that must be selected, before all others"),
      Parameter::choice(
          "auto", {"cv", "null"},
          "rule of " + option("k", "auto") +
              ": cv takes the fewest features within one standard error of the smallest "
              "cross-validated error; null takes features while a permutation test finds them "
              "significant, possibly none"),
      Parameter::free_text(
          "learner", "auto",
          "learner of " + option("auto", "cv") +
              " (auto: linear-svm for classes, ridge for numbers), and of a method "
              "that has a parameter of this name"),
      Parameter::integer(
          "permutations", 0, 0, no_upper_end,
          "number of permutations of " + option("auto", "null") + "; 0: 10/alpha - 1"),
      Parameter::real("alpha", 0.05, 0, 1, "significance level of " + option("auto", "null")),
      Parameter::integer("max_features", default_max_features, 1, no_upper_end,
                         "largest number of features that " + option("k", "auto") + " considers"),
  };
}

std::vector<Parameter> input_options() {
  return {
      Parameter::free_text(
          "target", "",
          "column to predict, by name or 0-based index (negative from the end); by default the "
          "last column"),
      Parameter::choice("task", {"auto", "classify", "regress"},
                        "what to predict of the target: its class or its number; auto: text, "
                        "booleans and integers with at most 20 distinct values are classes"),
      Parameter::free_text(
          "target_bins", "",
          "discretise a continuous target: sigma, sigma:n, width:N, frequency:N or ranks:N"),
      Parameter::free_text("weights", "", "column of row weights: how often each row counts"),
      Parameter::free_text("features", "", "columns to select from, as names or patterns"),
      Parameter::free_text("drop", "", "columns to ignore, as names or patterns"),
      Parameter::free_text("categorical", "",
                           "columns to treat as categorical, as names or patterns"),
      Parameter::free_text("numeric", "", "columns to treat as numeric, as names or patterns"),
      Parameter::free_text("na", "", "text that stands for a missing value"),
  };
}

std::vector<Parameter> run_options() {
  return {
      Parameter::integer(
          "threads", 0, 0, no_upper_end,
          "number of threads; the result does not depend on it; by default all processors"),
      Parameter::free_text("memory", "",
                           "memory limit, e.g. 4G; by default 60 % of the memory of the machine"),
      Parameter::integer("seed", 0, 0, no_upper_end, "seed of random numbers"),
      Parameter::flag(
          "exact", false,
          "sum exactly, in integers on a grid, so that the result has the same bits for any order "
          "of the rows, for files larger than memory and on Spark; for methods that need only "
          "statistics"),
      Parameter::integer("chunk_rows", 0, 0, no_upper_end,
                         "how many rows are read at a time with " + option("exact") +
                             "; the result does not depend on it; by default chosen by pith"),
  };
}

}  // namespace

const std::vector<Parameter>& shared_options() {
  static const std::vector<Parameter> all = [] {
    std::vector<Parameter> options = selection_options();
    for (const auto& more : {input_options(), run_options()})
      options.insert(options.end(), more.begin(), more.end());
    return options;
  }();
  return all;
}

const Parameter& shared_option(std::string_view name) {
  const auto& all = shared_options();
  const auto place = std::find_if(all.begin(), all.end(),
                                  [&](const Parameter& known) { return known.name == name; });
  PITH_ASSERT(place != all.end());
  return *place;
}

}  // namespace pith
