// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

TEST(RbfSvm, keeps_the_promises_of_learners) {
  expect_promises([](const Examples& examples) { return fit("rbf-svm", examples); });
}

TEST(RbfSvm, encloses_a_class_in_the_middle) {
  const Rows rows{.numbers = {-3, -2, 0, 0.5, 2, 3, -2.5, 0.2},
                  .classes = {1, 1, 0, 0, 1, 1, 1, 0},
                  .columns = 1,
                  .class_count = 2};
  EXPECT_EQ(error_rate(*fit("rbf-svm", rows.examples(), {{"gamma", "1"}}), rows), 0);
}

TEST(RbfSvm, meets_the_optimality_conditions_of_two_points) {
  // Two points at distance 1, k = exp(-gamma): equal multipliers a = min(C, 1 / (1 - k)), no bias.
  const Rows rows{.numbers = {0, 1}, .classes = {0, 1}, .columns = 1, .class_count = 2};
  for (const double cost : {0.5, 10.0}) {
    const auto model =
        fit("rbf-svm", rows.examples(), {{"cost", number_text(cost)}, {"gamma", "1.5"}});
    const double k = std::exp(-1.5);
    const double a = std::min(cost, 1 / (1 - k));
    EXPECT_NEAR(scores_of(*model, rows.view(), 2)[0], a * (1 - k), 2e-3);
  }
}

TEST(RbfSvm, derives_gamma_from_the_variance) {
  const Rows rows = clouds(40, 3, 2, 1, 5);
  double mean = 0;
  double square = 0;
  for (const double number : rows.numbers) {
    mean += number / 120;
    square += number * number / 120;
  }
  const std::string gamma = number_text(1 / (3 * (square - mean * mean)));
  const auto derived = scores_of(*fit("rbf-svm", rows.examples()), rows.view(), 2);
  const auto given =
      scores_of(*fit("rbf-svm", rows.examples(), {{"gamma", gamma}}), rows.view(), 2);
  for (std::size_t i = 0; i < derived.size(); ++i)
    EXPECT_NEAR(derived[i], given[i], 1e-6);
}

TEST(RbfSvm, rejects_another_word_for_gamma) {
  EXPECT_THROW(learner("rbf-svm").params({{"gamma", "wide"}}), Error);
}

}  // namespace
}  // namespace pith
