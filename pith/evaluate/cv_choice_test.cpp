// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/cv_choice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/evaluate/evaluation.h"

namespace pith {
namespace {

/// Uniform features of which two, far apart, tell the classes: by their sum.
Table table_of_two(std::size_t features) {
  const std::size_t rows = 120;
  TableParts parts;
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t j = 0; j < features; ++j) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row)
      values.push_back(Random(5, j).uniform(row));
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const double sum = parts.features[1].numbers()[row] + parts.features[4].numbers()[row];
    classes[row] = sum > 1 ? 1 : 0;
  }
  parts.target = Column::from_codes(classes, {"no", "yes"});
  return Table(std::move(parts));
}

TEST(CvChoice, takes_the_fewest_features_within_one_standard_error_of_the_best) {
  const Table table = table_of_two(8);
  const CvChoice choice = choose_by_cv(table, {.method = "gc-mi"}, {.max_features = 8});
  EXPECT_EQ(choice.k, 2U);
  ASSERT_EQ(choice.points.size(), 8U);
  const CvPoint& best = choice.points[choice.best];
  for (const CvPoint& point : choice.points) {
    EXPECT_GE(point.error, best.error);
    if (point.features < choice.k) {
      EXPECT_GT(point.error, best.error + best.standard_error);
    }
  }
  EXPECT_LE(choice.points[1].error, best.error + best.standard_error);
  EXPECT_GT(choice.points[0].error, 0.15);
}

TEST(CvChoice, judges_by_the_same_errors_as_an_evaluation) {
  const Table table = table_of_two(6);
  const CvChoice choice = choose_by_cv(table, {.method = "mrmr"}, {.max_features = 3});
  const Evaluation evaluation = evaluate(
      table,
      {.methods = {{.id = "mrmr"}}, .learners = {{.id = "linear-svm"}}, .counts = {1, 2, 3}});
  for (std::size_t count = 0; count < 3; ++count)
    EXPECT_EQ(choice.points[count].error, evaluation.mean({}, count, Metric::error));
  EXPECT_EQ(choice.chance, evaluation.baseline_error());
}

TEST(CvChoice, tries_all_small_numbers_and_fewer_large_ones) {
  const Table table = table_of_two(60);
  const CvChoice choice = choose_by_cv(
      table, {.method = "fisher"},
      {.learner = {.id = "naive-bayes"}, .splitting = Splitting{.folds = 2}, .max_features = 1000});
  std::vector<std::size_t> counts;
  for (const CvPoint& point : choice.points)
    counts.push_back(point.features);
  std::vector<std::size_t> expected;
  for (std::size_t count = 1; count <= 20; ++count)
    expected.push_back(count);
  for (const std::size_t count : {22, 24, 26, 28, 30, 33, 36, 39, 42, 46, 50, 55, 60})
    expected.push_back(count);
  EXPECT_EQ(counts, expected);
}

TEST(CvChoice, has_a_fold_for_each_of_few_rows) {
  const Table table = table_of_two(5).take(std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6});
  EXPECT_EQ(choose_by_cv(table, {.method = "fisher"}, {}).points.size(), 5U);
}

TEST(CvChoice, rejects_features_to_keep) {
  EXPECT_THROW(choose_by_cv(table_of_two(6), {.method = "mrmr", .keep = {"x1"}}, {}), Error);
}

}  // namespace
}  // namespace pith
