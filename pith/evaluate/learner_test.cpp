// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>

#include "pith/base/error.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

std::unique_ptr<const Model> fit(const Learner& learner, const Examples& examples,
                                 const Settings& settings = {}) {
  return learner.fit(examples, learner.params(settings), {});
}

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

TEST(Learners, say_what_they_are) {
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

TEST(Learners, of_other_names_are_refused_with_the_nearest) {
  EXPECT_EQ(message_of("rbf-svn"), "there is no learner 'rbf-svn'; did you mean 'rbf-svm'?");
  EXPECT_EQ(message_of("perceptron"),
            "there is no learner 'perceptron'; there are adaboost, knn, linear-svm, logistic, "
            "naive-bayes, qda, rbf-svm");
}

TEST(Learners, keep_their_promises) {
  for (const Learner& known : learners()) {
    SCOPED_TRACE(known.id);
    const auto fit_known = [&](const Examples& examples) { return fit(known, examples); };
    expect_promises(fit_known);
    if (known.gives_probabilities) expect_probabilities(fit_known);
  }
}

TEST(Learners, tell_clouds_apart) {
  const Rows train = clouds(90, 3, 3, 0.2, 31);
  const Rows test = clouds(90, 3, 3, 0.2, 32);
  for (const Learner& known : learners())
    EXPECT_LT(error_rate(*fit(known, train.examples()), test), 0.1) << known.id;
}

TEST(Learners, do_not_start_when_told_to_stop) {
  std::stop_source source;
  source.request_stop();
  Context context;
  context.stop = source.get_token();
  const Rows rows = clouds(20, 2, 2, 1, 1);
  for (const Learner& known : learners())
    EXPECT_THROW(known.fit(rows.examples(), known.params({}), context), Error) << known.id;
}

/// Every parameter must reach the learner: another value gives other scores.
TEST(Learners, heed_every_parameter) {
  const std::vector<std::pair<std::string, Settings>> changes{
      {"adaboost", {{"rounds", "3"}}},         {"knn", {{"neighbours", "7"}}},
      {"linear-svm", {{"solver", "libsvm"}}},  {"linear-svm", {{"cost", "0.01"}}},
      {"linear-svm", {{"tolerance", "0.1"}}},  {"logistic", {{"cost", "0.01"}}},
      {"naive-bayes", {{"smoothing", "0.5"}}}, {"qda", {{"shrinkage", "0.9"}}},
      {"rbf-svm", {{"cost", "0.01"}}},         {"rbf-svm", {{"gamma", "3"}}},
      {"rbf-svm", {{"tolerance", "0.1"}}}};
  const Rows rows = clouds(60, 3, 3, 1, 33);
  std::size_t parameters = 0;
  for (const Learner& known : learners())
    parameters += known.parameters.size();
  EXPECT_EQ(changes.size(), parameters);
  for (const auto& [id, settings] : changes) {
    EXPECT_NE(scores_of(*fit(learner(id), rows.examples()), rows.view(), 3),
              scores_of(*fit(learner(id), rows.examples(), settings), rows.view(), 3))
        << id << " " << settings.front().first;
  }
  const Learner& libsvm = learner("linear-svm");
  for (const auto& [name, value] : Settings{{"cost", "0.01"}, {"tolerance", "0.1"}}) {
    EXPECT_NE(scores_of(*fit(libsvm, rows.examples(), {{"solver", "libsvm"}}), rows.view(), 3),
              scores_of(*fit(libsvm, rows.examples(), {{"solver", "libsvm"}, {name, value}}),
                        rows.view(), 3))
        << name;
  }
  EXPECT_THROW(learner("rbf-svm").params({{"gamma", "wide"}}), Error);
}

}  // namespace
}  // namespace pith
