// SPDX-License-Identifier: Apache-2.0
#include "pith/report/describe_learner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "pith/base/wrap.h"
#include "pith/report/describe.h"
#include "pith/report/json.h"

namespace pith {
namespace {

std::vector<std::string> predicted_words(const Learner& learner) {
  std::vector<std::string> words;
  if (learner.can_predict(false)) words.emplace_back("classes");
  if (learner.can_predict(true)) words.emplace_back("numbers");
  return words;
}

std::string predicts_sentence(const Learner& learner) {
  const std::string targets = fmt::format("{}", fmt::join(predicted_words(learner), " and "));
  if (!learner.can_predict(false)) return "Predicts " + targets + ".\n";
  return fmt::format("Predicts {}, {} probabilities.\n", targets,
                     learner.gives_probabilities ? "with" : "without");
}

}  // namespace

std::string describe_text(const Learner& learner, const Spelling& spelling, std::size_t width) {
  std::string text = wrap(fmt::format("{}: {}", learner.id, learner.title), {.width = width});
  text += "\n" + wrap(learner.formula, {.width = width, .first = 2, .rest = 4});
  text += "\n" + wrap(learner.summary, {.width = width});
  text += predicts_sentence(learner);
  return text + parameters_and_references(learner.parameters, learner.references, spelling, width);
}

std::string learners_json(const Spelling& spelling) {
  Json all = Json::array();
  for (const Learner& learner : learners()) {
    all.push_back({{"id", learner.id},
                   {"title", learner.title},
                   {"formula", learner.formula},
                   {"summary", learner.summary},
                   {"predicts", predicted_words(learner)},
                   {"gives_probabilities", learner.gives_probabilities},
                   {"parameters", parameters_json(learner.parameters, spelling)},
                   {"references", references_json(learner.references)}});
  }
  return dump(all, 1) + "\n";
}

}  // namespace pith
