// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/trial_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/select/select.h"

namespace pith::evaluate_internal {
namespace {

/// Without features, the scores are the log frequencies of the classes.
void score_by_frequency(const std::vector<std::uint32_t>& classes, const MatrixView<double>& out) {
  for (std::size_t c = 0; c < out.extent(1); ++c) {
    const auto count = static_cast<double>(
        std::count(classes.begin(), classes.end(), static_cast<std::uint32_t>(c)));
    for (std::size_t row = 0; row < out.extent(0); ++row)
      out(row, c) = std::log(count / static_cast<double>(classes.size()));
  }
}

/// Training and test rows as numbers, their classes, and a column while its code is made.
std::uint64_t encoded_bytes(std::uint64_t rows, std::uint64_t columns) {
  return sizeof(double) * rows * (columns + 2);
}

}  // namespace

Request request_for(const Plan& plan, std::size_t method) {
  return {.method = plan.methods[method].id,
          .k = plan.counts.back(),
          .params = plan.methods[method].settings,
          .bins = plan.bins,
          .missing = plan.missing,
          .allows_ids = true};  // set aside already
}

TrialRunner::TrialRunner(const Table& table, const Plan& plan, const std::vector<Split>& splits)
    : table_(table), plan_(plan), splits_(splits) {
  for (const Variant& variant : plan.learners) {
    const Learner& known = learner(variant.id);
    learners_.push_back({.learner = known, .params = known.params(variant.settings)});
  }
  for (std::size_t row = 0; row < table.rows(); ++row)
    classes_.push_back(table.target().code(row));
  for (const Split& split : splits) {
    train_rows_ = std::max(train_rows_, split.train.size());
    test_rows_ = std::max(test_rows_, split.test.size());
  }
  keeps_scores_ = std::all_of(splits.begin(), splits.end(),
                              [](const Split& split) { return split.test.size() == 1; });
}

std::vector<Feature> TrialRunner::select_path(std::size_t method, const Table& table,
                                              const Context& context) const {
  const Selection selection = select(table, request_for(plan_, method), context);
  context.check_cancelled();  // a cancelled search returns a partial result
  return selection.features();
}

bool TrialRunner::is_compatible(const Trial& trial, std::span<const std::size_t> counts) const {
  const std::size_t points = learners_.size() * counts.size();
  return trial.metrics.size() == points &&
         trial.scores.size() == (keeps_scores_ ? points * table_.classes() : 0) &&
         trial.path.size() <= counts.back() &&
         std::all_of(trial.path.begin(), trial.path.end(),
                     [&](Feature feature) { return feature < table_.features(); });
}

Trial TrialRunner::evaluate_path(std::vector<Feature> path, std::size_t split, const Fit& fit,
                                 const Context& context) const {
  const EncodedSplit encoded = encode(path, split, fit.scales_by_all_rows, context);
  Trial trial{.path = std::move(path), .metrics = {}};
  for (const ConfiguredLearner& learner : learners_) {
    const Stopwatch watch;
    std::size_t last = 0;
    for (std::size_t c = 0; c < fit.counts.size(); ++c) {
      const std::size_t count = std::min(fit.counts[c], trial.path.size());
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

std::uint64_t TrialRunner::bytes_of_scores(const ConfiguredLearner& configured, const FitSize& size,
                                           std::size_t tested) const {
  constexpr std::uint64_t of_row = 4 * sizeof(double);  // what metrics are computed from
  const std::uint64_t classes = table_.classes();
  return configured.learner.bytes(size, configured.params) + of_row * (tested + classes) +
         sizeof(double) * tested * classes;
}

std::uint64_t TrialRunner::bytes_of_fit(std::size_t learner, std::size_t features,
                                        Which which) const {
  std::vector<std::uint64_t> widths;
  widths.reserve(table_.features());
  for (const Column& column : table_.parts().features)
    widths.push_back(!column.is_codes() ? 1 : which == Which::widest ? column.levels() + 1 : 0);
  std::sort(widths.begin(), widths.end());
  if (which == Which::widest) std::reverse(widths.begin(), widths.end());
  widths.resize(std::min(features, widths.size()));
  const std::uint64_t columns = std::accumulate(widths.begin(), widths.end(), std::uint64_t{0});
  const FitSize size{.rows = train_rows_, .columns = columns, .classes = table_.classes()};
  return encoded_bytes(train_rows_ + test_rows_, columns) +
         bytes_of_scores(learners_[learner], size, test_rows_);
}

void TrialRunner::check_fit(std::size_t learner, std::size_t features,
                            const Context& context) const {
  const Which which = features < table_.features() ? Which::narrowest : Which::widest;
  context.require_memory(
      bytes_of_fit(learner, features, which),
      fmt::format("fitting {} on {}", plan_.learners[learner].label, counted(features, "feature")));
}

Trial TrialRunner::evaluate_all_features(std::size_t split, std::vector<std::string>& failures,
                                         const Context& context) const {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Feature> all(table_.features());
  std::iota(all.begin(), all.end(), Feature{0});
  Trial trial{.path = {}, .metrics = {}};
  std::optional<EncodedSplit> encoded;
  for (std::size_t i = 0; i < learners_.size(); ++i) {
    const Stopwatch watch;
    try {
      if (!encoded && failures[i].empty()) encoded = encode(all, split, false, context);
      if (failures[i].empty()) fit_and_score(learners_[i], *encoded, all.size(), trial, context);
    } catch (const Error& error) {
      // Memory was enough by check_fit(); others have it at the moment.
      if (error.kind() == ErrorKind::cancelled || error.kind() == ErrorKind::resources) throw;
      failures[i] = error.marked();
    }
    if (trial.metrics.size() == i)
      trial.metrics.push_back({.error = nan, .balanced_error = nan, .auc = nan, .log_loss = nan});
    if (keeps_scores_) trial.scores.resize(trial.metrics.size() * table_.classes());
    trial.learn_seconds.push_back(watch.seconds());
  }
  return trial;
}

TrialRunner::EncodedSplit TrialRunner::encode(std::span<const Feature> path, std::size_t split,
                                              bool scales_by_all_rows,
                                              const Context& context) const {
  const Split& rows = splits_[split];
  std::vector<std::size_t> all_rows(scales_by_all_rows ? table_.rows() : 0);
  std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
  Encoding encoding(
      table_, scales_by_all_rows ? all_rows : rows.train, path,
      {.scaling = plan_.scaling, .missing_is_level = plan_.missing == Missing::level});
  Reservation held =
      context.reserve(encoded_bytes(rows.train.size() + rows.test.size(), encoding.columns()),
                      fmt::format("encoding {}", counted(path.size(), "feature")));
  std::vector<double> train = encoding.encode(table_, rows.train);
  std::vector<double> test = encoding.encode(table_, rows.test);
  return {.held = std::move(held),
          .encoding = std::move(encoding),
          .train = std::move(train),
          .test = std::move(test),
          .train_classes = classes_of(rows.train),
          .test_classes = classes_of(rows.test)};
}

std::vector<std::uint32_t> TrialRunner::classes_of(const std::vector<std::size_t>& rows) const {
  std::vector<std::uint32_t> classes(rows.size());
  std::transform(rows.begin(), rows.end(), classes.begin(),
                 [&](std::size_t row) { return classes_[row]; });
  return classes;
}

/// The method selected fewer features than the count, so the results are those of the last count.
void TrialRunner::repeat_last(Trial& trial) const {
  trial.metrics.push_back(trial.metrics.back());
  if (!keeps_scores_) return;
  const std::vector<double> last(trial.scores.end() - static_cast<std::ptrdiff_t>(table_.classes()),
                                 trial.scores.end());
  trial.scores.insert(trial.scores.end(), last.begin(), last.end());
}

void TrialRunner::fit_and_score(const ConfiguredLearner& configured, const EncodedSplit& encoded,
                                std::size_t count, Trial& trial, const Context& context) const {
  context.check_cancelled();
  const std::size_t classes = table_.classes();
  const std::size_t width = encoded.encoding.columns();
  const std::size_t used = encoded.encoding.columns(count);
  const std::size_t tested = encoded.test_classes.size();
  const Reservation held = context.reserve(
      bytes_of_scores(configured,
                      {.rows = encoded.train_classes.size(),
                       .columns = used,
                       .classes = classes,
                       .threads = context.thread_count()},
                      tested),
      fmt::format("fitting {} on {}", configured.learner.id, counted(count, "feature")));
  std::vector<double> scores(tested * classes);
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

}  // namespace pith::evaluate_internal
