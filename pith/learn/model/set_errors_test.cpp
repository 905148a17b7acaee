// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/set_errors.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>
#include <stop_token>

#include "pith/base/error.h"
#include "pith/learn/model/encoding.h"
#include "pith/learn/model/folds.h"
#include "pith/learn/model/model.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

/// Three numeric features of growing strength and two categorical ones; 0 and 3 hold the same.
Table mixed_table(std::size_t rows) {
  const Example made = example(rows, 3, 4);
  std::vector<Column> columns;
  for (const auto& values : made.features)
    columns.push_back(Column::from_numbers(values));
  std::vector<std::uint32_t> letters(rows);
  for (std::size_t row = 0; row < rows; ++row)
    letters[row] = static_cast<std::uint32_t>(4 * made.features[0][row]);
  columns.push_back(codes_column(letters));
  columns.push_back(codes_column(random_codes(rows, 9, 8)));
  return table_of(std::move(columns), made.classes);
}

/// The same number the long way: one encoding for every set and fold.
std::size_t naive_wrong(const Table& table, const Learner& learner, std::size_t folds,
                        const std::vector<Feature>& set) {
  const std::vector<std::uint32_t> fold_of = stratified_folds(table.target(), folds, 0);
  std::size_t wrong = 0;
  for (std::uint32_t fold = 0; fold < folds; ++fold) {
    std::vector<std::size_t> train;
    std::vector<std::size_t> test;
    std::vector<std::uint32_t> classes;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      (fold_of[row] == fold ? test : train).push_back(row);
      if (fold_of[row] != fold) classes.push_back(table.target().code(row));
    }
    const Encoding encoding(table, train, set, {});
    const std::vector<double> known = encoding.encode(table, train);
    const std::vector<double> asked = encoding.encode(table, test);
    const std::size_t width = encoding.columns();
    const Examples examples{
        .rows = MatrixView<const double>::row_major(known.data(), train.size(), width),
        .classes = classes,
        .class_count = table.classes(),
        .categories = encoding.categories(set.size())};
    const auto model = learner.fit(examples, learner.params({}), {});
    const std::vector<std::uint32_t> predicted =
        predict(*model, MatrixView<const double>::row_major(asked.data(), test.size(), width),
                table.classes());
    for (std::size_t i = 0; i < test.size(); ++i)
      wrong += predicted[i] != table.target().code(test[i]) ? 1 : 0;
  }
  return wrong;
}

TEST(SetErrors, equal_those_of_encodings_fitted_to_each_training_set) {
  const Table table = mixed_table(70);
  const std::vector<std::vector<Feature>> sets{{2}, {3}, {0, 4}, {1, 2, 3}, {0, 1, 2, 3, 4}};
  for (const Learner& known : learners()) {
    if (!known.can_predict(false)) continue;
    const std::vector<double> wrong = SetErrors(table, known, 4, {}).losses(sets, {});
    for (std::size_t i = 0; i < sets.size(); ++i)
      EXPECT_EQ(wrong[i], static_cast<double>(naive_wrong(table, known, 4, sets[i])))
          << known.id << " " << i;
  }
}

TEST(SetErrors, of_numbers_are_sums_of_squares) {
  const NumericExample made = numeric_example(45, 4);
  const Table table = numeric_table_of(made.features, made.target);
  const std::vector<std::vector<Feature>> sets{{}, {2}, {0, 1, 3}};
  const std::vector<std::uint32_t> fold_of = stratified_folds(table.target(), 3, 0);
  for (const std::string& id : learners_for(true)) {
    const Learner& known = learner(id);
    const std::vector<double> found = SetErrors(table, known, 3, {}).losses(sets, {});
    for (std::size_t i = 0; i < sets.size(); ++i) {
      double wanted = 0;
      for (std::uint32_t fold = 0; fold < 3; ++fold) {
        std::vector<std::size_t> train;
        std::vector<std::size_t> test;
        std::vector<double> numbers;
        for (std::size_t row = 0; row < table.rows(); ++row) {
          (fold_of[row] == fold ? test : train).push_back(row);
          if (fold_of[row] != fold) numbers.push_back(made.target[row]);
        }
        const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) /
                            static_cast<double>(train.size());
        std::vector<double> predicted(test.size(), mean);
        if (!sets[i].empty()) {
          const Encoding encoding(table, train, sets[i], {});
          const std::vector<double> rows = encoding.encode(table, train);
          const std::vector<double> asked = encoding.encode(table, test);
          using View = MatrixView<const double>;
          const std::size_t width = encoding.columns();
          const Examples examples{.rows = View::row_major(rows.data(), train.size(), width),
                                  .classes = {},
                                  .class_count = 0,
                                  .categories = {},
                                  .numbers = numbers};
          predicted = predict_numbers(*known.fit(examples, known.params({}), {}),
                                      View::row_major(asked.data(), test.size(), width));
        }
        for (std::size_t t = 0; t < test.size(); ++t)
          wanted += std::pow(made.target[test[t]] - predicted[t], 2);
      }
      EXPECT_NEAR(found[i], wanted, 1e-9 * wanted) << id << " " << i;
    }
  }
}

TEST(SetErrors, of_no_features_are_those_of_the_most_frequent_class) {
  const Table table = table_of({{1, 2, 3, 4, 5, 6, 7, 8}}, {0, 1, 1, 1, 0, 1, 1, 1});
  const SetErrors errors(table, learner("knn"), 2, {});
  EXPECT_EQ(errors.losses(std::vector<std::vector<Feature>>(1), {}), (std::vector<double>{2}));
}

TEST(SetErrors, have_no_more_folds_than_the_largest_class_has_rows) {
  const Table table = table_of({{1, 2, 3, 4, 5, 6}}, {0, 1, 2, 0, 1, 0});
  EXPECT_EQ(SetErrors(table, learner("knn"), 5, {}).folds(), 3U);
  const Table tiny = table_of({{1, 2}}, {0, 1});
  const SetErrors errors(tiny, learner("linear-svm"), 5, {});
  EXPECT_EQ(errors.folds(), 2U);
  // One training row, and the other class is tested.
  EXPECT_EQ(errors.losses(std::vector<std::vector<Feature>>{{0}}, {}), (std::vector<double>{2}));
}

TEST(SetErrors, report_every_set_and_fold) {
  const Table table = mixed_table(40);
  std::atomic<std::size_t> done{0};
  const std::vector<std::vector<Feature>> sets{{0}, {1}, {2}};
  (void)SetErrors(table, learner("naive-bayes"), 4, {}).losses(sets, {}, [&] { ++done; });
  EXPECT_EQ(done, 12U);
}

TEST(SetErrors, can_be_cancelled_and_respect_the_memory_limit) {
  const Table table = mixed_table(60);
  std::stop_source stop;
  const SetErrors errors(table, learner("knn"), 5, {});
  stop.request_stop();
  EXPECT_THROW(errors.losses(std::vector<std::vector<Feature>>{{0}}, {.stop = stop.get_token()}),
               Error);
  try {
    const SetErrors large(table, learner("knn"), 5, {.memory = 10'000});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
    EXPECT_NE(std::string(error.what()).find("fewer folds"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace pith
