// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/evaluate/row_blocks.h"
#include "pith/evaluate/trial_runner.h"
#include "pith/evaluate/trials.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "pith/select/set_aside.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double mean_of_defined(const std::vector<double>& values) {
  double sum = 0;
  std::size_t count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? nan : sum / static_cast<double>(count);
}

std::vector<std::size_t> counts_for(const Table& table, std::vector<std::size_t> counts) {
  const std::size_t features = table.features();
  if (std::none_of(counts.begin(), counts.end(), [&](auto count) { return count <= features; }))
    return {features};
  std::erase_if(counts, [&](std::size_t count) { return count > features; });
  return counts;
}

/// The rows without missing feature values.
std::vector<std::size_t> complete_rows(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto is_missing = [&](const Column& column) { return column.missing().test(row); };
    const std::vector<Column>& columns = table.parts().features;
    if (std::none_of(columns.begin(), columns.end(), is_missing)) rows.push_back(row);
  }
  return rows;
}

/// Keeps the values of these rows, if there is a value for every row of the table.
template <class T>
void keep_rows(std::vector<T>& values, const std::vector<std::size_t>& rows, std::size_t all) {
  if (values.size() != all) return;
  std::vector<T> kept;
  for (const std::size_t row : rows)
    kept.push_back(values[row]);
  values = std::move(kept);
}

void check_plan(const Table& table, const Plan& plan) {
  if (plan.methods.empty() || plan.learners.empty() || plan.counts.empty()) {
    throw Error(ErrorKind::bad_argument,
                "nothing to evaluate; give at least one method, one learner and one k");
  }
  if (plan.counts.front() == 0) {
    throw Error(ErrorKind::bad_argument, fmt::format("{} must be at least 1 (got 0)", option("k")));
  }
  if (!table.has_target()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("learners need a target; name one ({})", option("target")),
                Cause::no_target);
  }
  if (table.has_weights()) {
    throw Error(ErrorKind::bad_data,
                fmt::format("learners do not support row weights; evaluate without them ({})",
                            option("weights")));
  }
}

/// Of one target with classes, as select() stratifies its sample.
std::size_t classes_with_rows(const Table& table) {
  std::vector<char> is_found(table.target().levels(), 0);
  for (std::size_t row = 0; row < table.rows(); ++row)
    is_found[table.target().code(row)] = 1;
  return static_cast<std::size_t>(std::count(is_found.begin(), is_found.end(), 1));
}

/// The sample of rows to select on has a row of each class, or two numbers that may differ.
void check_select_rows(const Table& table, const Plan& plan) {
  if (plan.select_rows == 0) return;
  if (plan.is_leaky) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} samples training rows, but {} selects on all rows; use one of them",
                            option("select_rows"), option("leaky")));
  }
  const bool is_stratified = table.has_classes() && table.targets() == 1;
  const std::size_t least = is_stratified ? classes_with_rows(table) : 2;
  if (plan.select_rows >= least) return;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} must be at least {}{} (got {})", option("select_rows"), least,
                          is_stratified ? ", one row for each class" : "", plan.select_rows));
}

/// Learners sum the squares of numbers, which must not overflow. Scaling allows for larger numbers.
void check_magnitudes(const Table& table, Scaling scaling) {
  const double largest = scaling == Scaling::none ? 1e50 : 1e150;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (table.feature(feature).is_codes()) continue;
    for (const double value : table.feature(feature).numbers()) {
      if (!(std::abs(value) > largest)) continue;
      const std::string scale = scaling == Scaling::none
                                    ? fmt::format("scale it ({}), ", option("scale", "standard"))
                                    : "";
      throw Error(
          ErrorKind::bad_data,
          fmt::format("feature {} has the value {}, which is too large for learners; {}"
                      "divide the column by a constant or drop it ({})",
                      quoted(table.name(feature)), number_text(value), scale, option("drop")),
          std::isinf(value) ? Cause::infinite_value : Cause::other);
    }
  }
}

/// How to make fewer splits.
std::string remedy_for(Splitting::Kind kind) {
  switch (kind) {
    case Splitting::Kind::folds:
    case Splitting::Kind::groups:
      return fmt::format("use fewer folds or repeats ({}, {})", option("folds"), option("repeats"));
    case Splitting::Kind::leave_one_out:
      return fmt::format("use folds instead of leave-one-out ({})", option("folds"));
    case Splitting::Kind::holdout:
      return fmt::format("use fewer repeats ({})", option("repeats"));
    case Splitting::Kind::time:
      return fmt::format("use fewer folds ({})", option("folds"));
    case Splitting::Kind::given:
      break;
  }
  return "";
}

