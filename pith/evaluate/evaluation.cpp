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
#include "pith/evaluate/learner.h"
#include "pith/evaluate/run_concurrently.h"
#include "pith/select/catalog.h"

namespace pith {
namespace {

/// A stream of random numbers under the seed of the context, away from those of methods and splits.
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

/// Rows without a gap.
std::vector<std::size_t> whole_rows(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto has_gap = [&](const Column& column) { return column.missing().test(row); };
    const std::vector<Column>& columns = table.parts().features;
    if (std::none_of(columns.begin(), columns.end(), has_gap)) rows.push_back(row);
  }
  return rows;
}

void check_plan(const Table& table, const Plan& plan) {
  if (plan.methods.empty() || plan.learners.empty() || plan.counts.empty()) {
    throw Error(ErrorKind::bad_argument,
                "nothing to evaluate; give at least one method, one learner and one number of "
                "features");
  }
  if (plan.counts.front() == 0) {
    throw Error(ErrorKind::bad_argument, "k is 0; ask for at least one feature");
  }
  if (!table.has_target()) {
    throw Error(ErrorKind::bad_data, "learners need a target; name one (--target)");
  }
  if (table.has_weights()) {
    throw Error(ErrorKind::bad_data,
                "learners do not take row weights; leave them out (--weights)");
  }
}

/// Learners square numbers and add the squares up; unscaled ones must leave room for that.
void check_magnitudes(const Table& table, Scaling scaling) {
  const double largest = scaling == Scaling::none ? 1e50 : 1e150;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (table.feature(feature).is_codes()) continue;
    for (const double value : table.feature(feature).numbers()) {
      if (!(std::abs(value) > largest)) continue;
      throw Error(ErrorKind::bad_data,
                  fmt::format("feature {} has the value {}, which is too large for learners; {}"
                              "divide the column by a constant, or drop it (--drop)",
                              quoted(table.name(feature)), number_text(value),
                              scaling == Scaling::none ? "scale it (--scale standard), " : ""));
    }
  }
}

/// The rows of all splits are kept.
void check_memory(const Table& table, const Splitting& how, const Context& context) {
  const std::uint64_t splits = how.kind == Splitting::Kind::leave_one_out ? table.rows()
                               : how.kind == Splitting::Kind::folds       ? how.folds * how.repeats
                                                                          : how.repeats;
  const std::uint64_t bytes = splits * table.rows() * sizeof(std::size_t);
  if (bytes <= context.memory_limit() / 2) return;
  throw Error(
      ErrorKind::resources,
      fmt::format("{} splits of {} rows take {} MiB, and the limit is {} MiB; ask for fewer "
                  "(--folds, --repeats) or allow more (--memory)",
                  splits, table.rows(), mebibytes(bytes), context.memory_limit() >> 20U));
}

/// A learner with its parameters.
struct Judge {
  const Learner& learner;
  Params params;
};

std::vector<Judge> judges_of(const Plan& plan) {
  std::vector<Judge> judges;
  for (const Variant& variant : plan.learners) {
    const Learner& known = learner(variant.id);
    judges.push_back({.learner = known, .params = known.params(variant.settings)});
  }
  return judges;
}

Request request_for(const Plan& plan, std::size_t method) {
  return {.method = plan.methods[method].id,
          .k = plan.counts.back(),
          .params = plan.methods[method].settings,
          .bins = plan.bins,
          .missing = plan.missing};
}

/// Makes trials; everything that they share is here.
class Bench {
 public:
  Bench(const Table& table, const Plan& plan, const std::vector<Split>& splits)
      : table_(table), plan_(plan), splits_(splits), judges_(judges_of(plan)) {
    for (std::size_t row = 0; row < table.rows(); ++row)
      classes_.push_back(table.target().code(row));
    keeps_scores_ = std::all_of(splits.begin(), splits.end(),
                                [](const Split& split) { return split.test.size() == 1; });
  }

  const std::vector<std::uint32_t>& classes() const { return classes_; }

  std::vector<Feature> select(std::size_t method, const Table& table,
                              const Context& context) const {
    const Selection selection = run(table, request_for(plan_, method), context).selection;
    context.check_cancelled();  // a search that was asked to stop returns what it has
    return selection.features();
  }

