// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/base/text.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

TEST(LinearSvm, keeps_the_promises_of_learners_with_either_solver) {
  for (const char* solver : {"liblinear", "libsvm"}) {
    expect_promises([&](const Examples& examples) {
      return fit("linear-svm", examples, {{"solver", solver}});
    });
  }
}

TEST(LinearSvm, by_liblinear_minimises_the_squared_hinge_loss) {
  // x = -1, 1 with classes 0, 1: the weight w minimises w^2 / 2 + 2 C (1 - w)^2, without bias.
  const Rows rows{.numbers = {-1, 1}, .classes = {0, 1}, .columns = 1, .class_count = 2};
  for (const double cost : {0.1, 1.0, 10.0}) {
    const auto model = fit("linear-svm", rows.examples(), {{"cost", number_text(cost)}});
    EXPECT_NEAR(scores_of(*model, rows.view(), 2)[3], 4 * cost / (1 + 4 * cost), 1e-2);
  }
}

TEST(LinearSvm, by_libsvm_minimises_the_hinge_loss) {
  // The weight w minimises w^2 / 2 + 2 C max(0, 1 - w), so w = min(1, 2 C).
  const Rows rows{.numbers = {-1, 1}, .classes = {0, 1}, .columns = 1, .class_count = 2};
  for (const double cost : {0.1, 10.0}) {
    const auto model =
        fit("linear-svm", rows.examples(), {{"solver", "libsvm"}, {"cost", number_text(cost)}});
    EXPECT_NEAR(scores_of(*model, rows.view(), 2)[3], cost < 0.5 ? 2 * cost : 1, 2e-3);
  }
}

TEST(LinearSvm, does_not_enclose_a_class_in_the_middle) {
  const Rows rows{.numbers = {-3, -2, 0, 0.5, 2, 3, -2.5, 0.2},
                  .classes = {1, 1, 0, 0, 1, 1, 1, 0},
                  .columns = 1,
                  .class_count = 2};
  for (const char* solver : {"liblinear", "libsvm"})
    EXPECT_GT(error_rate(*fit("linear-svm", rows.examples(), {{"solver", solver}}), rows), 0.2);
}

TEST(LinearSvm, by_libsvm_uses_cost_and_tolerance) {
  const Rows rows = clouds(60, 3, 3, 1, 33);
  const auto initial =
      scores_of(*fit("linear-svm", rows.examples(), {{"solver", "libsvm"}}), rows.view(), 3);
  for (const auto& [name, value] : Settings{{"cost", "0.01"}, {"tolerance", "0.1"}}) {
    const auto model = fit("linear-svm", rows.examples(), {{"solver", "libsvm"}, {name, value}});
    EXPECT_NE(scores_of(*model, rows.view(), 3), initial) << name;
  }
}

}  // namespace
}  // namespace pith
