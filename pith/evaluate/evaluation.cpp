// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/base/stopwatch.h"
#include "pith/evaluate/run_concurrently.h"
#include "pith/learn/model/encoding.h"
#include "pith/learn/model/learner.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"

namespace pith {
namespace {

/// A random stream under the seed of the context, distinct from those of methods and splits.
constexpr std::uint64_t seeds_stream = std::uint64_t{5} << 32U;

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
      return fmt::format(" or use fewer folds or repeats ({}, {})", option("folds"),
                         option("repeats"));
    case Splitting::Kind::leave_one_out:
      return fmt::format(" or use folds instead of leave-one-out ({})", option("folds"));
    case Splitting::Kind::holdout:
      return fmt::format(" or use fewer repeats ({})", option("repeats"));
    case Splitting::Kind::given:
      break;
  }
  return "";
}

/// The row numbers of all splits are kept; they may take half of the memory.
void check_memory(const Table& table, const Splitting& how, const Context& context) {
  const std::uint64_t splits = how.kind == Splitting::Kind::leave_one_out ? table.rows()
                               : how.kind == Splitting::Kind::folds       ? how.folds * how.repeats
                                                                          : how.repeats;
  const std::uint64_t bytes = splits * table.rows() * sizeof(std::size_t);
  if (bytes <= context.memory_limit() / 2) return;
  throw Error(
      ErrorKind::resources,
      fmt::format("storing {} of {} needs {} MiB, and the limit is {} MiB (half of the memory "
                  "limit); raise the limit ({}){}",
                  counted(splits, "split"), counted(table.rows(), "row"), mebibytes(bytes),
                  context.memory_limit() >> 21U, option("memory"), remedy_for(how.kind)));
}

/// A learner with its parameters.
struct ConfiguredLearner {
  const Learner& learner;
  Params params;
};

std::vector<ConfiguredLearner> configured_learners(const Plan& plan) {
  std::vector<ConfiguredLearner> configured;
  for (const Variant& variant : plan.learners) {
    const Learner& known = learner(variant.id);
    configured.push_back({.learner = known, .params = known.params(variant.settings)});
  }
  return configured;
}

Request request_for(const Plan& plan, std::size_t method) {
  return {.method = plan.methods[method].id,
          .k = plan.counts.back(),
          .params = plan.methods[method].settings,
          .bins = plan.bins,
          .missing = plan.missing};
}

/// Runs the trials of a plan. Table, plan and splits are not owned and must outlive it.
class TrialRunner {
 public:
  TrialRunner(const Table& table, const Plan& plan, const std::vector<Split>& splits)
      : table_(table), plan_(plan), splits_(splits), learners_(configured_learners(plan)) {
    for (std::size_t row = 0; row < table.rows(); ++row)
      classes_.push_back(table.target().code(row));
    keeps_scores_ = std::all_of(splits.begin(), splits.end(),
                                [](const Split& split) { return split.test.size() == 1; });
  }

  const std::vector<std::uint32_t>& classes() const { return classes_; }

  std::vector<Feature> select_path(std::size_t method, const Table& table,
                                   const Context& context) const {
    const Selection selection = select(table, request_for(plan_, method), context);
    context.check_cancelled();  // a cancelled search returns a partial result
    return selection.features();
  }

  /// Whether a stored trial has the shape of a trial of this plan.
  bool is_compatible(const Trial& trial) const {
    const std::size_t points = learners_.size() * plan_.counts.size();
    return trial.metrics.size() == points &&
           trial.scores.size() == (keeps_scores_ ? points * table_.classes() : 0) &&
           trial.path.size() <= plan_.counts.back() &&
           std::all_of(trial.path.begin(), trial.path.end(),
                       [&](Feature feature) { return feature < table_.features(); });
  }

