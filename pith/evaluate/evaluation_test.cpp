// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/evaluation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/learn/model/encoding.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/select/select.h"

namespace pith {
namespace {

struct Shape {
  std::size_t rows = 60;
  std::size_t features = 12;
  std::size_t informative = 3;
  std::size_t classes = 2;
  std::uint64_t seed = 1;
};

/// Uniform features; the informative ones come first and are shifted by half the class.
Table random_table(const Shape& shape) {
  TableParts parts;
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < shape.rows; ++row)
    classes.push_back(
        static_cast<std::uint32_t>(Random(shape.seed, 1'000'000).below(row, shape.classes)));
  for (std::size_t j = 0; j < shape.features; ++j) {
    const Random random(shape.seed, j);
    std::vector<double> values;
    for (std::size_t row = 0; row < shape.rows; ++row)
      values.push_back(random.uniform(row) + (j < shape.informative ? 0.5 * classes[row] : 0));
    parts.features.push_back(Column::from_numbers(std::move(values)));
    parts.names.push_back("x" + std::to_string(j));
  }
  std::vector<std::string> names{"a", "b", "c", "d"};
  names.resize(shape.classes);
  parts.target = Column::from_codes(classes, names);
  return Table(std::move(parts));
}

Plan simple_plan() {
  return {.methods = {parse_variant("mrmr"), parse_variant("gc-mi")},
          .learners = {parse_variant("knn"), parse_variant("naive-bayes")},
          .counts = {1, 3, 6},
          .splitting = {.folds = 4}};
}

void expect_same(const Evaluation& one, const Evaluation& two) {
  for (std::size_t m = 0; m < one.plan().methods.size(); ++m) {
    for (std::size_t split = 0; split < one.splits().size(); ++split) {
      const Trial& a = one.trial(m, split);
      const Trial& b = two.trial(m, split);
      EXPECT_EQ(a.path, b.path);
      EXPECT_EQ(a.scores, b.scores);
      ASSERT_EQ(a.metrics.size(), b.metrics.size());
      for (std::size_t i = 0; i < a.metrics.size(); ++i) {
        EXPECT_EQ(a.metrics[i].error, b.metrics[i].error);
        EXPECT_EQ(a.metrics[i].balanced_error, b.metrics[i].balanced_error);
      }
    }
  }
}

TEST(Evaluation, decides_on_all_rows_what_is_set_aside) {
  const Table plain = random_table({});
  TableParts parts = plain.parts();
  std::vector<double> numbers(plain.rows());
  for (std::size_t row = 0; row < numbers.size(); ++row)
    numbers[row] = static_cast<double>(row);
  Mask all;
  for (std::size_t row = 0; row < numbers.size(); ++row)
    all.set(row);
  parts.features.insert(parts.features.begin(), Column::from_numbers(numbers));
  parts.features.push_back(Column::from_numbers(
      std::vector<double>(numbers.size(), std::numeric_limits<double>::quiet_NaN()), all));
  parts.names.insert(parts.names.begin(), "number");
  parts.names.emplace_back("nothing");
  const Evaluation without = evaluate(plain, simple_plan());
  const Evaluation with = evaluate(Table(parts), simple_plan());
  for (std::size_t m = 0; m < 2; ++m) {
    for (std::size_t split = 0; split < with.splits().size(); ++split) {
      std::vector<Feature> shifted = without.trial(m, split).path;
      for (Feature& feature : shifted)
        ++feature;
      EXPECT_EQ(with.trial(m, split).path, shifted);
    }
    EXPECT_EQ(with.mean({.method = m}, 1, Metric::error),
              without.mean({.method = m}, 1, Metric::error));
  }
  ASSERT_EQ(with.notes.size(), 2U);
  EXPECT_EQ(with.notes[0],
            "set aside 1 identifier: 'number' (allow with " + option("allow_ids") + ")");
  EXPECT_EQ(with.notes[1], "set aside 1 feature without values: 'nothing'");
}

TEST(Evaluation, selects_and_fits_on_training_rows_and_scores_on_test_rows) {
  const Table table = random_table({.classes = 3});
  const Plan plan = simple_plan();
  const Evaluation evaluation = evaluate(table, plan, {.seed = 5});
  const std::vector<Split> splits = make_splits(table.target(), plan.splitting, 5);
  ASSERT_EQ(evaluation.splits().size(), 4U);
  for (std::size_t s = 0; s < splits.size(); ++s) {
    const Split& split = splits[s];
    const auto path = select(table.take(split.train), {.method = "mrmr", .k = 6}).features();
    EXPECT_EQ(evaluation.trial(0, s).path, path);
    const Encoding encoding(table, split.train, std::span(path).first(3), {});
    const std::vector<double> train = encoding.encode(table, split.train);
    const std::vector<double> test = encoding.encode(table, split.test);
    std::vector<std::uint32_t> classes;
    for (const std::size_t row : split.train)
      classes.push_back(table.target().code(row));
    const Learner& bayes = learner("naive-bayes");
    const auto model = bayes.fit(
        {.rows = {train.data(), split.train.size(), 3, 3, 1}, .classes = classes, .class_count = 3},
        bayes.params({}), {});
    const auto predicted = predict(*model, {test.data(), split.test.size(), 3, 3, 1}, 3);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < predicted.size(); ++i)
      wrong += predicted[i] != table.target().code(split.test[i]) ? 1 : 0;
    const Curve curve{.method = 0, .learner = 1};
    EXPECT_EQ(evaluation.values(curve, 1, Metric::error)[s],
              static_cast<double>(wrong) / static_cast<double>(predicted.size()));
  }
}

