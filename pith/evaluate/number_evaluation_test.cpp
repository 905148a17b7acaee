// SPDX-License-Identifier: Apache-2.0
// Evaluation of methods and learners on tables with a numeric target.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <string>

#include "pith/base/error.h"
#include "pith/evaluate/auto_k.h"
#include "pith/evaluate/comparison.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/journal.h"
#include "pith/evaluate/number_metrics.h"
#include "pith/evaluate/resample.h"
#include "pith/learn/model/encoding.h"
#include "pith/learn/model/learner.h"
#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

/// y = 3 x0 + 2 x1 - x2 + noise, with further columns of noise; all uniform.
Table linear_table(std::size_t rows, std::size_t features, double noise = 0.5,
                   std::uint64_t seed = 1) {
  Values columns;
  for (std::size_t j = 0; j < features; ++j) {
    columns.emplace_back();
    for (std::size_t row = 0; row < rows; ++row)
      columns[j].push_back(Random(seed, j).uniform(row));
  }
  std::vector<double> target(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    target[row] = noise * Random(seed, 1'000'000).uniform(row);
    if (features > 2) target[row] += 3 * columns[0][row] + 2 * columns[1][row] - columns[2][row];
  }
  return numeric_table_of(std::move(columns), std::move(target));
}

Plan plan_of(std::vector<std::string> learners, std::vector<std::size_t> counts = {1, 3}) {
  Plan plan{.methods = {parse_variant("omp")}, .learners = {}, .counts = std::move(counts)};
  plan.splitting.folds = 5;
  for (const std::string& each : learners)
    plan.learners.push_back(parse_variant(each));
  return plan;
}

std::vector<double> target_of(const Table& table, std::span<const std::size_t> rows) {
  const Numbers numbers = table.target().numbers();
  std::vector<double> found;
  for (const std::size_t row : rows)
    found.push_back(numbers[row]);
  return found;
}

/// What a learner predicts for the test rows of a split, the long way.
std::vector<double> naive_predictions(const Table& table, const Split& split,
                                      std::span<const Feature> path, const std::string& id) {
  const Encoding encoding(table, split.train, path, {});
  const std::vector<double> known = encoding.encode(table, split.train);
  const std::vector<double> asked = encoding.encode(table, split.test);
  const std::vector<double> numbers = target_of(table, split.train);
  const std::size_t width = encoding.columns();
  using View = MatrixView<const double>;
  const Examples examples{.rows = View::row_major(known.data(), split.train.size(), width),
                          .classes = {},
                          .class_count = 0,
                          .categories = {},
                          .numbers = numbers};
  const Learner& used = learner(id);
  return predict_numbers(*used.fit(examples, used.params({}), {}),
                         View::row_major(asked.data(), split.test.size(), width));
}