std::uint64_t split_count(const Splitting& how, std::size_t rows) {
  switch (how.kind) {
    case Splitting::Kind::leave_one_out:
      return rows;
    case Splitting::Kind::folds:
    case Splitting::Kind::groups:
      return how.folds * how.repeats;
    case Splitting::Kind::time:
      return how.folds;
    case Splitting::Kind::given:
      return how.is_train_test || how.fold_of.empty()
                 ? 1
                 : std::uint64_t{*std::max_element(how.fold_of.begin(), how.fold_of.end())} + 1;
    case Splitting::Kind::holdout:
      break;
  }
  return how.repeats;
}

/// What more folds would need.
std::string need_of(Splitting::Kind kind, bool has_classes) {
  if (kind == Splitting::Kind::groups) return "more groups";
  if (kind != Splitting::Kind::time) return "more rows";
  return has_classes ? "more times, or both classes among the first rows" : "more times";
}

/// As Truth::outputs().
std::uint64_t outputs_of(const Table& table) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < table.targets(); ++i)
    sum += table.target(i).is_codes() ? table.target(i).levels() : 1;
  return sum;
}

/// Several targets in order of their rows, twice, and their strata.
std::uint64_t bytes_of_several(const Table& table) {
  constexpr std::uint64_t stratum = 64;
  if (table.targets() < 2) return 0;
  return table.rows() * (2 * sizeof(double) * table.targets() + stratum);
}

/// What is kept of all splits: their rows, and the results of each trial.
Reservation hold_results(const Table& table, const Plan& plan, const Context& context) {
  const Splitting& how = plan.splitting;
  const std::uint64_t splits = split_count(how, table.rows());
  const std::uint64_t points = plan.learners.size() * plan.counts.size();
  const bool keeps_scores = how.kind == Splitting::Kind::leave_one_out;
  const std::uint64_t outputs = outputs_of(table);
  const std::uint64_t scores = keeps_scores ? 2 * sizeof(double) * points * outputs : 0;
  const std::uint64_t trial = sizeof(Trial) + sizeof(Feature) * plan.counts.back() +
                              2 * sizeof(Metrics) * points + sizeof(double) * plan.learners.size() +
                              scores;
  const std::uint64_t growth = how.kind == Splitting::Kind::time ? 2 : 1;
  return context.reserve(
      bytes_of_several(table) + splits * (growth * table.rows() * sizeof(std::size_t) +
                                          (plan.methods.size() + 1) * trial),
      fmt::format("storing {} of {}", counted(splits, "split"), counted(table.rows(), "row")),
      remedy_for(how.kind));
}

/// The metrics of the baseline, which gives the same scores to all rows. They are those of the
/// whole table: among the training rows of a split, the classes of its test rows are less frequent,
/// which would bias the error upwards.
Metrics constant_metrics(const std::vector<Split>& splits, const Truth& truth,
                         const std::vector<double>& scores) {
  std::array<std::vector<double>, metric_count> values;
  for (const Split& split : splits) {
    const Truth own = truth.take(split.test);
    const Metrics found = own.metrics({scores.data(), own.rows(), scores.size(), 0, 1}, true);
    for (const Metric each : all_metrics())
      values[static_cast<std::size_t>(each)].push_back(value_of(found, each));
  }
  Metrics means;
  for (const Metric each : all_metrics())
    value_of(means, each) = mean_of_defined(values[static_cast<std::size_t>(each)]);
  return means;
}

/// Adds a note if the sample to select on is all training rows of a split.
void note_whole_samples(Evaluation& evaluation) {
  const std::size_t wanted = evaluation.plan().select_rows;
  const auto whole =
      std::count_if(evaluation.splits().begin(), evaluation.splits().end(),
                    [&](const Split& split) { return wanted > 0 && split.train.size() <= wanted; });
  if (whole == 0) return;
  evaluation.notes.push_back(fmt::format(
      "{} of {} have no more than {} training rows, so features are selected on all of them there",
      whole, counted(evaluation.splits().size(), "split"), wanted));
}