/// The table with its classes permuted over the rows.
Table with_permuted_classes(const Table& table, std::uint64_t seed) {
  TableParts parts = table.parts();
  parts.target = parts.target->take(Random(seed, 77).permutation(table.rows()));
  return Table(std::move(parts));
}

// Among 5,000 noise features, some agree by chance with any classes of 50 rows. Selection from all
// rows finds them and underestimates the error.
TEST(Evaluation, finds_nothing_in_noise_unless_it_is_leaky) {
  const Table table = random_table({.rows = 50, .features = 5000, .informative = 0});
  Plan plan{.methods = {parse_variant("fisher"), parse_variant("gc-mi")},
            .learners = {parse_variant("linear-svm")},
            .counts = {10, 20},
            .splitting = {.folds = 5},
            .has_baseline = false};
  const std::size_t times = 6;
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    Plan own = plan;
    own.methods = {plan.methods[m]};
    double honest = 0;
    double leaky = 0;
    for (std::uint64_t seed = 0; seed < times; ++seed) {
      const Table permuted = with_permuted_classes(table, seed);
      own.is_leaky = false;
      honest += evaluate(permuted, own).overall({}, Metric::error) / times;
      own.is_leaky = true;
      leaky += evaluate(permuted, own).overall({}, Metric::error) / times;
    }
    // The standard error of a half from six times 50 rows is 0.03.
    EXPECT_NEAR(honest, 0.5, 0.09) << plan.methods[m].id;
    EXPECT_LT(leaky, 0.2) << plan.methods[m].id;
  }
}

TEST(Evaluation, stays_at_chance_when_classes_are_permuted) {
  const Table table = random_table({.rows = 80, .features = 30, .informative = 4});
  double sum = 0;
  const std::size_t times = 20;
  for (std::uint64_t seed = 0; seed < times; ++seed) {
    const Evaluation evaluation = evaluate(with_permuted_classes(table, seed),
                                           {.methods = {parse_variant("mrmr")},
                                            .learners = {parse_variant("logistic")},
                                            .counts = {4},
                                            .splitting = {.folds = 5}},
                                           {.seed = seed});
    sum += evaluation.overall({}, Metric::balanced_error);
  }
  EXPECT_NEAR(sum / times, 0.5, 0.04);
}