  /// Fits and scores every learner on every count of features of the path.
  Trial evaluate_path(std::vector<Feature> path, std::size_t split, const Context& context) const {
    const Split& rows = splits_[split];
    std::vector<std::size_t> all_rows(plan_.is_leaky ? table_.rows() : 0);
    std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
    const Encoding encoding(
        table_, plan_.is_leaky ? all_rows : rows.train, path,
        {.scaling = plan_.scaling, .missing_is_level = plan_.missing == Missing::level});
    const std::vector<double> train = encoding.encode(table_, rows.train);
    const std::vector<double> test = encoding.encode(table_, rows.test);
    Trial trial{.path = std::move(path), .metrics = {}};
    const EncodedSplit encoded{.encoding = encoding,
                               .train = train,
                               .test = test,
                               .train_classes = classes_of(rows.train),
                               .test_classes = classes_of(rows.test)};
    for (const ConfiguredLearner& learner : learners_) {
      const Stopwatch watch;
      std::size_t last = 0;
      for (std::size_t c = 0; c < plan_.counts.size(); ++c) {
        const std::size_t count = std::min(plan_.counts[c], trial.path.size());
        if (c > 0 && count == last) {
          repeat_last(trial);
        } else {
          fit_and_score(learner, encoded, count, trial, context);
        }
        last = count;
      }
      trial.learn_seconds.push_back(watch.seconds());
    }
    return trial;
  }

 private:
  struct EncodedSplit {
    const Encoding& encoding;
    const std::vector<double>& train;
    const std::vector<double>& test;
    std::vector<std::uint32_t> train_classes;
    std::vector<std::uint32_t> test_classes;
  };

  std::vector<std::uint32_t> classes_of(const std::vector<std::size_t>& rows) const {
    std::vector<std::uint32_t> classes(rows.size());
    std::transform(rows.begin(), rows.end(), classes.begin(),
                   [&](std::size_t row) { return classes_[row]; });
    return classes;
  }

  /// The method selected fewer features than the count, so the results are those of the last count.
  void repeat_last(Trial& trial) const {
    trial.metrics.push_back(trial.metrics.back());
    if (!keeps_scores_) return;
    const std::vector<double> last(
        trial.scores.end() - static_cast<std::ptrdiff_t>(table_.classes()), trial.scores.end());
    trial.scores.insert(trial.scores.end(), last.begin(), last.end());
  }

  void fit_and_score(const ConfiguredLearner& configured, const EncodedSplit& encoded,
                     std::size_t count, Trial& trial, const Context& context) const {
    context.check_cancelled();
    const std::size_t classes = table_.classes();
    const std::size_t width = encoded.encoding.columns();
    const std::size_t used = encoded.encoding.columns(count);
    std::vector<double> scores(encoded.test_classes.size() * classes);
    const auto out =
        MatrixView<double>::row_major(scores.data(), encoded.test_classes.size(), classes);
    if (used == 0) {
      score_by_frequency(encoded.train_classes, out);
    } else {
      const Examples examples{
          .rows = {encoded.train.data(), encoded.train_classes.size(), used, width, 1},
          .classes = encoded.train_classes,
          .class_count = classes,
          .categories = encoded.encoding.categories(count)};
      configured.learner.fit(examples, configured.params, context)
          ->score({encoded.test.data(), encoded.test_classes.size(), used, width, 1}, out);
    }
    const MatrixView<const double> in(scores.data(), encoded.test_classes.size(), classes, classes,
                                      1);
    trial.metrics.push_back(
        metrics(encoded.test_classes, in, configured.learner.gives_probabilities));
    if (keeps_scores_) trial.scores.insert(trial.scores.end(), scores.begin(), scores.end());
  }

  /// Without features, the scores are the log frequencies of the classes.
  static void score_by_frequency(const std::vector<std::uint32_t>& classes,
                                 const MatrixView<double>& out) {
    for (std::size_t c = 0; c < out.extent(1); ++c) {
      const auto count = static_cast<double>(
          std::count(classes.begin(), classes.end(), static_cast<std::uint32_t>(c)));
      for (std::size_t row = 0; row < out.extent(0); ++row)
        out(row, c) = std::log(count / static_cast<double>(classes.size()));
    }
  }

