// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stop_token>
#include <variant>

#include "pith/base/error.h"
#include "pith/learn/model/model.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

std::string message_of(std::string_view id) {
  try {
    (void)learner(id);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    return error.what();
  }
  return "accepted";
}

TEST(Learners, are_in_alphabetical_order_without_repetition) {
  const auto& all = learners();
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end(),
                               [](const Learner& a, const Learner& b) { return a.id >= b.id; }),
            all.end());
}

TEST(Learners, are_documented) {
  for (const Learner& known : learners()) {
    SCOPED_TRACE(known.id);
    EXPECT_EQ(&learner(known.id), &known);
    EXPECT_FALSE(known.title.empty() || known.summary.empty() || known.formula.empty());
    EXPECT_EQ(known.summary.back(), '.');
    EXPECT_FALSE(known.references.empty());
    for (const Parameter& parameter : known.parameters)
      EXPECT_FALSE(parameter.text.empty());
  }
}

TEST(Learners, of_unknown_ids_are_rejected_with_the_nearest_id) {
  EXPECT_EQ(message_of("rbf-svn"), "unknown learner 'rbf-svn'; did you mean 'rbf-svm'?");
  std::vector<std::string> ids;
  for (const Learner& known : learners())
    ids.push_back(known.id);
  EXPECT_EQ(message_of("perceptron"), "unknown learner 'perceptron'; use " + alternatives(ids));
}

TEST(Learners, keep_their_promises) {
  for (const Learner& known : learners()) {
    SCOPED_TRACE(known.id);
    const auto fit_known = [&](const Examples& examples) { return fit(known.id, examples); };
    expect_promises(fit_known);
    if (known.gives_probabilities) expect_probabilities(fit_known);
  }
}

TEST(Learners, separate_well_separated_clouds) {
  const Rows train = clouds(90, 3, 3, 0.2, 31);
  const Rows test = clouds(90, 3, 3, 0.2, 32);
  for (const Learner& known : learners())
    EXPECT_LT(error_rate(*fit(known.id, train.examples()), test), 0.1) << known.id;
}

TEST(Learners, do_not_start_once_cancelled) {
  std::stop_source source;
  source.request_stop();
  Context context;
  context.stop = source.get_token();
  const Rows rows = clouds(20, 2, 2, 1, 1);
  for (const Learner& known : learners())
    EXPECT_THROW(known.fit(rows.examples(), known.params({}), context), Error) << known.id;
}

/// Values of a parameter other than the default: its words and the ends of its range.
std::vector<std::string> other_values(const Parameter& parameter) {
  std::vector<std::string> values = parameter.choices;
  if (const bool* initial = std::get_if<bool>(&parameter.initial))
    values.emplace_back(*initial ? "false" : "true");
  if (std::isfinite(parameter.lower)) values.push_back(number_text(parameter.lower));
  if (std::isfinite(parameter.upper)) values.push_back(number_text(parameter.upper));
  std::erase(values, value_text(parameter.initial));
  return values;
}

TEST(Learners, use_every_parameter) {
  const Rows rows = clouds(60, 3, 3, 1, 33);
  for (const Learner& known : learners()) {
    const auto initial = scores_of(*fit(known.id, rows.examples()), rows.view(), 3);
    for (const Parameter& parameter : known.parameters) {
      const auto values = other_values(parameter);
      EXPECT_TRUE(std::any_of(
          values.begin(), values.end(),
          [&](const std::string& value) {
            const auto model = fit(known.id, rows.examples(), {{parameter.name, value}});
            return scores_of(*model, rows.view(), 3) != initial;
          }))
          << known.id << " " << parameter.name;
    }
  }
}

}  // namespace
}  // namespace pith