TEST(Evaluation, does_not_use_test_rows_for_imputation_or_scaling) {
  // An extreme value in a test row must not change what is learned.
  const Table table = random_table({.rows = 40, .features = 4, .informative = 2});
  std::vector<Column> columns = table.parts().features;
  std::vector<std::uint32_t> folds(40);
  for (std::size_t row = 30; row < 40; ++row)
    folds[row] = 1;
  for (Column& column : columns) {
    std::vector<double> values(column.numbers().begin(), column.numbers().end());
    values[39] = 1e6;
    Mask missing;
    values[3] = std::numeric_limits<double>::quiet_NaN();
    missing.set(3);
    column = Column::from_numbers(std::move(values), missing);
  }
  const Table with_missing = table.with_features(columns);
  std::vector<std::size_t> rows(39);
  for (std::size_t row = 0; row < 39; ++row)
    rows[row] = row;
  Plan plan{.methods = {parse_variant("mrmr")},
            .learners = {parse_variant("naive-bayes")},
            .counts = {1, 2, 3, 4},
            .splitting = {.kind = Splitting::Kind::given, .fold_of = folds, .is_train_test = true},
            .missing = Missing::impute};
  const Evaluation whole = evaluate(with_missing, plan);
  plan.splitting.fold_of.pop_back();
  const Evaluation without = evaluate(with_missing.take(rows), plan);
  EXPECT_EQ(whole.trial(0, 0).path, without.trial(0, 0).path);
  for (std::size_t count = 0; count < 4; ++count) {
    // The predictions of nine rows are equal; the tenth is right or wrong.
    const double nine = without.mean({}, count, Metric::error) * 9;
    const double ten = whole.mean({}, count, Metric::error) * 10;
    EXPECT_TRUE(std::abs(ten - nine) < 1e-9 || std::abs(ten - nine - 1) < 1e-9);
  }
}

TEST(Evaluation, is_the_same_on_any_number_of_threads) {
  const Table table = random_table({.features = 20, .classes = 4});
  Plan plan = simple_plan();
  plan.methods.push_back(parse_variant("random"));
  for (const bool is_leaky : {false, true}) {
    plan.is_leaky = is_leaky;
    const Evaluation one = evaluate(table, plan, {.threads = 1, .seed = 3});
    expect_same(one, evaluate(table, plan, {.threads = 2, .seed = 3}));
    expect_same(one, evaluate(table, plan, {.threads = 7, .seed = 3}));
  }
}

/// Keeps trials in memory.
class Memory : public TrialStore {
 public:
  std::optional<Trial> find(std::size_t method, std::size_t split) const override {
    const std::scoped_lock lock(mutex);
    const auto place = trials.find({method, split});
    return place == trials.end() ? std::nullopt : std::optional(place->second);
  }
  void keep(std::size_t method, std::size_t split, const Trial& trial) override {
    const std::scoped_lock lock(mutex);
    trials[{method, split}] = trial;
    ++kept;
  }
  std::map<std::pair<std::size_t, std::size_t>, Trial> trials;
  mutable std::mutex mutex;
  std::size_t kept = 0;
};

TEST(Evaluation, reuses_stored_trials) {
  const Table table = random_table({});
  const Plan plan = simple_plan();
  Memory memory;
  const Evaluation first = evaluate(table, plan, {.threads = 2}, &memory);
  EXPECT_EQ(memory.kept, 12U);  // of two methods and of all features
  EXPECT_EQ(first.reused, 0U);
  memory.trials.erase({1, 2});
  memory.trials.erase({0, 3});
  memory.trials[{0, 0}].metrics.pop_back();  // another shape
  memory.trials[{0, 1}].path[0] = 999;
  const Evaluation second = evaluate(table, plan, {.threads = 2}, &memory);
  EXPECT_EQ(memory.kept, 16U);
  EXPECT_EQ(second.reused, 8U);
  EXPECT_EQ(second.finished(), 12U);
  expect_same(first, second);
  EXPECT_EQ(first.overall(first.all_features_curve(0), Metric::error),
            second.overall(second.all_features_curve(0), Metric::error));
}