std::string message_of(const Table& table, const Plan& plan) {
  try {
    (void)evaluate(table, plan);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(NumberEvaluation, fits_on_training_rows_and_scores_on_test_rows) {
  const Table table = linear_table(60, 6);
  const Evaluation evaluation = evaluate(table, plan_of({"ridge", "knn"}), {.seed = 4});
  EXPECT_EQ(evaluation.goal(), Goal::numbers);
  EXPECT_EQ(evaluation.primary(), Metric::rmse);
  ASSERT_EQ(evaluation.splits().size(), 5U);
  for (std::size_t s = 0; s < 5; ++s) {
    const Split& split = evaluation.splits()[s];
    const Selection selection = select(table.take(split.train), "omp", 3);
    EXPECT_EQ(evaluation.trial(0, s).path, selection.features());
    const std::vector<double> truth = target_of(table, split.test);
    for (std::size_t l = 0; l < 2; ++l) {
      for (std::size_t c = 0; c < 2; ++c) {
        const std::vector<Feature> path = selection.features();
        const auto predicted = naive_predictions(
            table, split, std::span(path).first(c == 0 ? 1 : 3), l == 0 ? "ridge" : "knn");
        const Metrics wanted = number_metrics(truth, predicted);
        const Metrics& found = evaluation.trial(0, s).metrics[l * 2 + c];
        for (const Metric metric : metrics_for(Goal::numbers))
          EXPECT_NEAR(value_of(found, metric), value_of(wanted, metric), 1e-12);
        EXPECT_TRUE(std::isnan(found.error));
      }
    }
  }
  // Three features explain all but the noise, whose standard deviation is 0.144.
  EXPECT_LT(evaluation.mean({}, 1, Metric::rmse), 0.2);
  EXPECT_GT(evaluation.mean({}, 1, Metric::r2), 0.9);
}

TEST(NumberEvaluation, compares_with_all_features_and_with_the_mean) {
  const Table table = linear_table(50, 5);
  const Evaluation evaluation = evaluate(table, plan_of({"ridge"}));
  const Numbers numbers = table.target().numbers();
  const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / 50;
  EXPECT_NEAR(evaluation.mean_number(0), mean, 1e-12);
  double rmse_sum = 0;
  for (const Split& split : evaluation.splits()) {
    const std::vector<double> truth = target_of(table, split.test);
    rmse_sum += rmse(truth, std::vector<double>(truth.size(), mean));
  }
  EXPECT_NEAR(evaluation.baseline_error(), rmse_sum / 5, 1e-12);
  EXPECT_TRUE(std::isnan(evaluation.baseline_metrics().spearman));
  ASSERT_TRUE(evaluation.has_all_features(0));
  EXPECT_LT(evaluation.overall(evaluation.all_features_curve(0), Metric::rmse), 0.2);
}

TEST(NumberEvaluation, computes_metrics_of_leave_one_out_from_all_rows) {
  const Table table = linear_table(24, 4);
  Plan plan = plan_of({"ridge"});
  plan.splitting = {.kind = Splitting::Kind::leave_one_out};
  const Evaluation evaluation = evaluate(table, plan);
  std::vector<double> predicted;
  for (std::size_t s = 0; s < 24; ++s) {
    predicted.push_back(
        naive_predictions(table, evaluation.splits()[s], evaluation.trial(0, s).path, "ridge")
            .front());
  }
  std::vector<std::size_t> rows(24);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const std::vector<double> truth = target_of(table, rows);
  const Metrics wanted = number_metrics(truth, predicted);
  for (const Metric metric : metrics_for(Goal::numbers))
    EXPECT_NEAR(evaluation.mean({}, 1, metric), value_of(wanted, metric), 1e-12);
  const double mean = std::accumulate(truth.begin(), truth.end(), 0.0) / 24;
  EXPECT_NEAR(evaluation.baseline_error(), rmse(truth, std::vector<double>(24, mean)), 1e-12);
  EXPECT_NEAR(evaluation.baseline_metrics().r2, 0, 1e-12);
}

TEST(NumberEvaluation, has_the_same_bits_on_any_number_of_threads) {
  const Table table = linear_table(60, 6);
  const Plan plan = plan_of({"ridge", "lasso", "linear-svr", "rbf-svr", "knn", "extra-trees"});
  const Evaluation one = evaluate(table, plan, {.threads = 1, .seed = 2});
  for (const unsigned threads : {2U, 5U}) {
    const Evaluation other = evaluate(table, plan, {.threads = threads, .seed = 2});
    for (std::size_t l = 0; l < plan.learners.size(); ++l) {
      for (const Metric metric : metrics_for(Goal::numbers)) {
        EXPECT_EQ(one.values({.learner = l}, 1, metric), other.values({.learner = l}, 1, metric))
            << plan.learners[l].id;
      }
    }
  }
}

TEST(NumberEvaluation, rejects_learners_and_methods_of_classes) {
  const Table table = linear_table(40, 4);
  EXPECT_EQ(message_of(table, plan_of({"qda"})).substr(0, 51),
            "qda predicts classes, but the target holds numbers;");
  Plan plan = plan_of({"auto"});
  plan.methods = {parse_variant("jmi")};
  EXPECT_NE(message_of(table, plan).find("the target is numeric, but jmi takes classes"),
            std::string::npos);
  EXPECT_EQ(evaluate(table, plan_of({"auto"})).plan().learners.front().label, "ridge");
}

TEST(NumberEvaluation, splits_rows_in_every_way) {
  const Table table = linear_table(41, 4);
  std::vector<std::uint32_t> groups(41);
  std::vector<double> times(41);
  for (std::size_t row = 0; row < 41; ++row) {
    groups[row] = static_cast<std::uint32_t>(row % 8);
    times[row] = static_cast<double>(row);
  }
  const std::vector<Splitting> ways{
      {.kind = Splitting::Kind::folds, .folds = 4, .repeats = 2},
      {.kind = Splitting::Kind::holdout, .repeats = 3},
      {.kind = Splitting::Kind::groups, .folds = 4, .group_of = groups},
      {.kind = Splitting::Kind::time, .folds = 4, .times = times}};
  const std::vector<std::size_t> counts{8, 3, 4, 4};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    Plan plan = plan_of({"ridge"});
    plan.splitting = ways[i];
    const Evaluation evaluation = evaluate(table, plan, {.seed = 1});
    ASSERT_EQ(evaluation.splits().size(), counts[i]);
    for (const Split& split : evaluation.splits()) {
      EXPECT_GE(split.test.size(), 8U);
      EXPECT_LE(split.test.size(), 11U);
    }
    EXPECT_LT(evaluation.mean({}, 1, Metric::rmse), 0.3);
  }
}

TEST(NumberEvaluation, says_when_a_training_set_has_one_number_only) {
  const Table table =
      numeric_table_of(Values{{1, 2, 3, 4, 5, 6}}, std::vector<double>{7, 7, 7, 7, 7, 8});
  Plan plan = plan_of({"ridge"}, {1});
  plan.splitting = {.kind = Splitting::Kind::leave_one_out};
  EXPECT_EQ(message_of(table, plan),
            "the target is 7 in all 5 rows of a training set, so there is nothing to learn from "
            "them; add rows, or split them in another way");
}

TEST(NumberEvaluation, compares_methods_by_the_rmse_of_the_splits) {
  const Table table = linear_table(60, 6);
  Plan plan = plan_of({"ridge"}, {3});
  plan.splitting.folds = 10;
  plan.methods.push_back(parse_variant("random"));
  const Evaluation evaluation = evaluate(table, plan);
  const std::vector<Comparison> all = comparisons(evaluation, evaluation.primary());
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NEAR(all.front().splits.difference,
              evaluation.mean({.method = 0}, 0, Metric::rmse) -
                  evaluation.mean({.method = 1}, 0, Metric::rmse),
              1e-12);
  EXPECT_LT(all.front().splits.p, 0.05);
  EXPECT_EQ(best_method(evaluation, 0, Metric::rmse), 0U);
  EXPECT_EQ(best_method(evaluation, 0, Metric::r2), 0U);
}

TEST(NumberEvaluation, is_resumed_from_a_journal) {
  const Table table = linear_table(40, 5);
  const Plan plan = plan_of({"ridge"});
  const std::string path = testing::TempDir() + "pith_numbers.journal";
  std::filesystem::remove(path);
  const Evaluation first = [&] {
    Journal journal(path, fingerprint(table, plan, 0));
    return evaluate(table, plan, {}, &journal);
  }();
  Journal journal(path, fingerprint(table, plan, 0));
  const Evaluation second = evaluate(table, plan, {}, &journal);
  std::filesystem::remove(path);
  EXPECT_EQ(second.reused, 10U);  // on all features, too
  for (const Metric metric : metrics_for(Goal::numbers))
    EXPECT_EQ(first.values({}, 1, metric), second.values({}, 1, metric));
}

TEST(NumberEvaluation, chooses_k_by_the_rmse) {
  const Table table = linear_table(120, 8);
  const Selection chosen =
      select(table, {.method = "omp", .k = K::chosen_by(by_cross_validation({}))});
  EXPECT_EQ(chosen.selected.size(), 3U);
  ASSERT_TRUE(chosen.cv);
  EXPECT_NEAR(chosen.cv->chance, 1.1, 0.2);
  EXPECT_TRUE(std::any_of(chosen.notes.begin(), chosen.notes.end(), [](const std::string& note) {
    return note.starts_with("cross-validation with ridge chose 3 features: RMSE 0.1");
  }));
}

TEST(NumberEvaluation, resamples_all_rows_alike) {
  const Table table = linear_table(50, 5);
  const Resampled found = resample(table, {.method = "omp", .k = 3}, {.count = 10});
  EXPECT_EQ(found.rows, 40U);
  for (std::vector<Feature> selected : found.selected) {
    std::sort(selected.begin(), selected.end());
    EXPECT_EQ(selected, (std::vector<Feature>{0, 1, 2}));
  }
}

/// At a level of 5 %, more than 9 of 60 tables are selected from with a probability below 0.003.
TEST(NumberEvaluation, selects_nothing_from_noise_by_a_permutation_test) {
  std::size_t selected = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Values features;
    for (std::size_t j = 0; j < 8; ++j) {
      features.emplace_back();
      for (std::size_t row = 0; row < 40; ++row)
        features[j].push_back(Random(seed, j).uniform(row));
    }
    std::vector<double> target(40);
    for (std::size_t row = 0; row < 40; ++row)
      target[row] = Random(seed, 99).uniform(row);
    const Table noise = numeric_table_of(std::move(features), std::move(target));
    const Selection chosen = select(
        noise, {.method = "omp", .k = K::chosen_by(by_permutation_test({.permutations = 39}))},
        {.seed = seed});
    selected += chosen.selected.empty() ? 0 : 1;
  }
  EXPECT_LE(selected, 9U);
  const Selection found =
      select(linear_table(60, 6), {.method = "omp", .k = K::chosen_by(by_permutation_test({}))});
  EXPECT_GE(found.selected.size(), 3U);
}

TEST(NumberEvaluation, states_the_parameters_that_methods_have_for_a_numeric_target) {
  const Table table = linear_table(40, 4);
  Plan plan = plan_of({"ridge"});
  plan.methods = parse_variants("mrmr,mrmr:relevance=f,omp");
  const Evaluation found = evaluate(table, plan, Context());
  const std::vector<Variant>& methods = found.plan().methods;
  EXPECT_EQ(methods[0].settings, (Settings{{"relevance", "correlation"}}));
  EXPECT_EQ(methods[0].label, "mrmr");
  EXPECT_EQ(methods[1].settings, (Settings{{"relevance", "f"}}));
  EXPECT_TRUE(methods[2].settings.empty());
}

}  // namespace
}  // namespace pith
