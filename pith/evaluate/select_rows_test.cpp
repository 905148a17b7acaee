// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/journal.h"

// Plan::select_rows: features are selected on a sample of the training rows.
namespace pith {
namespace {

constexpr std::size_t rows = 90;
constexpr std::size_t features = 20;

/// Three classes in turn; every feature is noise that is shifted by the class, ever less. From row
/// `changed` on, the features have other values.
Table noisy_table(std::size_t changed = rows) {
  TableParts parts;
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < rows; ++row)
    classes.push_back(static_cast<std::uint32_t>(row % 3));
  for (std::size_t j = 0; j < features; ++j) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) {
      const double noise = Random(row < changed ? 1 : 2, j).uniform(row);
      values.push_back(noise + 0.6 * classes[row] / static_cast<double>(j + 1));
    }
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  parts.target = Column::from_codes(classes, {"a", "b", "c"});
  return Table(std::move(parts));
}

Plan sampled_plan(std::size_t select_rows) {
  return {.methods = {parse_variant("mrmr"), parse_variant("fisher"), parse_variant("random")},
          .learners = {parse_variant("knn")},
          .counts = {2, features},
          .splitting = {.folds = 3},
          .select_rows = select_rows,
          .has_baseline = false};
}

void expect_same(const Evaluation& one, const Evaluation& two) {
  for (std::size_t m = 0; m < one.plan().methods.size(); ++m) {
    for (std::size_t split = 0; split < one.splits().size(); ++split) {
      EXPECT_EQ(one.trial(m, split).path, two.trial(m, split).path);
      for (std::size_t i = 0; i < one.trial(m, split).metrics.size(); ++i)
        EXPECT_EQ(one.trial(m, split).metrics[i].error, two.trial(m, split).metrics[i].error);
    }
  }
}

std::string message_of(const Plan& plan, const Table& table = noisy_table()) {
  try {
    evaluate(table, plan);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(SelectRows, changes_the_selection_and_not_the_rows_that_learners_are_fitted_on) {
  const Evaluation sampled = evaluate(noisy_table(), sampled_plan(9));
  const Evaluation whole = evaluate(noisy_table(), sampled_plan(0));
  const std::size_t fisher = 1;
  for (std::size_t split = 0; split < 3; ++split) {
    EXPECT_NE(sampled.trial(fisher, split).path, whole.trial(fisher, split).path);
    // With all features the selection does not matter, so that only the training rows do.
    EXPECT_EQ(sampled.trial(fisher, split).metrics[1].error,
              whole.trial(fisher, split).metrics[1].error);
  }
}

TEST(SelectRows, ignores_the_test_rows) {
  Plan plan = sampled_plan(12);
  plan.splitting.kind = Splitting::Kind::given;
  plan.splitting.is_train_test = true;
  constexpr std::size_t trained = 60;
  for (std::size_t row = 0; row < rows; ++row)
    plan.splitting.fold_of.push_back(row < trained ? 0 : 1);
  const Evaluation one = evaluate(noisy_table(), plan);
  const Evaluation two = evaluate(noisy_table(trained), plan);
  for (std::size_t m = 0; m < 3; ++m)
    EXPECT_EQ(one.trial(m, 0).path, two.trial(m, 0).path);
  const Evaluation other = evaluate(noisy_table(trained / 2), plan);
  EXPECT_NE(one.trial(1, 0).path, other.trial(1, 0).path);
}

TEST(SelectRows, are_the_same_for_all_methods_and_others_for_another_seed) {
  Plan plan = sampled_plan(9);
  plan.methods = {parse_variant("fisher"), parse_variant("fisher")};
  const Evaluation one = evaluate(noisy_table(), plan, {.seed = 1});
  for (std::size_t split = 0; split < 3; ++split)
    EXPECT_EQ(one.trial(0, split).path, one.trial(1, split).path);
  plan.splitting.kind = Splitting::Kind::given;  // the same splits with both seeds
  for (std::size_t row = 0; row < rows; ++row)
    plan.splitting.fold_of.push_back(static_cast<std::uint32_t>(row / 45));
  EXPECT_NE(evaluate(noisy_table(), plan, {.seed = 1}).trial(0, 0).path,
            evaluate(noisy_table(), plan, {.seed = 2}).trial(0, 0).path);
}

TEST(SelectRows, are_all_rows_where_more_are_wanted_than_there_are) {
  const Evaluation whole = evaluate(noisy_table(), sampled_plan(0));
  EXPECT_TRUE(whole.notes.empty());
  for (const std::size_t many : {60, 1'000'000}) {
    const Evaluation sampled = evaluate(noisy_table(), sampled_plan(many));
    expect_same(sampled, whole);
    ASSERT_EQ(sampled.notes.size(), 1U);
    EXPECT_EQ(sampled.notes[0], "3 of 3 splits have no more than " + std::to_string(many) +
                                    " training rows, so features are selected on all of them "
                                    "there");
  }
  EXPECT_TRUE(evaluate(noisy_table(), sampled_plan(59)).notes.empty());
}

TEST(SelectRows, are_the_same_on_any_number_of_threads) {
  const Evaluation one = evaluate(noisy_table(), sampled_plan(15), {.threads = 1, .seed = 3});
  expect_same(one, evaluate(noisy_table(), sampled_plan(15), {.threads = 2, .seed = 3}));
  expect_same(one, evaluate(noisy_table(), sampled_plan(15), {.threads = 7, .seed = 3}));
}

TEST(SelectRows, are_at_least_one_of_each_class) {
  EXPECT_EQ(message_of(sampled_plan(2)),
            "select_rows must be at least 3, one row for each class (got 2)");
  EXPECT_EQ(message_of(sampled_plan(3)), "");
}

TEST(SelectRows, are_at_least_two_of_numbers) {
  TableParts parts = noisy_table().parts();
  parts.target = parts.features.back();
  const Table table(std::move(parts));
  Plan plan = sampled_plan(1);
  plan.methods = {parse_variant("correlation")};
  EXPECT_EQ(message_of(plan, table), "select_rows must be at least 2 (got 1)");
  plan.select_rows = 20;
  EXPECT_EQ(message_of(plan, table), "");
}

TEST(SelectRows, cannot_be_leaky) {
  Plan plan = sampled_plan(9);
  plan.is_leaky = true;
  EXPECT_EQ(message_of(plan),
            "select_rows samples training rows, but leaky selects on all rows; use one of them");
}

TEST(SelectRows, have_journals_of_their_own) {
  EXPECT_NE(fingerprint(noisy_table(), sampled_plan(9), 0),
            fingerprint(noisy_table(), sampled_plan(10), 0));
}

}  // namespace
}  // namespace pith
