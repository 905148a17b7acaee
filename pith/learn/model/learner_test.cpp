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
    if (known.can_predict(true)) expect_number_promises(fit_known);
    if (!known.can_predict(false)) continue;
    expect_promises(fit_known);
    if (known.gives_probabilities) expect_probabilities(fit_known);
  }
}

TEST(Learners, separate_well_separated_clouds) {
  const Rows train = clouds(90, 3, 3, 0.2, 31);
  const Rows test = clouds(90, 3, 3, 0.2, 32);
  for (const std::string& id : learners_for(false))
    EXPECT_LT(error_rate(*fit(id, train.examples()), test), 0.1) << id;
}

TEST(Learners, of_numbers_predict_a_linear_function) {
  // All but for a remainder of standard deviation 0.14, of 0.62 in all.
  const NumberRows rows = counted_rows(19, 4);
  for (const std::string& id : learners_for(true)) {
    const std::vector<double> found = predict_numbers(*fit(id, rows.examples()), rows.view());
    double squares = 0;
    for (std::size_t row = 0; row < found.size(); ++row)
      squares += (found[row] - rows.numbers[row]) * (found[row] - rows.numbers[row]) / 19;
    EXPECT_LT(std::sqrt(squares), 0.35) << id;
  }
}

TEST(Learners, say_which_to_use_for_the_other_kind_of_target) {
  const auto message = [](std::string_view id, bool is_numeric) {
    try {
      check_predicts(learner(id), is_numeric);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(message("linear-svm", true),
            "linear-svm predicts classes, but the target holds numbers; use extra-trees, knn, "
            "lasso, linear-svr, rbf-svr or ridge (learner), or make classes of the target (for "
            "example target_bins=frequency:3)");
  EXPECT_EQ(message("ridge", false),
            "ridge predicts numbers, but the target holds classes; use adaboost, extra-trees, knn, "
            "linear-svm, logistic, naive-bayes, qda or rbf-svm (learner), or regress the target if "
            "its classes are numbers (task=regress)");
  for (const bool is_numeric : {false, true}) {
    EXPECT_EQ(message("knn", is_numeric), "accepted");
    EXPECT_EQ(message(default_learner(is_numeric), is_numeric), "accepted");
  }
}

TEST(Learners, do_not_start_once_cancelled) {
  std::stop_source source;
  source.request_stop();
  Context context;
  context.stop = source.get_token();
  const Rows rows = clouds(20, 2, 2, 1, 1);
  const NumberRows numbers = counted_rows(20, 2);
  for (const Learner& known : learners()) {
    for (const bool is_numeric : {false, true}) {
      if (!known.can_predict(is_numeric)) continue;
      const Examples examples = is_numeric ? numbers.examples() : rows.examples();
      EXPECT_THROW(known.fit(examples, known.params({}), context), Error) << known.id;
    }
  }
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
  const NumberRows numbers = counted_rows(60, 3);
  const auto scores = [&](const Learner& known, const Settings& settings) {
    return known.can_predict(false)
               ? scores_of(*fit(known.id, rows.examples(), settings), rows.view(), 3)
               : predict_numbers(*fit(known.id, numbers.examples(), settings), numbers.view());
  };
  for (const Learner& known : learners()) {
    const std::vector<double> initial = scores(known, {});
    for (const Parameter& parameter : known.parameters) {
      const auto values = other_values(parameter);
      EXPECT_TRUE(std::any_of(values.begin(), values.end(),
                              [&](const std::string& value) {
                                return scores(known, {{parameter.name, value}}) != initial;
                              }))
          << known.id << " " << parameter.name;
    }
  }
}

}  // namespace
}  // namespace pith