/// Adds a note for each method, and for each learner with all features, that has no results.
void note_failures(Evaluation& evaluation) {
  for (std::size_t m = 0; m < evaluation.plan().methods.size(); ++m) {
    if (evaluation.has_failed(m))
      evaluation.notes.push_back(
          fmt::format("{}: {}", evaluation.plan().methods[m].label, evaluation.failure_text(m)));
  }
  for (std::size_t learner = 0; learner < evaluation.all_features.failures.size(); ++learner) {
    const std::string& reason = evaluation.all_features.failures[learner];
    if (reason.empty()) continue;
    evaluation.notes.push_back(fmt::format("{} has no result with all features: {}",
                                           evaluation.plan().learners[learner].label, reason));
  }
}

/// Adds a note for each method that selected fewer features than the largest count.
void note_short_paths(Evaluation& evaluation) {
  const std::size_t wanted = evaluation.plan().counts.back();
  for (std::size_t m = 0; m < evaluation.plan().methods.size(); ++m) {
    if (evaluation.has_failed(m)) continue;
    std::size_t shorter = 0;
    std::size_t min_found = wanted;
    for (std::size_t split = 0; split < evaluation.splits().size(); ++split) {
      const std::size_t found = evaluation.trial(m, split).path.size();
      shorter += found < wanted ? 1 : 0;
      min_found = std::min(min_found, found);
    }
    if (shorter == 0) continue;
    evaluation.notes.push_back(fmt::format(
        "{} selected fewer than {} on {} of {} (min {}); larger k repeat the result of all "
        "selected features",
        evaluation.plan().methods[m].label, counted(wanted, "feature"), shorter,
        counted(evaluation.splits().size(), "split"), min_found));
  }
}

struct ResolvedPlan {
  Table table;
  Plan plan;
};

/// The method that runs, labelled as it would be typed.
Variant what_auto_means(const Table& table, const Variant& variant, Missing missing) {
  const Request request =
      without_auto(table, {.method = variant.id, .params = variant.settings, .missing = missing});
  Variant meant{.id = request.method, .settings = request.params, .label = request.method};
  for (const auto& [name, value] : request.params)
    meant.label += fmt::format(":{}={}", name, value);
  return meant;
}

/// The learner that runs, labelled as it would be typed.
Variant default_variant(const Variant& variant, Goal goal) {
  Variant meant{.id = default_learner_for(goal), .settings = variant.settings, .label = {}};
  meant.label = meant.id;
  for (const auto& [name, value] : meant.settings)
    meant.label += fmt::format(":{}={}", name, value);
  return meant;
}

void check_learner(const Learner& learner, Goal goal) {
  if (goal != Goal::mixed) return check_predicts(learner, has_numbers(goal));
  if (learner.can_predict(true) && learner.can_predict(false)) return;
  std::vector<std::string> of_both;
  for (const Learner& known : learners()) {
    if (known.can_predict(true) && known.can_predict(false)) of_both.push_back(known.id);
  }
  throw Error(ErrorKind::bad_data,
              fmt::format("{} predicts {}, but the targets hold classes and numbers; use {} ({})",
                          learner.id, learner.can_predict(true) ? "numbers" : "classes",
                          alternatives(of_both), option("learner")));
}

/// Checks the plan and resolves what depends on the table: counts, `auto`, and the rows that remain
/// if rows with missing values are dropped.
ResolvedPlan resolve_plan(const Table& given, Plan plan) {
  check_plan(given, plan);
  std::sort(plan.counts.begin(), plan.counts.end());
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  plan.counts = counts_for(given, plan.counts);
  for (Variant& variant : plan.methods) {
    if (variant.id == "auto") variant = what_auto_means(given, variant, plan.missing);
    variant.settings =
        without_auto(given, {.method = variant.id, .params = variant.settings}).params;
    method(variant.id).params(variant.settings);  // throws if they are invalid
  }
  for (Variant& variant : plan.learners) {
    if (variant.id == "auto") variant = default_variant(variant, goal_of(given));
    check_learner(learner(variant.id), goal_of(given));
  }
  if (plan.missing != Missing::drop || !given.has_missing()) return {given, std::move(plan)};
  const std::vector<std::size_t> rows = complete_rows(given);
  keep_rows(plan.splitting.fold_of, rows, given.rows());
  keep_rows(plan.splitting.group_of, rows, given.rows());
  keep_rows(plan.splitting.times, rows, given.rows());
  return {handle_missing(given, Missing::drop), std::move(plan)};
}

