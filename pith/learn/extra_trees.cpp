// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/learn/trees/random_forest.h"

namespace pith::learn {
namespace {

ForestOptions options_of(const Params& params, std::uint64_t seed) {
  return {.trees = static_cast<std::size_t>(params.integer("trees")),
          .leaf_rows = static_cast<std::size_t>(params.integer("leaf_rows")),
          .seed = seed};
}

std::uint64_t bytes(const FitSize& size, const Params& params) {
  return forest_bytes(size, options_of(params, 0));
}

std::unique_ptr<const Model> fit(const Examples& examples, const Params& params,
                                 const Context& context) {
  return fit_forest(examples, options_of(params, context.seed), context);
}

}  // namespace

Learner extra_trees() {
  return {
      .id = "extra-trees",
      .title = "Extremely randomised trees",
      .summary =
          "Predicts by the mean of trees with random thresholds: the shares of the classes, or the "
          "mean of the numbers, in the leaves of a row.",
      .formula =
          "P(c|x) = (sum[trees] share of c in the leaf of x + 1/m) / (T + 1), c of m classes, T "
          "trees",
      .parameters = {Parameter::integer("trees", 100, 1, 100'000, "number of trees"),
                     Parameter::integer("leaf_rows", 1, 1, 100'000,
                                        "least number of training rows in a leaf")},
      .references = {{"P. Geurts and D. Ernst and L. Wehenkel", "Extremely randomized trees",
                      "Machine Learning", 2006, "10.1007/s10994-006-6226-1"}},
      .predicts = Predicts::both,
      .gives_probabilities = true,
      .bytes = bytes,
      .fit = fit,
  };
}

}  // namespace pith::learn
