// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "pith/base/error.h"
#include "pith/learn/model/set_errors.h"
#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

double diagnostic(const Selection& selection, const std::string& name) {
  const auto place = std::find_if(selection.diagnostics.begin(), selection.diagnostics.end(),
                                  [&](const Diagnostic& each) { return each.name == name; });
  return place == selection.diagnostics.end() ? -1 : place->value;
}

Table numbers(const Example& made) {
  return table_of(made.features, made.classes);
}

/// y = x2 xor x3: neither says anything alone.
Table parity_table(std::size_t rows) {
  Example made;
  made.features.assign(5, std::vector<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t f = 0; f < 5; ++f)
      made.features[f][row] = Random(2, f).uniform(row);
    made.classes.push_back((made.features[2][row] < 0.5) != (made.features[3][row] < 0.5) ? 1 : 0);
  }
  return numbers(made);
}

TEST(Wrapper, scores_each_set_by_its_cross_validated_error) {
  const Table table = numbers(example(90, 6));
  for (const char* const direction : {"forward", "backward", "floating"}) {
    const Context context{.seed = 7};
    const Selection found =
        select(table, "wrapper", 4,
               {{"learner", "naive-bayes"}, {"direction", direction}, {"folds", "3"}}, context);
    const SetErrors errors(table, learner("naive-bayes"), 3, context);
    std::vector<std::vector<Feature>> sets(1);
    for (const Selected& step : found.selected) {
      sets.push_back(sets.back());
      sets.back().push_back(step.feature);
      std::sort(sets.back().begin(), sets.back().end());
    }
    const std::vector<double> wrong = errors.losses(sets, context);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(found.selected[i].score, wrong[i + 1] / 90, 1e-12);
      EXPECT_NEAR(*found.selected[i].gain, (wrong[i] - wrong[i + 1]) / 90, 1e-12);
    }
    EXPECT_NEAR(diagnostic(found, "inner_error"), wrong[4] / 90, 1e-12);
    EXPECT_NEAR(diagnostic(found, "baseline_error"), wrong[0] / 90, 1e-12);
    EXPECT_EQ(diagnostic(found, "folds"), 3);
  }
}

TEST(Wrapper, adds_the_feature_with_the_smallest_error_forwards) {
  const Table table = numbers(example(90, 6));
  const Selection found = select(table, "wrapper", 3, {{"learner", "knn"}});
  const SetErrors errors(table, learner("knn"), 5, {});
  std::vector<Feature> set;
  for (const Selected& step : found.selected) {
    std::vector<std::vector<Feature>> sets;
    std::vector<Feature> joining;
    for (Feature f = 0; f < 6; ++f) {
      if (std::find(set.begin(), set.end(), f) != set.end()) continue;
      joining.push_back(f);
      sets.push_back(set);
      sets.back().push_back(f);
      std::sort(sets.back().begin(), sets.back().end());
    }
    const std::vector<double> wrong = errors.losses(sets, {});
    const auto best = std::min_element(wrong.begin(), wrong.end()) - wrong.begin();
    EXPECT_EQ(step.feature, joining[static_cast<std::size_t>(best)]);
    set = sets[static_cast<std::size_t>(best)];
  }
}

TEST(Wrapper, finds_features_backwards_that_are_informative_only_together) {
  const Selection found =
      select(parity_table(200), "wrapper", 2, {{"learner", "knn"}, {"direction", "backward"}});
  std::vector<Feature> pair = found.features();
  std::sort(pair.begin(), pair.end());
  EXPECT_EQ(pair, (std::vector<Feature>{2, 3}));
  EXPECT_LT(diagnostic(found, "inner_error"), 0.1);
}

TEST(Wrapper, breaks_ties_by_column_order) {
  Example made = example(60, 1);
  made.features.assign(5, made.features.front());
  for (const char* const direction : {"forward", "backward", "floating"}) {
    // Duplicates change nothing for the nearest neighbours.
    const Selection found =
        select(numbers(made), "wrapper", 5, {{"learner", "knn"}, {"direction", direction}});
    EXPECT_EQ(found.features(), (std::vector<Feature>{0, 1, 2, 3, 4})) << direction;
  }
}