  const Table& table_;
  const Plan& plan_;
  const std::vector<Split>& splits_;
  std::vector<ConfiguredLearner> learners_;
  std::vector<std::uint32_t> classes_;
  bool keeps_scores_ = false;
};

/// The error of the majority-class baseline. The majority class is that of the whole table: among
/// the training rows of a split, the classes of its test rows are less frequent, which would bias
/// the error upwards.
double majority_class_error(const std::vector<Split>& splits,
                            const std::vector<std::uint32_t>& classes, std::size_t class_count) {
  std::vector<std::size_t> counts(class_count);
  for (const std::uint32_t each : classes)
    ++counts[each];
  const auto majority =
      static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  double sum = 0;
  for (const Split& split : splits) {
    const auto wrong = std::count_if(split.test.begin(), split.test.end(),
                                     [&](std::size_t row) { return classes[row] != majority; });
    sum += static_cast<double>(wrong) / static_cast<double>(split.test.size());
  }
  return sum / static_cast<double>(splits.size());
}

/// Adds a note for each method that selected fewer features than the largest count.
void note_short_paths(Evaluation& evaluation) {
  const std::size_t wanted = evaluation.plan().counts.back();
  for (std::size_t m = 0; m < evaluation.plan().methods.size(); ++m) {
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

/// Checks the plan and resolves what depends on the table: counts, `auto`, and the rows that remain
/// if rows with missing values are dropped.
ResolvedPlan resolve_plan(const Table& given, Plan plan) {
  check_plan(given, plan);
  std::sort(plan.counts.begin(), plan.counts.end());
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  plan.counts = counts_for(given, plan.counts);
  for (Variant& variant : plan.methods) {
    const Method& known = variant.id == "auto" ? auto_method(given) : method(variant.id);
    known.params(variant.settings);  // throws if they are invalid
    if (variant.id == "auto") variant.label = variant.id = known.id;
  }
  if (plan.missing != Missing::drop || !given.has_missing()) return {given, std::move(plan)};
  if (plan.splitting.kind == Splitting::Kind::given) {
    std::vector<std::uint32_t> folds;
    for (const std::size_t row : complete_rows(given))
      folds.push_back(plan.splitting.fold_of[row]);
    plan.splitting.fold_of = std::move(folds);
  }
  return {handle_missing(given, Missing::drop), std::move(plan)};
}

}  // namespace

Evaluation::Evaluation(Plan plan, std::vector<Split> splits, std::vector<std::uint32_t> classes,
                       std::vector<Trial> trials)
    : plan_(std::move(plan)),
      splits_(std::move(splits)),
      classes_(std::move(classes)),
      trials_(std::move(trials)),
      class_count_(*std::max_element(classes_.begin(), classes_.end()) + std::size_t{1}),
      baseline_error_(majority_class_error(splits_, classes_, class_count_)),
      is_leave_one_out_(std::all_of(splits_.begin(), splits_.end(),
                                    [](const Split& split) { return split.test.size() == 1; })) {
  PITH_ASSERT(trials_.size() == plan_.methods.size() * splits_.size());
}

std::vector<double> Evaluation::values(const Curve& curve, std::size_t count, Metric metric) const {
  std::vector<double> all;
  for (std::size_t split = 0; split < splits_.size(); ++split) {
    const Trial& of = trial(curve.method, split);
    all.push_back(value_of(of.metrics[curve.learner * plan_.counts.size() + count], metric));
  }
  return all;
}

Metrics Evaluation::pooled(const Curve& curve, std::size_t count) const {
  std::vector<std::uint32_t> truth;
  std::vector<double> scores;
  for (std::size_t split = 0; split < splits_.size(); ++split) {
    truth.push_back(classes_[splits_[split].test.front()]);
    const auto* const begin = trial(curve.method, split).scores.data() +
                              (curve.learner * plan_.counts.size() + count) * class_count_;
    scores.insert(scores.end(), begin, begin + class_count_);
  }
  return metrics(truth, {scores.data(), truth.size(), class_count_, class_count_, 1}, false);
}

double Evaluation::mean(const Curve& curve, std::size_t count, Metric metric) const {
  const bool is_pooled = metric == Metric::balanced_error || metric == Metric::auc;
  if (is_leave_one_out_ && is_pooled) return value_of(pooled(curve, count), metric);
  return mean_of_defined(values(curve, count, metric));
}

std::vector<double> Evaluation::mean_values(const Curve& curve, Metric metric) const {
  std::vector<double> sums(splits_.size());
  for (std::size_t count = 0; count < plan_.counts.size(); ++count) {
    const std::vector<double> each = values(curve, count, metric);
    for (std::size_t split = 0; split < sums.size(); ++split)
      sums[split] += each[split] / static_cast<double>(plan_.counts.size());
  }
  return sums;
}

double Evaluation::overall(const Curve& curve, Metric metric) const {
  std::vector<double> means;
  for (std::size_t count = 0; count < plan_.counts.size(); ++count)
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
  for (const Trial& trial : trials_) {
    for (std::size_t i = 0; i < trial.learn_seconds.size(); ++i)
      sums[i] += trial.learn_seconds[i];
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
  const ResolvedPlan resolved = resolve_plan(given, wanted);
  const Table& table = resolved.table;
  const Plan& plan = resolved.plan;
  check_magnitudes(table, plan.scaling);
  check_memory(table, plan.splitting, context);
  std::vector<Split> splits = make_splits(table.target(), plan.splitting, context.seed);
  const TrialRunner runner(table, plan, splits);
  const std::size_t methods = plan.methods.size();
  std::vector<std::vector<Feature>> leaky_paths(plan.is_leaky ? methods : 0);
  std::vector<double> leaky_seconds(leaky_paths.size());
  run_concurrently(table, leaky_paths.size(), "select", context,
                   [&](std::size_t method, const Context& own) {
                     const Stopwatch watch;
                     leaky_paths[method] = runner.select_path(method, table, own);
                     leaky_seconds[method] = watch.seconds();
                   });

  std::vector<Trial> trials(methods * splits.size());
  // All methods run on one split before the next, so that progress predicts the remaining time.
  run_concurrently(table, trials.size(), "evaluate", context, [&](std::size_t unit, Context own) {
    const std::size_t method = unit % methods;
    const std::size_t split = unit / methods;
    Trial& trial = trials[method * splits.size() + split];
    if (store != nullptr) {
      auto kept = store->find(method, split);
      if (kept && runner.is_compatible(*kept)) {
        trial = std::move(*kept);
        return;
      }
    }
    own.seed = Random(context.seed, seeds_stream).bits(split);
    const Stopwatch watch;
    std::vector<Feature> path =
        plan.is_leaky ? leaky_paths[method]
                      : runner.select_path(method, table.take(splits[split].train), own);
    const double seconds = watch.seconds();
    trial = runner.evaluate_path(std::move(path), split, own);
    trial.select_seconds = plan.is_leaky ? 0 : seconds;
    if (store != nullptr) store->keep(method, split, trial);
  });
  Evaluation evaluation(plan, std::move(splits), runner.classes(), std::move(trials));
  evaluation.leaky_seconds = std::move(leaky_seconds);
  if (*std::max_element(wanted.counts.begin(), wanted.counts.end()) > table.features()) {
    evaluation.notes.push_back(fmt::format("the table has {}, so larger k are skipped",
                                           counted(table.features(), "feature")));
  }
  note_short_paths(evaluation);
  return evaluation;
}

}  // namespace pith
