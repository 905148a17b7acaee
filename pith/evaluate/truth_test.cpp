// SPDX-License-Identifier: Apache-2.0
// Evaluation, stability and the number of features on tables with several targets.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "pith/base/error.h"
#include "pith/evaluate/auto_k.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/resample.h"
#include "pith/evaluate/row_blocks.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr std::size_t rows = 120;

std::vector<double> noise(std::uint64_t stream) {
  std::vector<double> values(rows);
  for (std::size_t row = 0; row < rows; ++row)
    values[row] = Random(3, stream).uniform(row);
  return values;
}

Column sum_of(const std::vector<Column>& features, double first, double second) {
  std::vector<double> values = noise(99);
  for (std::size_t row = 0; row < rows; ++row)
    values[row] = 0.2 * values[row] + first * features[0].numbers()[row] +
                  second * features[1].numbers()[row];
  return Column::from_numbers(std::move(values));
}

Column label_of(const Column& numbers, double limit) {
  std::vector<std::uint32_t> codes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    codes[row] = numbers.numbers()[row] > limit ? 1 : 0;
  return codes_column(codes);
}

enum class Kind { labels, numbers, mixed };

/// Targets a and b, which depend on x0 and x1, and six features in all.
Table several(Kind kind) {
  TableParts parts;
  for (std::size_t i = 0; i < 6; ++i) {
    parts.features.push_back(Column::from_numbers(noise(i)));
    parts.names.push_back("x" + std::to_string(i));
  }
  const Column first = sum_of(parts.features, 1, 0);
  const Column second = sum_of(parts.features, 0, 40);  // in another unit
  parts.target = kind == Kind::numbers ? first : label_of(first, 0.6);
  parts.target_name = "a";
  parts.more_targets = {
      {.name = "b", .column = kind == Kind::labels ? label_of(second, 20) : second}};
  return Table(std::move(parts));
}

Plan plan_of(const std::string& method, const std::string& learner) {
  Plan plan{
      .methods = {parse_variant(method)}, .learners = {parse_variant(learner)}, .counts = {1, 2}};
  plan.splitting.kind = Splitting::Kind::given;
  for (std::size_t row = 0; row < rows; ++row)
    plan.splitting.fold_of.push_back(static_cast<std::uint32_t>(row % 4));
  return plan;
}

double all_features(const Evaluation& evaluation, Metric metric) {
  return evaluation.overall(evaluation.all_features_curve(0), metric);
}

TEST(SeveralTruths, have_the_label_metrics_of_scikit_learn) {
  // By f1_score, hamming_loss and accuracy_score of scikit-learn 1.x.
  const Truth truth =
      Truth::of_several({Truth({1, 0, 1, 0, 0}), Truth({0, 1, 1, 0, 0}), Truth({1, 0, 0, 0, 1})});
  const std::vector<double> scores{0, 1, 1, 0, 0, 1,   // 1 0 1
                                   0, 1, 0, 1, 1, 0,   // 1 1 0
                                   1, 0, 0, 1, 1, 0,   // 0 1 0
                                   1, 0, 1, 0, 1, 0,   // 0 0 0
                                   1, 0, 1, 0, 1, 0};  // 0 0 0
  const Metrics found =
      truth.metrics(MatrixView<const double>::row_major(scores.data(), 5, 6), false);
  EXPECT_NEAR(found.hamming_loss, 3.0 / 15, 1e-15);
  EXPECT_NEAR(found.subset_accuracy, 2.0 / 5, 1e-15);
  EXPECT_NEAR(found.macro_f1, (0.5 + 1 + 2.0 / 3) / 3, 1e-15);
  EXPECT_NEAR(found.micro_f1, 2.0 * 4 / (2 * 4 + 3), 1e-15);
  EXPECT_NEAR(found.mean_loss, found.hamming_loss, 1e-15);
  EXPECT_TRUE(std::isnan(found.rmse));
}

TEST(SeveralTruths, count_each_class_of_more_than_two_as_a_label) {
  const Truth truth = Truth::of_several({Truth({0, 1, 2}), Truth({0, 1, 0})});
  const std::vector<double> scores{1, 0, 0, 1, 0,   // 0, 0
                                   0, 0, 1, 0, 1,   // 2, 1
                                   0, 0, 1, 1, 0};  // 2, 0
  const Metrics found =
      truth.metrics(MatrixView<const double>::row_major(scores.data(), 3, 5), false);
  EXPECT_NEAR(found.hamming_loss, 1.0 / 6, 1e-15);
  EXPECT_NEAR(found.subset_accuracy, 2.0 / 3, 1e-15);
  EXPECT_NEAR(found.macro_f1, (1 + 0 + 2.0 / 3 + 1) / 4, 1e-15);
  EXPECT_NEAR(found.micro_f1, 2.0 * 3 / (2 * 3 + 2), 1e-15);
}

TEST(SeveralEvaluation, has_the_means_of_evaluations_of_each_target) {
  for (const Kind kind : {Kind::labels, Kind::numbers, Kind::mixed}) {
    const Table table = several(kind);
    const Plan plan = plan_of("correlation", "knn");
    const Evaluation both = evaluate(table, plan);
    const Evaluation first = evaluate(table.with_target(0), plan);
    const Evaluation second = evaluate(table.with_target(1), plan);
    const auto loss = [](const Evaluation& one) {
      return one.goal() == Goal::classes ? all_features(one, Metric::error)
                                         : 1 - all_features(one, Metric::r2);
    };
    const Metric primary = both.primary();
    EXPECT_EQ(primary, kind == Kind::labels ? Metric::hamming_loss : Metric::mean_loss);
    EXPECT_NEAR(all_features(both, primary), (loss(first) + loss(second)) / 2, 1e-12);
    if (kind == Kind::numbers) {
      EXPECT_NEAR(all_features(both, Metric::rmse),
                  (all_features(first, Metric::rmse) + all_features(second, Metric::rmse)) / 2,
                  1e-12);
      EXPECT_NEAR(both.mean_number(1), second.mean_number(0), 1e-12);
    }
    if (kind == Kind::mixed) {
      EXPECT_NEAR(all_features(both, Metric::auc), all_features(first, Metric::auc), 1e-12);
      EXPECT_NEAR(all_features(both, Metric::r2), all_features(second, Metric::r2), 1e-12);
    }
  }
}