TEST(Evaluation, pools_all_rows_for_leave_one_out) {
  const Table table = random_table({.rows = 24});
  Plan plan = simple_plan();
  plan.splitting.kind = Splitting::Kind::leave_one_out;
  const Evaluation evaluation = evaluate(table, plan);
  EXPECT_EQ(evaluation.splits().size(), 24U);
  EXPECT_TRUE(evaluation.is_leave_one_out());
  const Curve curve{.method = 1, .learner = 1};
  std::size_t errors[2] = {0, 0};
  std::size_t counts[2] = {0, 0};
  double above = 0;
  const auto margin = [&](std::size_t row) {
    const double* scores = &evaluation.trial(1, row).scores[(1 * 3 + 2) * 2];
    return scores[1] - scores[0];
  };
  for (std::size_t row = 0; row < 24; ++row) {
    const std::uint32_t truth = table.target().code(row);
    ++counts[truth];
    errors[truth] += (margin(row) > 0 ? 1U : 0U) != truth ? 1 : 0;
    for (std::size_t other = 0; other < 24 && truth == 1; ++other) {
      if (table.target().code(other) == 1) continue;
      above += margin(row) > margin(other) ? 1 : margin(row) == margin(other) ? 0.5 : 0;
    }
  }
  const double balanced = (static_cast<double>(errors[0]) / static_cast<double>(counts[0]) +
                           static_cast<double>(errors[1]) / static_cast<double>(counts[1])) /
                          2;
  EXPECT_NEAR(evaluation.mean(curve, 2, Metric::balanced_error), balanced, 1e-12);
  EXPECT_NEAR(evaluation.mean(curve, 2, Metric::auc),
              above / static_cast<double>(counts[0] * counts[1]), 1e-12);
  EXPECT_NEAR(evaluation.mean(curve, 2, Metric::error),
              static_cast<double>(errors[0] + errors[1]) / 24, 1e-12);
  EXPECT_FALSE(std::isnan(evaluation.mean(curve, 2, Metric::log_loss)));
}

TEST(Evaluation, repeats_the_last_result_of_a_method_that_stops_early) {
  const Table table = random_table({.rows = 100, .features = 8, .informative = 1});
  Plan plan = simple_plan();
  plan.methods = {parse_variant("cfs")};
  plan.counts = {1, 5, 8, 20};
  const Evaluation evaluation = evaluate(table, plan);
  EXPECT_EQ(evaluation.plan().counts, (std::vector<std::size_t>{1, 5, 8}));
  for (std::size_t split = 0; split < 4; ++split) {
    const std::size_t found = evaluation.trial(0, split).path.size();
    EXPECT_LT(found, 8U);
    if (found <= 5) {
      EXPECT_EQ(evaluation.values({}, 1, Metric::error)[split],
                evaluation.values({}, 2, Metric::error)[split]);
    }
  }
  ASSERT_EQ(evaluation.notes.size(), 2U);
  EXPECT_EQ(evaluation.notes[0], "the table has 8 features, so larger k are skipped");
  EXPECT_NE(evaluation.notes[1].find("cfs selected fewer than 8 features on 4 of 4 splits"),
            std::string::npos)
      << evaluation.notes[1];
}

TEST(Evaluation, handles_categorical_features_and_missing_values) {
  Table table = random_table({.rows = 60, .features = 3, .informative = 1});
  std::vector<Column> columns = table.parts().features;
  std::vector<std::uint32_t> codes;
  Mask missing;
  for (std::size_t row = 0; row < 60; ++row) {
    codes.push_back(table.target().code(row) + (row % 5 == 0 ? 1 : 0));
    if (row % 7 == 0) missing.set(row);
  }
  columns[2] = Column::from_codes(codes, {"u", "v", "w"}, missing);
  table = table.with_features(columns);
  Plan plan = simple_plan();
  plan.methods = {parse_variant("jmi")};
  plan.learners = {parse_variant("naive-bayes"), parse_variant("logistic")};
  EXPECT_THROW(evaluate(table, plan), Error);
  for (const Missing how : {Missing::drop, Missing::impute, Missing::level}) {
    plan.missing = how;
    const Evaluation evaluation = evaluate(table, plan);
    EXPECT_EQ(evaluation.splits()[0].train.size() + evaluation.splits()[0].test.size(),
              how == Missing::drop ? 51U : 60U);
    EXPECT_LT(evaluation.overall({.method = 0, .learner = 0}, Metric::error), 0.4);
    EXPECT_LT(evaluation.overall({.method = 0, .learner = 1}, Metric::error), 0.4);
  }
}

