// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/trial_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/select/select.h"

namespace pith::evaluate_internal {
namespace {

/// Training and test rows as numbers, their targets, and a column while its code is made.
std::uint64_t encoded_bytes(std::uint64_t rows, std::uint64_t columns, std::uint64_t targets) {
  return sizeof(double) * rows * (columns + 1 + targets);
}

}  // namespace

Request request_for(const Plan& plan, std::size_t method) {
  return {.method = plan.methods[method].id,
          .k = plan.counts.back(),
          .params = plan.methods[method].settings,
          .bins = plan.bins,
          .missing = plan.missing,
          .combine = plan.combine,
          .allows_ids = true,  // set aside already
          .rows = plan.select_rows};
}

TrialRunner::TrialRunner(const Table& table, const Plan& plan, const std::vector<Split>& splits)
    : table_(table), plan_(plan), splits_(splits), truth_(Truth::of_table(table)) {
  for (const Variant& variant : plan.learners) {
    const Learner& known = learner(variant.id);
    learners_.push_back({.learner = known, .params = known.params(variant.settings)});
  }
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
         trial.scores.size() == (keeps_scores_ ? points * truth_.outputs() : 0) &&
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
  const std::uint64_t outputs = truth_.outputs();
  const std::uint64_t labels = truth_.targets() > 1 ? 2 * outputs : 0;  // known and predicted
  return configured.learner.bytes(size, configured.params) + of_row * (tested + outputs) +
         tested * (sizeof(double) * outputs + labels);
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
  const FitSize size{.rows = train_rows_, .columns = columns, .classes = max_classes()};
  return encoded_bytes(train_rows_ + test_rows_, columns, truth_.targets()) +
         bytes_of_scores(learners_[learner], size, test_rows_);
}

void TrialRunner::check_fit(std::size_t learner, std::size_t features,
                            const Context& context) const {
  const Which which = features < table_.features() ? Which::narrowest : Which::widest;
  context.require_memory(
      bytes_of_fit(learner, features, which),
      fmt::format("fitting {} on {}", plan_.learners[learner].label, counted(features, "feature")));
}

std::size_t TrialRunner::max_classes() const {
  std::size_t most = 0;
  for (std::size_t i = 0; i < truth_.targets(); ++i)
    most = std::max(most, truth_.target(i).class_count());
  return most;
}

Trial TrialRunner::evaluate_all_features(std::size_t split, std::vector<std::string>& failures,
                                         const Context& context) const {
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
    if (trial.metrics.size() == i) trial.metrics.emplace_back();  // undefined
    if (keeps_scores_) trial.scores.resize(trial.metrics.size() * truth_.outputs());
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
  Reservation held = context.reserve(
      encoded_bytes(rows.train.size() + rows.test.size(), encoding.columns(), truth_.targets()),
      fmt::format("encoding {}", counted(path.size(), "feature")));
  std::vector<double> train = encoding.encode(table_, rows.train);
  std::vector<double> test = encoding.encode(table_, rows.test);
  return {.held = std::move(held),
          .encoding = std::move(encoding),
          .train = std::move(train),
          .test = std::move(test),
          .train_truth = truth_.take(rows.train),
          .test_truth = truth_.take(rows.test)};
}

/// The method selected fewer features than the count, so the results are those of the last count.
void TrialRunner::repeat_last(Trial& trial) const {
  trial.metrics.push_back(trial.metrics.back());
  if (!keeps_scores_) return;
  const std::vector<double> last(trial.scores.end() - static_cast<std::ptrdiff_t>(truth_.outputs()),
                                 trial.scores.end());
  trial.scores.insert(trial.scores.end(), last.begin(), last.end());
}

namespace {

/// Of several targets, one may have a single class among the training rows.
bool has_one_class(const Truth& target) {
  const std::span<const std::uint32_t> classes = target.classes();
  return !classes.empty() && std::all_of(classes.begin(), classes.end(),
                                         [&](std::uint32_t c) { return c == classes.front(); });
}

void fill_rows(const std::vector<double>& values, const MatrixView<double>& rows) {
  for (std::size_t row = 0; row < rows.extent(0); ++row) {
    for (std::size_t i = 0; i < values.size(); ++i)
      rows(row, i) = values[i];
  }
}

}  // namespace

void TrialRunner::fit_and_score(const ConfiguredLearner& configured, const EncodedSplit& encoded,
                                std::size_t count, Trial& trial, const Context& context) const {
  context.check_cancelled();
  const std::size_t outputs = truth_.outputs();
  const std::size_t width = encoded.encoding.columns();
  const std::size_t used = encoded.encoding.columns(count);
  const Truth& known = encoded.train_truth;
  const std::size_t tested = encoded.test_truth.rows();
  const Reservation held = context.reserve(
      bytes_of_scores(configured,
                      {.rows = known.rows(),
                       .columns = used,
                       .classes = max_classes(),
                       .threads = context.thread_count()},
                      tested),
      fmt::format("fitting {} on {}", configured.learner.id, counted(count, "feature")));
  std::vector<double> scores;
  scores.reserve(tested * outputs);
  if (used == 0) {
    const std::vector<double> constant = known.constant_scores();
    for (std::size_t row = 0; row < tested; ++row)
      scores.insert(scores.end(), constant.begin(), constant.end());
  } else {
    scores.resize(tested * outputs);
    std::size_t first = 0;
    for (std::size_t i = 0; i < known.targets(); ++i) {
      const Truth& target = known.target(i);
      const MatrixView<double> own{scores.data() + first, tested, target.outputs(), outputs, 1};
      first += target.outputs();
      if (has_one_class(target)) {  // nothing can be learnt
        fill_rows(target.constant_scores(), own);
        continue;
      }
      const Examples examples{.rows = {encoded.train.data(), known.rows(), used, width, 1},
                              .classes = target.classes(),
                              .class_count = target.class_count(),
                              .categories = encoded.encoding.categories(count),
                              .numbers = target.numbers()};
      configured.learner.fit(examples, configured.params, context)
          ->score({encoded.test.data(), tested, used, width, 1}, own);
    }
  }
  trial.metrics.push_back(encoded.test_truth.metrics(
      MatrixView<const double>::row_major(scores.data(), tested, outputs),
      configured.learner.gives_probabilities));
  if (keeps_scores_) trial.scores.insert(trial.scores.end(), scores.begin(), scores.end());
}

}  // namespace pith::evaluate_internal