/// Decides once, on all rows, what no split gets to see. Constants stay where a method that was
/// asked for by its name shall treat them by its formula.
ReducedTable without_unwanted(const Table& given, const Plan& plan, const Context& context) {
  const bool is_all_auto = std::all_of(plan.methods.begin(), plan.methods.end(),
                                       [](const Variant& each) { return each.id == "auto"; });
  return set_aside(given, {.identifiers = !plan.allows_ids, .constants = is_all_auto}, context);
}

}  // namespace

std::string default_learner_for(Goal goal) {
  return goal == Goal::mixed ? "knn" : default_learner(has_numbers(goal));
}

Evaluation::Evaluation(Plan plan, std::vector<Split> splits, Truth truth, std::vector<Trial> trials)
    : failures(plan.methods.size()),
      plan_(std::move(plan)),
      splits_(std::move(splits)),
      truth_(std::move(truth)),
      trials_(std::move(trials)),
      is_leave_one_out_(std::all_of(splits_.begin(), splits_.end(),
                                    [](const Split& split) { return split.test.size() == 1; })),
      constant_scores_(truth_.constant_scores()) {
  PITH_ASSERT(trials_.size() == plan_.methods.size() * splits_.size());
  baseline_ = constant_metrics(splits_, truth_, constant_scores_);
  if (!is_leave_one_out_) return;
  const Metrics pooled =
      truth_.metrics({constant_scores_.data(), truth_.rows(), constant_scores_.size(), 0, 1}, true);
  for (const Metric each : all_metrics()) {
    if (!is_mean_of_rows(each)) value_of(baseline_, each) = value_of(pooled, each);
  }
}

std::span<const double> Evaluation::constant_of(std::size_t target) const {
  std::size_t first = 0;
  for (std::size_t i = 0; i < target; ++i)
    first += truth_.target(i).outputs();
  return std::span(constant_scores_).subspan(first, truth_.target(target).outputs());
}

std::uint32_t Evaluation::majority_class(std::size_t target) const {
  return best_class(constant_of(target));
}

std::string Evaluation::failure_text(std::size_t method) const {
  const Failure& failure = *failures[method];
  if (!failure.split) return failure.message;
  return fmt::format("split {} of {}: {}", *failure.split + 1, splits_.size(), failure.message);
}

bool Evaluation::has_all_features(std::size_t learner) const {
  return !all_features.trials.empty() && all_features.failures[learner].empty();
}

std::size_t Evaluation::finished() const {
  std::size_t failed = 0;
  for (std::size_t m = 0; m < plan_.methods.size(); ++m)
    failed += has_failed(m) ? 1 : 0;
  return (plan_.methods.size() - failed) * splits_.size() + all_features.trials.size();
}

const Trial& Evaluation::trial_of(const Curve& curve, std::size_t split) const {
  return curve.method == plan_.methods.size() ? all_features.trials[split]
                                              : trial(curve.method, split);
}

std::size_t Evaluation::counts_of(const Curve& curve) const {
  return curve.method == plan_.methods.size() ? 1 : plan_.counts.size();
}

bool Evaluation::has_results(const Curve& curve) const {
  return curve.method == plan_.methods.size() ? has_all_features(curve.learner)
                                              : !has_failed(curve.method);
}

std::vector<double> Evaluation::values(const Curve& curve, std::size_t count, Metric metric) const {
  if (!has_results(curve)) return std::vector<double>(splits_.size(), nan);
  std::vector<double> all;
  for (std::size_t split = 0; split < splits_.size(); ++split) {
    const Trial& of = trial_of(curve, split);
    all.push_back(value_of(of.metrics[curve.learner * counts_of(curve) + count], metric));
  }
  return all;
}

Metrics Evaluation::pooled(const Curve& curve, std::size_t count) const {
  const std::size_t outputs = truth_.outputs();
  std::vector<std::size_t> rows;
  std::vector<double> scores;
  scores.reserve(splits_.size() * outputs);
  for (std::size_t split = 0; split < splits_.size(); ++split) {
    rows.push_back(splits_[split].test.front());
    const auto* const begin =
        trial_of(curve, split).scores.data() + (curve.learner * counts_of(curve) + count) * outputs;
    scores.insert(scores.end(), begin, begin + outputs);
  }
  return truth_.take(rows).metrics(
      MatrixView<const double>::row_major(scores.data(), rows.size(), outputs), false);
}