  /// Whether a trial that somebody kept has the shape of ours.
  bool could_have_made(const Trial& trial) const {
    const std::size_t points = judges_.size() * plan_.counts.size();
    return trial.metrics.size() == points &&
           trial.scores.size() == (keeps_scores_ ? points * table_.classes() : 0) &&
           trial.path.size() <= plan_.counts.back() &&
           std::all_of(trial.path.begin(), trial.path.end(),
                       [&](Feature feature) { return feature < table_.features(); });
  }

  Trial make(std::vector<Feature> path, std::size_t split, const Context& context) const {
    const Split& rows = splits_[split];
    std::vector<std::size_t> everything(plan_.is_leaky ? table_.rows() : 0);
    std::iota(everything.begin(), everything.end(), std::size_t{0});
    const Encoding encoding(
        table_, plan_.is_leaky ? everything : rows.train, path,
        {.scaling = plan_.scaling, .missing_is_level = plan_.missing == Missing::level});
    const std::vector<double> train = encoding.encode(table_, rows.train);
    const std::vector<double> test = encoding.encode(table_, rows.test);
    Trial trial{.path = std::move(path), .metrics = {}};
    const Part part{.encoding = encoding,
                    .train = train,
                    .test = test,
                    .train_classes = classes_of(rows.train),
                    .test_classes = classes_of(rows.test)};
    for (const Judge& judge : judges_) {
      const Stopwatch watch;
      std::size_t last = 0;
      for (std::size_t c = 0; c < plan_.counts.size(); ++c) {
        const std::size_t count = std::min(plan_.counts[c], trial.path.size());
        if (c > 0 && count == last) {
          repeat_last(trial);
        } else {
          judge_by(judge, part, count, trial, context);
        }
        last = count;
      }
      trial.learn_seconds.push_back(watch.seconds());
    }
    return trial;
  }

 private:
  struct Part {
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

  /// More features were wanted than were found.
  void repeat_last(Trial& trial) const {
    trial.metrics.push_back(trial.metrics.back());
    if (!keeps_scores_) return;
    const std::vector<double> last(
        trial.scores.end() - static_cast<std::ptrdiff_t>(table_.classes()), trial.scores.end());
    trial.scores.insert(trial.scores.end(), last.begin(), last.end());
  }

  void judge_by(const Judge& judge, const Part& part, std::size_t count, Trial& trial,
                const Context& context) const {
    context.check_cancelled();
    const std::size_t classes = table_.classes();
    const std::size_t width = part.encoding.columns();
    const std::size_t used = part.encoding.columns(count);
    std::vector<double> scores(part.test_classes.size() * classes);
    const auto out =
        MatrixView<double>::row_major(scores.data(), part.test_classes.size(), classes);
    if (used == 0) {
      score_by_frequency(part.train_classes, out);
    } else {
      const Examples examples{
          .rows = {part.train.data(), part.train_classes.size(), used, width, 1},
          .classes = part.train_classes,
          .class_count = classes,
          .categories = part.encoding.categories(count)};
      judge.learner.fit(examples, judge.params, context)
          ->score({part.test.data(), part.test_classes.size(), used, width, 1}, out);
    }
    const MatrixView<const double> in(scores.data(), part.test_classes.size(), classes, classes, 1);
    trial.metrics.push_back(metrics(part.test_classes, in, judge.learner.gives_probabilities));
    if (keeps_scores_) trial.scores.insert(trial.scores.end(), scores.begin(), scores.end());
  }

