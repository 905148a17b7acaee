// SPDX-License-Identifier: Apache-2.0
// Evaluations within a memory limit.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/evaluate/evaluation.h"
#include "pith/learn/model/learner.h"

namespace pith {
namespace {

Table noisy_table(std::size_t rows, std::size_t features, std::uint32_t class_count) {
  TableParts parts;
  std::vector<std::uint32_t> classes;
  std::vector<std::string> names;
  for (std::size_t row = 0; row < rows; ++row)
    classes.push_back(static_cast<std::uint32_t>(row % class_count));
  for (std::uint32_t c = 0; c < class_count; ++c)
    names.push_back("c" + std::to_string(c));
  for (std::size_t j = 0; j < features; ++j) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row)
      values.push_back(Random(7, j).uniform(row) + 0.1 * classes[row]);
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  parts.target = Column::from_codes(classes, names);
  return Table(std::move(parts));
}

Plan plan_with(const std::string& learner) {
  return {.methods = {parse_variant("mim")},
          .learners = {parse_variant(learner)},
          .counts = {1, 4},
          .splitting = {.folds = 4},
          .has_baseline = false};
}

std::vector<double> errors_of(const Evaluation& found) {
  std::vector<double> all;
  for (std::size_t count = 0; count < 2; ++count) {
    for (const double each : found.values({}, count, Metric::error))
      all.push_back(each);
  }
  return all;
}

/// The limit that a refusal names, in bytes.
std::uint64_t named_limit(const std::string& text) {
  const std::size_t place = text.find("(memory=");
  return place == std::string::npos ? 0 : std::stoull(text.substr(place + 8)) << 20U;
}

TEST(EvaluationMemory, results_are_the_same_for_every_sufficient_limit_and_number_of_threads) {
  const Table table = noisy_table(300, 6, 3);
  for (const Learner& each : learners()) {
    if (!each.can_predict(false)) continue;
    const Plan plan = plan_with(each.id);
    const std::vector<double> expected = errors_of(evaluate(table, plan));
    for (const unsigned threads : {1U, 8U}) {
      // Climbs from a tiny limit by what the refusals name.
      std::uint64_t limit = 1U << 16U;
      std::optional<std::vector<double>> found;
      for (int step = 0; step < 8 && !found; ++step) {
        try {
          found = errors_of(evaluate(table, plan, {.threads = threads, .memory = limit}));
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::resources) << error.what();
          const std::uint64_t next = named_limit(error.what());
          ASSERT_GT(next, limit) << error.what();
          limit = next;
        }
      }
      ASSERT_TRUE(found.has_value()) << each.id;
      EXPECT_EQ(*found, expected) << each.id << " on " << threads << " threads";
    }
  }
}

TEST(EvaluationMemory, a_refusal_does_not_depend_on_threads) {
  const Table table = noisy_table(400, 5, 2);
  std::string first;
  for (const unsigned threads : {1U, 2U, 8U}) {
    try {
      (void)evaluate(table, plan_with("rbf-svm"), {.threads = threads, .memory = 2U << 20U});
      FAIL() << "the kernel matrix of 300 rows takes more";
    } catch (const Error& error) {
      if (first.empty()) first = error.what();
      EXPECT_EQ(first, error.what());
      EXPECT_NE(first.find("fitting rbf-svm on 4 features would take"), std::string::npos) << first;
    }
  }
}

TEST(EvaluationMemory, many_given_folds_are_refused_before_their_rows_are_stored) {
  const Table table = noisy_table(3000, 2, 2);
  Plan plan = plan_with("naive-bayes");
  plan.splitting.kind = Splitting::Kind::given;
  for (std::uint32_t row = 0; row < 3000; ++row)
    plan.splitting.fold_of.push_back(row / 2);
  try {
    (void)evaluate(table, plan, {.memory = 16U << 20U});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("storing 1500 splits of 3000 rows would take"),
              std::string::npos)
        << error.what();
  }
}

TEST(EvaluationMemory, is_held_as_long_as_the_results) {
  const Table table = noisy_table(200, 3, 2);
  const Context context{.memory = 256U << 20U};
  {
    const Evaluation found = evaluate(table, plan_with("knn"), context);
    EXPECT_LE(context.memory_available(), (256U << 20U) - 4 * 200 * sizeof(std::size_t));
  }
  EXPECT_EQ(context.memory_available(), 256U << 20U);
}

}  // namespace
}  // namespace pith
