// SPDX-License-Identifier: Apache-2.0
#include "pith/report/describe_learner.h"

#include <fmt/format.h>

#include "pith/base/wrap.h"
#include "pith/report/describe.h"
#include "pith/report/json.h"

namespace pith {

std::string describe_text(const Learner& learner, const Spelling& spelling, std::size_t width) {
  std::string text = wrap(fmt::format("{}: {}", learner.id, learner.title), {.width = width});
  text += "\n" + wrap(learner.formula, {.width = width, .first = 2, .rest = 4});
  text += "\n" + wrap(learner.summary, {.width = width});
  text += learner.gives_probabilities ? "Predicts probabilities.\n"
                                      : "Does not predict probabilities.\n";
  return text + parameters_and_references(learner.parameters, learner.references, spelling, width);
}

std::string learners_json(const Spelling& spelling) {
  Json all = Json::array();
  for (const Learner& learner : learners()) {
    all.push_back({{"id", learner.id},
                   {"title", learner.title},
                   {"formula", learner.formula},
                   {"summary", learner.summary},
                   {"gives_probabilities", learner.gives_probabilities},
                   {"parameters", parameters_json(learner.parameters, spelling)},
                   {"references", references_json(learner.references)}});
  }
  return dump(all, 1) + "\n";
}

}  // namespace pith