TEST(Evaluation, drops_rows_with_missing_values_from_given_folds) {
  Table table = random_table({.rows = 20, .features = 3});
  std::vector<Column> columns = table.parts().features;
  std::vector<double> values(columns[0].numbers().begin(), columns[0].numbers().end());
  Mask missing;
  missing.set(0);
  values[0] = std::numeric_limits<double>::quiet_NaN();
  columns[0] = Column::from_numbers(std::move(values), missing);
  Plan plan = simple_plan();
  plan.counts = {1};
  plan.missing = Missing::drop;
  plan.splitting = {.kind = Splitting::Kind::given, .fold_of = std::vector<std::uint32_t>(20)};
  for (std::size_t row = 0; row < 10; ++row)
    plan.splitting.fold_of[row] = 1;
  const Evaluation evaluation = evaluate(table.with_features(columns), plan);
  ASSERT_EQ(evaluation.splits().size(), 2U);
  EXPECT_EQ(evaluation.splits()[0].test.size(), 10U);
  EXPECT_EQ(evaluation.splits()[1].test.size(), 9U);
}

TEST(Evaluation, uses_fewer_folds_for_a_small_table_and_says_so) {
  const Table table = random_table({.rows = 8, .features = 3});
  Plan plan = simple_plan();
  plan.splitting = {};
  EXPECT_THROW(evaluate(table, plan), Error);
  plan.splitting.allows_fewer_folds = true;
  const Evaluation evaluation = evaluate(table, plan);
  EXPECT_LT(evaluation.splits().size(), 5U);
  EXPECT_EQ(evaluation.plan().splitting.folds, evaluation.splits().size());
  ASSERT_EQ(evaluation.notes.size(), 2U);
  EXPECT_EQ(evaluation.notes[1].substr(7), " in place of 10, which need more rows");
}

TEST(Evaluation, has_the_error_of_the_majority_class_baseline) {
  TableParts parts = random_table({.rows = 20}).parts();
  std::vector<std::uint32_t> classes(20);
  for (std::size_t row = 0; row < 8; ++row)
    classes[row] = 1;
  parts.target = Column::from_codes(classes, {"a", "b"});
  const Evaluation evaluation = evaluate(Table(std::move(parts)), simple_plan());
  EXPECT_NEAR(evaluation.baseline_error(), 0.4, 1e-12);
  EXPECT_NEAR(evaluation.overlap(), 1.0 / 3, 1e-12);
}

/// The table with a categorical feature, which gc-mi does not take.
Table with_category(const Table& table) {
  std::vector<Column> columns = table.parts().features;
  std::vector<std::uint32_t> codes;
  for (std::size_t row = 0; row < table.rows(); ++row)
    codes.push_back(static_cast<std::uint32_t>(row % 2));
  columns[2] = Column::from_codes(codes, {"u", "v"});
  return table.with_features(columns);
}

TEST(Evaluation, has_all_metrics_of_the_majority_class_baseline) {
  const Table table = random_table({.rows = 60, .classes = 3});
  for (const auto kind : {Splitting::Kind::folds, Splitting::Kind::leave_one_out}) {
    Plan plan = simple_plan();
    plan.splitting.kind = kind;
    plan.has_baseline = false;
    const Metrics majority = evaluate(table, plan).baseline_metrics();
    EXPECT_NEAR(majority.balanced_error, 2.0 / 3, 1e-12);
    EXPECT_EQ(majority.auc, 0.5);
    EXPECT_GT(majority.log_loss, 0.9);
    EXPECT_LE(majority.log_loss, std::log(3.0) + 0.1);
  }
}

TEST(Evaluation, fits_the_learners_on_all_features_of_the_training_rows) {
  const Table table = with_category(random_table({.classes = 3}));
  for (const auto kind : {Splitting::Kind::folds, Splitting::Kind::leave_one_out}) {
    Plan plan = simple_plan();
    plan.splitting.kind = kind;
    plan.methods = {parse_variant("mim")};
    plan.counts = {2, 12};  // of 12 features
    const Evaluation evaluation = evaluate(table, plan, {.threads = 2});
    for (std::size_t learner = 0; learner < 2; ++learner) {
      ASSERT_TRUE(evaluation.has_all_features(learner));
      const Curve all = evaluation.all_features_curve(learner);
      const Curve selected{.method = 0, .learner = learner};
      // The same features in another order, which changes at most the last digits of a distance.
      for (const Metric metric : {Metric::error, Metric::balanced_error, Metric::auc})
        EXPECT_NEAR(evaluation.overall(all, metric), evaluation.mean(selected, 1, metric), 1e-12);
    }
    plan.has_baseline = false;
    const Evaluation without = evaluate(table, plan);
    EXPECT_FALSE(without.has_all_features(0));
    EXPECT_TRUE(without.all_features.trials.empty());
    expect_same(evaluation, without);
  }
}