  /// All that can be said without a feature.
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
  std::vector<Judge> judges_;
  std::vector<std::uint32_t> classes_;
  bool keeps_scores_ = false;
};

/// Of the table: in the training rows of a split, the class of a test row is the rarer for it.
double chance_of(const std::vector<Split>& splits, const std::vector<std::uint32_t>& classes,
                 std::size_t class_count) {
  std::vector<std::size_t> counts(class_count);
  for (const std::uint32_t each : classes)
    ++counts[each];
  const auto most =
      static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  double sum = 0;
  for (const Split& split : splits) {
    const auto wrong = std::count_if(split.test.begin(), split.test.end(),
                                     [&](std::size_t row) { return classes[row] != most; });
    sum += static_cast<double>(wrong) / static_cast<double>(split.test.size());
  }
  return sum / static_cast<double>(splits.size());
}

/// About methods that found fewer features than were asked for.
void note_short_paths(Evaluation& evaluation) {
  const std::size_t wanted = evaluation.plan().counts.back();
  for (std::size_t m = 0; m < evaluation.plan().methods.size(); ++m) {
    std::size_t shorter = 0;
    std::size_t least = wanted;
    for (std::size_t split = 0; split < evaluation.splits().size(); ++split) {
      const std::size_t found = evaluation.trial(m, split).path.size();
      shorter += found < wanted ? 1 : 0;
      least = std::min(least, found);
    }
    if (shorter == 0) continue;
    evaluation.notes.push_back(fmt::format(
        "{} found fewer than {} features on {} of {} splits (at least {}); beyond that "
        "its values are those of all it found",
        evaluation.plan().methods[m].label, wanted, shorter, evaluation.splits().size(), least));
  }
}

struct Settled {
  Table table;
  Plan plan;
};

/// The table and plan as they can be followed: rows with gaps are gone where that is wanted.
Settled settle(const Table& given, Plan plan) {
  check_plan(given, plan);
  std::sort(plan.counts.begin(), plan.counts.end());
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  plan.counts = counts_for(given, plan.counts);
  for (Variant& variant : plan.methods) {
    const Method& known = variant.id == "auto" ? auto_method(given) : method(variant.id);
    known.params(variant.settings);  // for its errors
    if (variant.id == "auto") variant.label = variant.id = known.id;
  }
  if (plan.missing != Missing::drop || !given.has_missing()) return {given, std::move(plan)};
  if (plan.splitting.kind == Splitting::Kind::given) {
    std::vector<std::uint32_t> folds;
    for (const std::size_t row : whole_rows(given))
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
      chance_(chance_of(splits_, classes_, class_count_)),
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
  const bool is_of_rows_together = metric == Metric::balanced_error || metric == Metric::auc;
  if (is_leave_one_out_ && is_of_rows_together) return value_of(pooled(curve, count), metric);
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
  const Settled settled = settle(given, wanted);
  const Table& table = settled.table;
  const Plan& plan = settled.plan;
  check_magnitudes(table, plan.scaling);
  check_memory(table, plan.splitting, context);
  std::vector<Split> splits = make_splits(table.target(), plan.splitting, context.seed);
  const Bench bench(table, plan, splits);
  const std::size_t methods = plan.methods.size();
  std::vector<std::vector<Feature>> leaky_paths(plan.is_leaky ? methods : 0);
  std::vector<double> leaky_seconds(leaky_paths.size());
  run_concurrently(table, leaky_paths.size(), "select", context,
                   [&](std::size_t method, const Context& own) {
                     const Stopwatch watch;
                     leaky_paths[method] = bench.select(method, table, own);
                     leaky_seconds[method] = watch.seconds();
                   });

  std::vector<Trial> trials(methods * splits.size());
  // All methods on one split, then on the next: what is done tells how long the rest takes.
  run_concurrently(table, trials.size(), "evaluate", context, [&](std::size_t unit, Context own) {
    const std::size_t method = unit % methods;
    const std::size_t split = unit / methods;
    Trial& trial = trials[method * splits.size() + split];
    if (store != nullptr) {
      auto kept = store->find(method, split);
      if (kept && bench.could_have_made(*kept)) {
        trial = std::move(*kept);
        return;
      }
    }
    own.seed = Random(context.seed, seeds_stream).bits(split);
    const Stopwatch watch;
    std::vector<Feature> path = plan.is_leaky
                                    ? leaky_paths[method]
                                    : bench.select(method, table.take(splits[split].train), own);
    const double seconds = watch.seconds();
    trial = bench.make(std::move(path), split, own);
    trial.select_seconds = plan.is_leaky ? 0 : seconds;
    if (store != nullptr) store->keep(method, split, trial);
  });
  Evaluation evaluation(plan, std::move(splits), bench.classes(), std::move(trials));
  evaluation.leaky_seconds = std::move(leaky_seconds);
  if (*std::max_element(wanted.counts.begin(), wanted.counts.end()) > table.features()) {
    evaluation.notes.push_back(
        fmt::format("the table has {} feature{}, so k beyond that is left out", table.features(),
                    table.features() == 1 ? "" : "s"));
  }
  note_short_paths(evaluation);
  return evaluation;
}

}  // namespace pith
