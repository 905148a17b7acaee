// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/svm/kernel_svm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <thread>

#include "pith/base/error.h"
#include "tests/support/learners.h"

namespace pith {
namespace {

TEST(KernelSvm, keeps_the_promises_of_learners) {
  for (const Kernel kernel : {Kernel::linear, Kernel::rbf}) {
    expect_promises(
        [&](const Examples& examples) { return fit_kernel_svm(examples, {.kernel = kernel}); });
  }
}

TEST(KernelSvm, finds_the_maximum_margin) {
  // Classes at 0 and 2: the line x - 1 has margin 1 at both.
  const Rows rows{.numbers = {0, 2}, .classes = {0, 1}, .columns = 1, .class_count = 2};
  const auto model = fit_kernel_svm(rows.examples(), {.kernel = Kernel::linear, .cost = 100});
  const std::vector<double> scores = scores_of(*model, rows.view(), 2);
  EXPECT_NEAR(scores[0], 1, 1e-3);
  EXPECT_NEAR(scores[1], -1, 1e-3);
  EXPECT_NEAR(scores[3], 1, 1e-3);
}

TEST(KernelSvm, scores_of_several_classes_round_to_won_pairs) {
  const Rows rows = clouds(60, 4, 4, 0.6, 6);
  for (const Kernel kernel : {Kernel::linear, Kernel::rbf}) {
    const auto model = fit_kernel_svm(rows.examples(), {.kernel = kernel});
    EXPECT_LT(error_rate(*model, rows), 0.2);
    const std::vector<double> scores = scores_of(*model, rows.view(), 4);
    for (std::size_t row = 0; row < 60; ++row) {
      std::vector<double> won;
      for (std::size_t c = 0; c < 4; ++c)
        won.push_back(std::round(scores[row * 4 + c]));
      const double sum = won[0] + won[1] + won[2] + won[3];
      // 6 pairs, and 1 more where a tie was broken, so that another class has 1 less.
      const double most = *std::max_element(won.begin(), won.end());
      const bool was_tied = std::count(won.begin(), won.end(), most - 1) > 0 && sum == 7;
      EXPECT_EQ(sum, was_tied ? 7 : 6);
    }
  }
}

TEST(KernelSvm, trains_each_pair_of_classes_by_itself) {
  const Rows rows = clouds(60, 3, 4, 1, 13);
  for (const Kernel kernel : {Kernel::linear, Kernel::rbf}) {
    const KernelSvmOptions options{.kernel = kernel, .gamma = 0.7, .tolerance = 1e-5};
    std::vector<double> votes(60 * 4);
    std::vector<double> sums(60 * 4);
    for (std::uint32_t a = 0; a < 4; ++a) {
      for (std::uint32_t b = a + 1; b < 4; ++b) {
        Rows pair{.numbers = {}, .classes = {}, .columns = 3, .class_count = 4};
        for (std::size_t row = 0; row < 60; ++row) {
          if (rows.classes[row] != a && rows.classes[row] != b) continue;
          pair.classes.push_back(rows.classes[row]);
          for (std::size_t j = 0; j < 3; ++j)
            pair.numbers.push_back(rows.view()(row, j));
        }
        const auto decisions = scores_of(*fit_kernel_svm(pair.examples(), options), rows.view(), 4);
        for (std::size_t row = 0; row < 60; ++row) {
          const double decision = decisions[row * 4 + a];
          votes[row * 4 + (decision >= 0 ? a : b)] += 1;
          sums[row * 4 + a] += decision;
          sums[row * 4 + b] -= decision;
        }
      }
    }
    for (std::size_t row = 0; row < 60; ++row) {  // ties go to the lowest class
      const auto begin = votes.begin() + static_cast<std::ptrdiff_t>(row * 4);
      const auto most = std::max_element(begin, begin + 4);
      if (std::count(begin, begin + 4, *most) > 1) *most += 1;
    }
    const auto scores = scores_of(*fit_kernel_svm(rows.examples(), options), rows.view(), 4);
    for (std::size_t i = 0; i < scores.size(); ++i)
      EXPECT_NEAR(scores[i], votes[i] + sums[i] / (3 * (std::abs(sums[i]) + 1)), 1e-3);
  }
}

TEST(KernelSvm, finds_the_same_without_the_kernel_matrix) {
  Rows rows = clouds(60, 4, 3, 0.8, 10);
  for (std::size_t i = 0; i < rows.numbers.size(); i += 3)
    rows.numbers[i] = 0;
  for (const Kernel kernel : {Kernel::linear, Kernel::rbf}) {
    const KernelSvmOptions options{.kernel = kernel, .tolerance = 1e-5};
    KernelSvmOptions frugal = options;
    frugal.max_matrix_rows = 0;
    const auto a = scores_of(*fit_kernel_svm(rows.examples(), options), rows.view(), 3);
    const auto b = scores_of(*fit_kernel_svm(rows.examples(), frugal), rows.view(), 3);
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], 1e-4);
  }
}

TEST(KernelSvm, does_not_depend_on_the_order_in_which_classes_come) {
  Rows rows = clouds(30, 2, 3, 0.8, 8);
  const auto model = fit_kernel_svm(rows.examples(), {});
  Rows turned = rows;  // the first row, of class 0, goes to the end
  std::rotate(turned.numbers.begin(), turned.numbers.begin() + 2, turned.numbers.end());
  std::rotate(turned.classes.begin(), turned.classes.begin() + 1, turned.classes.end());
  const auto other = fit_kernel_svm(turned.examples(), {});
  const auto a = scores_of(*model, rows.view(), 3);
  const auto b = scores_of(*other, rows.view(), 3);
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 0.01);
}

TEST(KernelSvm, stops_during_training_when_cancelled) {
  // Overlapping classes with a high cost take long to train.
  const Rows rows = clouds(300, 2, 2, 100, 9);
  const KernelSvmOptions options{.kernel = Kernel::linear, .cost = 1e9, .tolerance = 1e-12};
  std::stop_source source;
  Context context;
  context.stop = source.get_token();
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  try {
    fit_kernel_svm(rows.examples(), options, context);
    ADD_FAILURE() << "training was not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
  later.join();
  EXPECT_NO_THROW(fit_kernel_svm(clouds(20, 2, 2, 1, 1).examples(), {}));
}

}  // namespace
}  // namespace pith
