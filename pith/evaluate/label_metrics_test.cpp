// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/label_metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace pith {
namespace {

LabelMetrics of(const std::vector<std::uint8_t>& truth, const std::vector<std::uint8_t>& predicted,
                std::size_t labels) {
  using View = MatrixView<const std::uint8_t>;
  const std::size_t rows = truth.size() / labels;
  return label_metrics(View::row_major(truth.data(), rows, labels),
                       View::row_major(predicted.data(), rows, labels));
}

// By f1_score, hamming_loss and accuracy_score of scikit-learn 1.x.
TEST(LabelMetrics, equal_those_of_scikit_learn) {
  const LabelMetrics found = of({1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0},
                                {1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1}, 3);
  EXPECT_NEAR(found.macro_f1, 0.5555555555555555, 1e-15);
  EXPECT_NEAR(found.micro_f1, 0.6666666666666666, 1e-15);
  EXPECT_NEAR(found.hamming_loss, 0.26666666666666666, 1e-15);
  EXPECT_NEAR(found.subset_accuracy, 0.2, 1e-15);
}

TEST(LabelMetrics, of_the_truth_are_perfect) {
  const LabelMetrics found = of({1, 0, 0, 1}, {1, 0, 0, 1}, 2);
  EXPECT_EQ(found.macro_f1, 1);
  EXPECT_EQ(found.micro_f1, 1);
  EXPECT_EQ(found.hamming_loss, 0);
  EXPECT_EQ(found.subset_accuracy, 1);
}

TEST(LabelMetrics, give_no_credit_for_a_label_that_never_occurs) {
  const LabelMetrics found = of({1, 0, 1, 0}, {1, 0, 1, 0}, 2);
  EXPECT_EQ(found.macro_f1, 0.5);
  EXPECT_EQ(found.micro_f1, 1);
}

TEST(LabelMetrics, are_undefined_without_rows) {
  const LabelMetrics found = label_metrics({nullptr, 0, 2, 2, 1}, {nullptr, 0, 2, 2, 1});
  EXPECT_TRUE(std::isnan(found.macro_f1) && std::isnan(found.micro_f1) &&
              std::isnan(found.hamming_loss) && std::isnan(found.subset_accuracy));
}

}  // namespace
}  // namespace pith