TEST(Evaluation, scales_all_features_by_training_rows_even_if_the_plan_is_leaky) {
  const Table table = random_table({});
  Plan plan = simple_plan();
  const Evaluation honest = evaluate(table, plan);
  plan.is_leaky = true;
  const Evaluation leaky = evaluate(table, plan);
  EXPECT_EQ(honest.values(honest.all_features_curve(1), 0, Metric::log_loss),
            leaky.values(leaky.all_features_curve(1), 0, Metric::log_loss));
}

TEST(Evaluation, says_why_a_learner_has_no_result_with_all_features) {
  const Table table = random_table({.rows = 30, .features = 1000});
  Plan plan = simple_plan();
  plan.methods = {parse_variant("mim")};
  plan.learners = {parse_variant("qda"), parse_variant("knn")};
  // Enough for the rows, not for three matrices of 1,000 x 1,000.
  const Evaluation evaluation = evaluate(table, plan, {.threads = 1, .memory = 8'000'000});
  EXPECT_FALSE(evaluation.has_all_features(0));
  EXPECT_TRUE(evaluation.has_all_features(1));
  EXPECT_TRUE(std::isnan(evaluation.overall(evaluation.all_features_curve(0), Metric::error)));
  EXPECT_FALSE(std::isnan(evaluation.overall({}, Metric::error)));
  ASSERT_EQ(evaluation.notes.size(), 1U);
  EXPECT_EQ(evaluation.notes[0].substr(0, 77),
            "qda has no result with all features: fitting qda on 1000 features would take ");
}

TEST(Evaluation, has_a_baseline_of_one_half_for_balanced_classes_also_with_leave_one_out) {
  TableParts parts = random_table({.rows = 20}).parts();
  std::vector<std::uint32_t> classes(20);
  for (std::size_t row = 0; row < 10; ++row)
    classes[row] = 1;
  parts.target = Column::from_codes(classes, {"a", "b"});
  const Table table(std::move(parts));
  Plan plan = simple_plan();
  EXPECT_NEAR(evaluate(table, plan).baseline_error(), 0.5, 1e-12);
  plan.splitting.kind = Splitting::Kind::leave_one_out;
  EXPECT_NEAR(evaluate(table, plan).baseline_error(), 0.5, 1e-12);
}

