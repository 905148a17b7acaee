// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/learners.h"

namespace pith {
namespace {

double rmse_of(const std::vector<double>& found, std::span<const double> wanted) {
  double squares = 0;
  for (std::size_t row = 0; row < found.size(); ++row)
    squares += (found[row] - wanted[row]) * (found[row] - wanted[row]);
  return std::sqrt(squares / static_cast<double>(found.size()));
}

// Each of these rows is one that was trained on, with another number, so that pure leaves have one
// answer: that of ExtraTreesRegressor of scikit-learn 1.x, whatever its random numbers.
TEST(ExtraTreesLearner, knows_rows_that_it_has_seen) {
  const NumberRows rows = counted_rows(30, 4);
  const auto model = fit("extra-trees", rows.examples(20));
  const std::vector<double> found = predict_numbers(*model, rows.view(20, 30));
  EXPECT_NEAR(rmse_of(found, std::span(rows.numbers).subspan(20)), 0.24494897427831824, 1e-12);
}

/// Numbers that depend on the product of two columns, with noise columns.
NumberRows products(std::size_t count, std::uint64_t seed) {
  NumberRows made{.values = {}, .numbers = {}, .columns = 5};
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t column = 0; column < 5; ++column)
      made.values.push_back(bell(seed, row * 5 + column));
    made.numbers.push_back(made.values[row * 5] * made.values[row * 5 + 1]);
  }
  return made;
}

TEST(ExtraTreesLearner, sees_interactions) {
  const NumberRows train = products(400, 5);
  const NumberRows test = products(400, 6);
  const double trees =
      rmse_of(predict_numbers(*fit("extra-trees", train.examples()), test.view()), test.numbers);
  const double line =
      rmse_of(predict_numbers(*fit("ridge", train.examples()), test.view()), test.numbers);
  EXPECT_LT(trees, 0.7 * line);
}

TEST(ExtraTreesLearner, has_the_same_bits_on_any_number_of_threads) {
  const NumberRows numbers = products(150, 7);
  const Rows classes = clouds(150, 5, 3, 1, 8);
  const auto found = [&](unsigned threads) {
    const Context context{.threads = threads, .seed = 3};
    std::vector<double> all =
        predict_numbers(*fit("extra-trees", numbers.examples(), {}, context), numbers.view());
    const std::vector<double> more =
        scores_of(*fit("extra-trees", classes.examples(), {}, context), classes.view(), 3);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  EXPECT_EQ(found(1), found(2));
  EXPECT_EQ(found(1), found(5));
}

TEST(ExtraTreesLearner, depends_on_the_seed) {
  const NumberRows train = products(50, 5);
  const NumberRows test = products(50, 6);
  const auto found = [&](std::uint64_t seed) {
    return predict_numbers(*fit("extra-trees", train.examples(), {}, {.seed = seed}), test.view());
  };
  EXPECT_EQ(found(1), found(1));
  EXPECT_NE(found(1), found(2));
}

TEST(ExtraTreesLearner, predicts_the_mean_where_a_leaf_needs_all_rows) {
  const NumberRows rows = counted_rows(20, 4);
  const auto model = fit("extra-trees", rows.examples(), {{"leaf_rows", "11"}});
  double mean = 0;
  for (const double each : rows.numbers)
    mean += each / 20;
  for (const double each : predict_numbers(*model, rows.view()))
    EXPECT_NEAR(each, mean, 1e-12);
}

TEST(ExtraTreesLearner, separates_classes_that_no_line_separates) {
  Rows rows{.numbers = {}, .classes = {}, .columns = 2, .class_count = 2};
  for (std::size_t row = 0; row < 200; ++row) {
    const double x = bell(1, row);
    const double y = bell(2, row);
    rows.numbers.insert(rows.numbers.end(), {x, y});
    rows.classes.push_back((x > 0) != (y > 0) ? 1 : 0);
  }
  Rows test = rows;
  for (std::size_t row = 0; row < 200; ++row) {
    test.numbers[2 * row] = bell(3, row);
    test.numbers[2 * row + 1] = bell(4, row);
    test.classes[row] = (test.numbers[2 * row] > 0) != (test.numbers[2 * row + 1] > 0) ? 1 : 0;
  }
  EXPECT_LT(error_rate(*fit("extra-trees", rows.examples()), test), 0.1);
  EXPECT_GT(error_rate(*fit("linear-svm", rows.examples()), test), 0.3);
}

}  // namespace
}  // namespace pith