TEST(Wrapper, is_never_worse_on_its_own_folds_when_it_floats) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Table table = numbers(example(60, 8, seed));
    const Settings forward{{"learner", "naive-bayes"}};
    const Settings floating{{"learner", "naive-bayes"}, {"direction", "floating"}};
    // With two features the best single one has been judged already, so there is no way back.
    EXPECT_EQ(select(table, "wrapper", 2, forward).features(),
              select(table, "wrapper", 2, floating).features());
    EXPECT_LE(diagnostic(select(table, "wrapper", 3, floating), "inner_error"),
              diagnostic(select(table, "wrapper", 3, forward), "inner_error"));
  }
}

TEST(Wrapper, takes_categorical_features) {
  const Example made = example(90, 5);
  std::vector<Column> columns;
  for (const auto& values : made.features)
    columns.push_back(Column::from_numbers(values));
  columns.push_back(codes_column(made.classes));
  const Selection found = select(table_of(std::move(columns), made.classes), "wrapper", 2);
  EXPECT_EQ(found.selected[0].name, "x5");
  EXPECT_EQ(found.selected[0].score, 0);
}

TEST(Wrapper, says_what_the_error_means_and_what_the_folds_became) {
  const Selection found = select(numbers(example(90, 3)), "wrapper", 1);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_NE(found.notes[0].find("is optimistic"), std::string::npos);
  const Table small = table_of({{1, 2, 3, 4, 5, 6}}, {0, 1, 2, 0, 1, 0});
  const Selection few = select(small, "wrapper", 1);
  ASSERT_GE(few.notes.size(), 4U);
  EXPECT_NE(few.notes[0].find("no less than always predicting the most frequent class (50 %)"),
            std::string::npos);
  EXPECT_EQ(few.notes[1], "used 3 folds instead of 5, because no class has more rows");
  EXPECT_EQ(few.notes[2], "the last feature did not lower the error; ties go to the first column");
  EXPECT_EQ(few.notes[3],
            "1 class has only one row, which counts as an error whatever is selected");
}

TEST(Wrapper, of_numbers_scores_each_set_by_its_rmse) {
  const NumericExample made = numeric_example(80, 6);
  const Table table = numeric_table_of(made.features, made.target);
  for (const char* const direction : {"forward", "backward", "floating"}) {
    const Selection found = select(table, "wrapper", 3, {{"direction", direction}});
    EXPECT_EQ(found.params.choice("learner"), "ridge");
    const SetErrors errors(table, learner("ridge"), 5, {});
    std::vector<std::vector<Feature>> sets(1);
    for (const Selected& step : found.selected) {
      sets.push_back(sets.back());
      sets.back().push_back(step.feature);
      std::sort(sets.back().begin(), sets.back().end());
    }
    const std::vector<double> squares = errors.losses(sets, {});
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(found.selected[i].score, std::sqrt(squares[i + 1] / 80), 1e-12);
      EXPECT_NEAR(*found.selected[i].gain,
                  std::sqrt(squares[i] / 80) - std::sqrt(squares[i + 1] / 80), 1e-12);
    }
    EXPECT_NEAR(diagnostic(found, "baseline_error"), std::sqrt(squares[0] / 80), 1e-12);
  }
}

TEST(Wrapper, does_not_depend_on_the_unit_of_the_numbers) {
  NumericExample made = numeric_example(60, 5);
  const auto path = [&](const char* direction) {
    return select(numeric_table_of(made.features, made.target), "wrapper", 4,
                  {{"direction", direction}})
        .features();
  };
  const std::vector<Feature> forwards = path("forward");
  const std::vector<Feature> backwards = path("backward");
  for (double& each : made.target)
    each *= 0x1p-60;
  EXPECT_EQ(path("forward"), forwards);
  EXPECT_EQ(path("backward"), backwards);
}

TEST(Wrapper, rejects_a_learner_of_the_other_kind_of_target) {
  const NumericExample made = numeric_example(30, 3);
  try {
    (void)select(numeric_table_of(made.features, made.target), "wrapper", 2,
                 {{"learner", "linear-svm"}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the target is numeric"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(select(numbers(example(30, 3)), "wrapper", 2, {{"learner", "ridge"}}), Error);
}

}  // namespace
}  // namespace pith