TEST(Evaluation, rejects_invalid_plans_and_unsuitable_tables) {
  const Table table = random_table({});
  const auto expect_rejected = [&](void (*change)(Plan&)) {
    Plan plan = simple_plan();
    change(plan);
    EXPECT_THROW(evaluate(table, plan), Error);
  };
  expect_rejected([](Plan& plan) { plan.methods.clear(); });
  expect_rejected([](Plan& plan) { plan.learners.clear(); });
  expect_rejected([](Plan& plan) { plan.counts.clear(); });
  expect_rejected([](Plan& plan) { plan.counts = {0, 1}; });
  expect_rejected([](Plan& plan) { plan.methods[0].id = "mrmrr"; });
  expect_rejected([](Plan& plan) { plan.methods[0].settings = {{"no", "1"}}; });
  expect_rejected([](Plan& plan) { plan.learners[0].settings = {{"neighbours", "0"}}; });
  expect_rejected([](Plan& plan) { plan.splitting.folds = 61; });
  TableParts weighted = table.parts();
  weighted.weights.assign(60, 1);
  EXPECT_THROW(evaluate(Table(std::move(weighted)), simple_plan()), Error);
  TableParts without = table.parts();
  without.target.reset();
  EXPECT_THROW(evaluate(Table(std::move(without)), simple_plan()), Error);
  for (const auto& [scaling, value] :
       {std::pair(Scaling::none, 1e51), std::pair(Scaling::standard, 1e151)}) {
    std::vector<Column> columns = table.parts().features;
    std::vector<double> values(columns[0].numbers().begin(), columns[0].numbers().end());
    values[5] = -value;
    columns[0] = Column::from_numbers(std::move(values));
    Plan large = simple_plan();
    large.methods = {parse_variant("mim")};
    large.scaling = scaling;
    EXPECT_THROW(evaluate(table.with_features(columns), large), Error);
  }
  Plan leave_one_out = simple_plan();
  leave_one_out.splitting.kind = Splitting::Kind::leave_one_out;
  EXPECT_THROW(evaluate(table, leave_one_out, {.memory = 50'000}), Error);
}

TEST(Evaluation, goes_on_without_a_method_that_cannot_take_the_table) {
  const Table table = with_category(random_table({}));
  Plan plan = simple_plan();
  for (const bool is_leaky : {false, true}) {
    plan.is_leaky = is_leaky;
    plan.methods = {parse_variant("gc-mi"), parse_variant("mrmr")};
    Memory memory;
    const Evaluation both = evaluate(table, plan, {.threads = 2}, &memory);
    EXPECT_TRUE(both.has_failed(0));
    EXPECT_FALSE(both.has_failed(1));
    EXPECT_FALSE(both.failures[0]->split);
    EXPECT_NE(both.failure_text(0).find("feature 'x2' is categorical"), std::string::npos);
    EXPECT_EQ(both.notes.at(0).substr(0, 12), "gc-mi: featu");
    EXPECT_TRUE(std::isnan(both.overall({}, Metric::error)));
    EXPECT_TRUE(both.trial(0, 1).metrics.empty());
    EXPECT_EQ(memory.kept, 8U);
    const Evaluation again = evaluate(table, plan, {.threads = 2}, &memory);
    EXPECT_EQ(memory.kept, 8U);
    expect_same(both, again);
    plan.methods.erase(plan.methods.begin());
    const Evaluation alone = evaluate(table, plan);
    EXPECT_EQ(alone.overall({}, Metric::error), both.overall({.method = 1}, Metric::error));
  }
  plan.methods = {parse_variant("gc-mi"), parse_variant("gkl-mi")};
  EXPECT_THROW(evaluate(table, plan), Error);
}

// Two of the features vary; both are constant among the training rows of the second split.
TEST(Evaluation, reports_the_first_split_whose_training_rows_a_method_cannot_take) {
  std::vector<double> values(40);
  std::vector<std::uint32_t> classes(40);
  std::vector<std::uint32_t> folds(40);
  for (std::size_t row = 0; row < 40; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 2);
    folds[row] = static_cast<std::uint32_t>(row / 10);
    values[row] = folds[row] == 1 ? static_cast<double>(row % 3) : 0.0;
  }
  const Table table({.features = {Column::from_numbers(values), Column::from_numbers(values)},
                     .names = {"x", "z"},
                     .target = Column::from_codes(classes, {"a", "b"})});
  Plan plan = simple_plan();
  plan.counts = {1};
  plan.splitting = {.kind = Splitting::Kind::given, .fold_of = folds};
  plan.methods = {parse_variant("mim"), parse_variant("inf-fs")};
  for (const unsigned threads : {1U, 3U}) {
    const Evaluation evaluation = evaluate(table, plan, {.threads = threads});
    ASSERT_TRUE(evaluation.has_failed(1));
    EXPECT_EQ(evaluation.failures[1]->split, 1U);
    EXPECT_EQ(
        evaluation.failure_text(1),
        "split 2 of 4: all 2 features are constant, and inf-fs needs at least one that varies");
    EXPECT_FALSE(std::isnan(evaluation.overall({}, Metric::error)));
  }
  plan.methods.erase(plan.methods.begin());
  try {
    evaluate(table, plan);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 14), "split 2 of 4: ");
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
  }
}

TEST(Evaluation, can_be_cancelled) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(evaluate(random_table({}), simple_plan(), {.stop = source.get_token()}), Error);
}

}  // namespace
}  // namespace pith