TEST(SeveralEvaluation, selects_for_all_targets_from_the_training_rows) {
  const Table table = several(Kind::numbers);
  const Evaluation evaluation = evaluate(table, plan_of("correlation", "auto"));
  EXPECT_EQ(evaluation.plan().learners.front().id, "ridge");
  for (std::size_t split = 0; split < evaluation.splits().size(); ++split) {
    const Table train = table.take(evaluation.splits()[split].train);
    EXPECT_EQ(evaluation.trial(0, split).path, select(train, "correlation", 2).features());
  }
  EXPECT_LT(evaluation.mean({}, 1, Metric::mean_loss), 0.2);
  EXPECT_GT(evaluation.mean({}, 0, Metric::mean_loss), 0.4);  // one of two targets
  EXPECT_GE(evaluation.baseline_error(), 1);
}

TEST(SeveralEvaluation, gives_the_same_bits_on_any_number_of_threads_and_left_out_one_by_one) {
  Plan plan = plan_of("mim", "knn");
  plan.splitting = {.kind = Splitting::Kind::leave_one_out};
  const Table table = several(Kind::labels);
  const Evaluation one = evaluate(table, plan, {.threads = 1});
  const Evaluation five = evaluate(table, plan, {.threads = 5});
  for (const Metric metric : metrics_for(Goal::several_classes)) {
    const double value = one.mean({}, 1, metric);
    EXPECT_TRUE(value == five.mean({}, 1, metric) || std::isnan(value)) << metric_text(metric);
  }
  EXPECT_GT(one.mean({}, 1, Metric::macro_f1), 0.8);
}

TEST(SeveralEvaluation, combines_targets_as_the_plan_says) {
  Plan plan = plan_of("mim", "knn");
  plan.combine = Combine::max;
  const Table table = several(Kind::labels);
  const Evaluation evaluation = evaluate(table, plan);
  const Table train = table.take(evaluation.splits()[0].train);
  const Selection expected = select(train, {.method = "mim", .k = 2, .combine = Combine::max});
  EXPECT_EQ(evaluation.trial(0, 0).path, expected.features());
  plan.combine = Combine::min;
  EXPECT_NE(evaluate(table, plan).trial(0, 0).path, expected.features());
}

TEST(SeveralEvaluation, predicts_mixed_targets_by_learners_of_both) {
  const Table table = several(Kind::mixed);
  EXPECT_EQ(evaluate(table, plan_of("correlation", "auto")).plan().learners.front().id, "knn");
  try {
    (void)evaluate(table, plan_of("correlation", "ridge"));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "ridge predicts numbers, but the targets hold classes and numbers; use "
                 "extra-trees or knn (learner)");
  }
}

TEST(SeveralEvaluation, goes_on_without_a_label_that_some_training_rows_lack) {
  Table table = several(Kind::labels);
  TableParts parts = table.parts();
  std::vector<std::uint32_t> rare(rows, 0);
  rare[5] = 1;
  parts.more_targets.push_back({.name = "rare", .column = codes_column(rare)});
  const Evaluation evaluation = evaluate(Table(parts), plan_of("mim", "linear-svm"));
  EXPECT_FALSE(evaluation.has_failed(0));
  EXPECT_LT(evaluation.mean({}, 1, Metric::hamming_loss), 0.2);
  const Resampled resampled =
      resample(Table(parts), {.method = "mim", .k = 2}, {.count = 10, .fraction = 0.3});
  EXPECT_EQ(resampled.selected.size(), 10);
}

TEST(Strata, are_frequent_combinations_of_classes) {
  const Table table = several(Kind::labels);
  const Column strata = evaluate_internal::strata_of(table);
  ASSERT_TRUE(strata.is_codes());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool is_alike = table.target(0).code(i) == table.target(0).code(j) &&
                            table.target(1).code(i) == table.target(1).code(j);
      EXPECT_EQ(strata.code(i) == strata.code(j), is_alike);
    }
  }
  EXPECT_TRUE(evaluate_internal::strata_of(several(Kind::numbers)).is_numbers());
}

TEST(SeveralStability, finds_what_does_not_depend_on_the_rows) {
  for (const Kind kind : {Kind::labels, Kind::numbers, Kind::mixed}) {
    const Resampled resampled =
        resample(several(kind), {.method = "correlation", .k = 2}, {.count = 20});
    EXPECT_EQ(stability(resampled).nogueira.value, 1);
  }
}

TEST(SeveralAuto, finds_the_features_of_both_targets) {
  for (const Kind kind : {Kind::labels, Kind::numbers, Kind::mixed}) {
    for (const K& k :
         {K::chosen_by(by_cross_validation({})), K::chosen_by(by_permutation_test({}))}) {
      Request request{.method = "correlation", .k = k};
      const Selection found = select(several(kind), request);
      EXPECT_EQ(found.k, 2);
      ASSERT_EQ(found.selected.size(), 2);
      EXPECT_EQ(found.selected.front().serves.size(), 2);
    }
  }
}

}  // namespace
}  // namespace pith
