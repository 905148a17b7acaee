// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pith {
namespace {

/// The score of a class is the row's number in that column.
class Mirror : public Model {
 public:
  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      for (std::size_t c = 0; c < scores.extent(1); ++c)
        scores(row, c) = rows(row, c);
    }
  }
};

TEST(Model, ties_go_to_the_lowest_class) {
  EXPECT_EQ(best_class(std::vector<double>{1, 3, 2}), 1U);
  EXPECT_EQ(best_class(std::vector<double>{-INFINITY, 2, 2}), 1U);
  EXPECT_EQ(best_class(std::vector<double>{-INFINITY, -1e300}), 1U);
}

TEST(Model, predicts_the_best_class_of_each_row) {
  const std::vector<double> numbers{0, 1, 9, 1, 1, 9, -2, -1, 9};
  const MatrixView<const double> rows(numbers.data(), 3, 2, 3, 1);
  EXPECT_EQ(predict(Mirror(), rows, 2), (std::vector<std::uint32_t>{1, 0, 1}));
  EXPECT_TRUE(predict(Mirror(), {nullptr, 0, 2, 2, 1}, 2).empty());
}

}  // namespace
}  // namespace pith