double Evaluation::mean(const Curve& curve, std::size_t count, Metric metric) const {
  if (is_leave_one_out_ && !is_mean_of_rows(metric) && has_results(curve))
    return value_of(pooled(curve, count), metric);
  return mean_of_defined(values(curve, count, metric));
}

std::vector<double> Evaluation::mean_values(const Curve& curve, Metric metric) const {
  std::vector<double> sums(splits_.size());
  for (std::size_t count = 0; count < counts_of(curve); ++count) {
    const std::vector<double> each = values(curve, count, metric);
    for (std::size_t split = 0; split < sums.size(); ++split)
      sums[split] += each[split] / static_cast<double>(counts_of(curve));
  }
  return sums;
}

double Evaluation::overall(const Curve& curve, Metric metric) const {
  std::vector<double> means;
  for (std::size_t count = 0; count < counts_of(curve); ++count)
    means.push_back(mean(curve, count, metric));
  return mean_of_defined(means);
}

std::vector<double> Evaluation::method_seconds() const {
  std::vector<double> sums = leaky_seconds;
  sums.resize(plan_.methods.size());
  for (std::size_t i = 0; i < trials_.size(); ++i)
    sums[i / splits_.size()] += trials_[i].select_seconds;
  return sums;
}

std::vector<double> Evaluation::learner_seconds() const {
  std::vector<double> sums(plan_.learners.size());
  for (const auto* const trials : {&trials_, &all_features.trials}) {
    for (const Trial& trial : *trials) {
      for (std::size_t i = 0; i < trial.learn_seconds.size(); ++i)
        sums[i] += trial.learn_seconds[i];
    }
  }
  return sums;
}

double Evaluation::overlap() const {
  double sum = 0;
  for (const Split& split : splits_)
    sum += static_cast<double>(split.test.size()) / static_cast<double>(split.train.size());
  return sum / static_cast<double>(splits_.size());
}

Evaluation evaluate(const Table& given, const Plan& wanted, const Context& context,
                    TrialStore* store) {
  ReducedTable reduced = without_unwanted(given, wanted, context);
  reduced.table = with_fixed_kinds(reduced.table, context);
  ResolvedPlan resolved = resolve_plan(reduced.table, wanted);
  const Table& table = resolved.table;
  const Column strata = evaluate_internal::strata_of(table);
  resolved.plan.splitting.folds = usable_folds(strata, resolved.plan.splitting);
  const Plan& plan = resolved.plan;
  check_select_rows(table, plan);
  check_magnitudes(table, plan.scaling);
  Reservation held = hold_results(table, plan, context);
  std::vector<Split> splits = make_splits(strata, plan.splitting, context.seed);
  const evaluate_internal::TrialRunner runner(table, plan, splits);
  evaluate_internal::Trials all = run_trials(table, plan, splits, runner, context, store);
  for (Trial& trial : all.trials) {
    if (!reduced.is_whole()) trial.path = reduced.places_of(trial.path);
  }
  Evaluation evaluation(plan, std::move(splits), runner.truth(), std::move(all.trials));
  const auto first_new = static_cast<std::ptrdiff_t>(given.notes().size());
  evaluation.notes.assign(reduced.table.notes().begin() + first_new, reduced.table.notes().end());
  evaluation.held = std::make_shared<const Reservation>(std::move(held));
  evaluation.failures = std::move(all.failures);
  evaluation.all_features = std::move(all.all_features);
  evaluation.reused = all.reused;
  evaluation.leaky_seconds = std::move(all.leaky_seconds);
  if (*std::max_element(wanted.counts.begin(), wanted.counts.end()) > table.features()) {
    evaluation.notes.push_back(fmt::format("the table has {}, so larger k are skipped",
                                           counted(table.features(), "feature")));
  }
  if (plan.splitting.folds < wanted.splitting.folds) {
    evaluation.notes.push_back(
        fmt::format("{} in place of {}, which need {}", counted(plan.splitting.folds, "fold"),
                    wanted.splitting.folds, need_of(plan.splitting.kind, table.has_classes())));
  }
  note_whole_samples(evaluation);
  note_failures(evaluation);
  note_short_paths(evaluation);
  return evaluation;
}

}  // namespace pith
