// SPDX-License-Identifier: Apache-2.0
#include "pith/base/random.h"

#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

std::vector<double> scores(const Source& source, const Params&, const Context& context) {
  const Random random(context.seed, 0);
  std::vector<double> values(source.features());
  for (std::size_t feature = 0; feature < values.size(); ++feature) {
    values[feature] = random.uniform(feature);
  }
  return values;
}

}  // namespace

Method random() {
  return {
      .id = "random",
      .title = "Random ranking",
      .family = "one feature at a time",
      .formula = "J(x) = u,  u uniform in [0, 1)",
      .summary =
          "Ranks features in random order, as a baseline. The order depends only on the seed.",
      .unit = "none",
      .cost = "O(d log d)",
      .parameters = {},
      .references = {},
      .traits = {.input = {.takes = Takes::any, .needs_target = false, .takes_weights = true},
                 .output = {.ranks_all = true},
                 .guarantees = {.uses_target = false, .uses_seed = true}},
      .run = ranked<scores>,
  };
}

}  // namespace pith::methods
