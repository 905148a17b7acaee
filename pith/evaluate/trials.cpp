// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/base/stopwatch.h"
#include "pith/evaluate/row_blocks.h"
#include "pith/evaluate/run_concurrently.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "pith/select/unsuitable.h"

namespace pith::evaluate_internal {
namespace {

/// A random stream under the seed of the context, distinct from those of methods and splits.
constexpr std::uint64_t seeds_stream = std::uint64_t{5} << 32U;

/// Whether an error concerns one method and these data, so that the other methods go on. Whoever
/// reaches the memory limit would rather raise it than wait for an incomplete result.
bool is_of_method(const Error& error) {
  return error.kind() == ErrorKind::bad_data || error.kind() == ErrorKind::bad_argument;
}

/// The methods that cannot go on. Several threads may use it at the same time.
class Failures {
 public:
  explicit Failures(std::size_t methods) : errors_(methods), splits_(methods), reasons_(methods) {}

  /// Records the failure on the lowest split, whatever the order of the calls.
  void add(std::size_t method, std::optional<std::size_t> split, const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (errors_[method] && !(split < splits_[method])) return;
    errors_[method] = error;
    splits_[method] = split;
    const auto* const unsuitable = dynamic_cast<const Unsuitable*>(&error);
    reasons_[method] = unsuitable != nullptr ? unsuitable->marked_reason() : error.marked();
  }
  /// Whether the method failed on this split or an earlier one, or on the whole table. Later splits
  /// do not count, so that the lowest split that fails is always found.
  bool has_failed(std::size_t method, std::size_t split) const {
    const std::scoped_lock lock(mutex_);
    return errors_[method] && (!splits_[method] || *splits_[method] <= split);
  }
  bool is_any_left() const {
    return std::any_of(errors_.begin(), errors_.end(), [](const auto& each) { return !each; });
  }
  /// Why all methods have failed: each reason once, with the methods that it holds for, and what to
  /// do. `others` are methods that would not fail, if any.
  Error of_all(const Plan& plan, std::size_t splits, const std::vector<std::string>& others) const {
    const Error& first = *errors_.front();
    const std::vector<SharedReason> reasons = shared_reasons(plan);
    std::string text;
    for (const SharedReason& each : reasons) {
      text += text.empty() ? "" : "; ";
      if (each.split) text += fmt::format("split {} of {}: ", *each.split + 1, splits);
      text += reasons_[each.methods.front()];
      std::vector<std::string> more;
      for (std::size_t i = 1; i < each.methods.size(); ++i)
        more.push_back(plan.methods[each.methods[i]].id);
      if (!more.empty() && each.names_method)
        text += fmt::format(" (likewise {})", listed(more, more.size()));
    }
    if (reasons.size() == 1) {
      text += first.marked().substr(reasons_.front().size());
    } else if (!others.empty()) {
      text += fmt::format("; choose other methods, e.g. {}", option("method", others));
    }
    return {first.kind(), text, first.cause()};
  }
  std::vector<std::optional<Failure>> by_method() const {
    std::vector<std::optional<Failure>> all(errors_.size());
    for (std::size_t m = 0; m < all.size(); ++m) {
      if (errors_[m]) all[m] = Failure{.message = errors_[m]->marked(), .split = splits_[m]};
    }
    return all;
  }

 private:
  /// Methods that failed on the same rows for a reason that differs only in their name.
  struct SharedReason {
    std::string text;
    std::optional<std::size_t> split;
    bool names_method = false;
    std::vector<std::size_t> methods = {};
  };

  std::vector<SharedReason> shared_reasons(const Plan& plan) const {
    std::vector<SharedReason> all;
    for (std::size_t m = 0; m < errors_.size(); ++m) {
      const std::string& reason = reasons_[m];
      std::string text = reason;
      const std::string& id = plan.methods[m].id;
      for (auto at = text.find(id); at != std::string::npos; at = text.find(id, at + 1))
        text.replace(at, id.size(), 1, '\0');
      const auto known = std::find_if(all.begin(), all.end(), [&](const SharedReason& each) {
        return each.text == text && each.split == splits_[m];
      });
      if (known != all.end()) {
        known->methods.push_back(m);
      } else {
        all.push_back(
            {.text = text, .split = splits_[m], .names_method = text != reason, .methods = {m}});
      }
    }
    return all;
  }

  std::vector<std::optional<Error>> errors_;
  std::vector<std::optional<std::size_t>> splits_;
  std::vector<std::string> reasons_;  // without the remedies
  mutable std::mutex mutex_;
};

/// Runs `work`; if the method cannot take the rows, records it.
template <class Work>
void run_method(Failures& failures, std::size_t method, std::optional<std::size_t> split,
                Work work) {
  try {
    work();
  } catch (const Error& error) {
    if (!is_of_method(error)) throw;
    failures.add(method, split, error);
  }
}

/// What the trials have in common.
class TrialRun {
 public:
  TrialRun(const Table& table, const Plan& plan, const std::vector<Split>& splits,
           const TrialRunner& runner, const Context& context, TrialStore* store)
      : table_(table),
        plan_(plan),
        splits_(splits),
        runner_(runner),
        context_(context),
        store_(store),
        failures_(plan.methods.size()),
        trials_(plan.methods.size() * splits.size()),
        leaky_paths_(plan.is_leaky ? plan.methods.size() : 0),
        leaky_seconds_(leaky_paths_.size()),
        all_features_failures_(splits.size(), std::vector<std::string>(plan.learners.size())) {}

  Trials run() {
    for (std::size_t method = 0; method < plan_.methods.size(); ++method) {
      run_method(failures_, method, std::nullopt,
                 [&] { check_request(table_, request_for(plan_, method), context_); });
    }
    check_any_left();
    check_learners();
    select_leaky_paths();
    check_all_features();
    run_units();
    check_any_left();
    return {.trials = trials_without_failures(),
            .failures = failures_.by_method(),
            .leaky_seconds = std::move(leaky_seconds_),
            .all_features = {.trials = std::move(all_features_), .failures = first_failures()},
            .reused = reused_};
  }

 private:
  void check_any_left() const {
    if (failures_.is_any_left()) return;
    std::vector<std::string> others =
        suitable_methods(table_, request_for(plan_, 0), {"mrmr", "relieff", "mim"}, context_);
    std::erase_if(others, [&](const std::string& id) {
      return std::any_of(plan_.methods.begin(), plan_.methods.end(),
                         [&](const Variant& each) { return each.id == id; });
    });
    throw failures_.of_all(plan_, splits_.size(), others);
  }

  std::uint64_t bytes_of_fit(std::size_t learner, std::size_t features) const {
    return runner_.bytes_of_fit(learner, features, TrialRunner::Which::widest);
  }

  /// Refuses at once what no trial has memory for. A method that finds its own number of features
  /// may find few.
  void check_learners() {
    const bool may_find_few =
        std::any_of(plan_.methods.begin(), plan_.methods.end(), [](const Variant& each) {
          const Method& known = method(each.id);
          return known.traits_for(known.params(each.settings)).output.finds_k;
        });
    const std::size_t least = may_find_few ? 1 : plan_.counts.back();
    for (std::size_t learner = 0; learner < plan_.learners.size(); ++learner) {
      if (store_ == nullptr) runner_.check_fit(learner, least, context_);
      bytes_ = std::max(bytes_, bytes_of_fit(learner, plan_.counts.back()));
    }
  }

  void select_leaky_paths() {
    run_concurrently(table_, leaky_paths_.size(), "select", context_,
                     [&](std::size_t method, const Context& own) {
                       if (failures_.has_failed(method, 0)) return;
                       run_method(failures_, method, std::nullopt, [&] {
                         const Stopwatch watch;
                         leaky_paths_[method] = runner_.select_path(method, table_, own);
                         leaky_seconds_[method] = watch.seconds();
                       });
                     });
  }

  /// Decides which learners can be fitted on all features.
  void check_all_features() {
    if (!plan_.has_baseline) return;
    std::vector<std::string> failures(plan_.learners.size());
    for (std::size_t learner = 0; learner < failures.size(); ++learner) {
      try {
        runner_.check_fit(learner, table_.features(), context_);
        bytes_ = std::max(bytes_, bytes_of_fit(learner, table_.features()));
        all_features_.resize(splits_.size());
      } catch (const Error& error) {
        failures[learner] = error.marked();
      }
    }
    std::fill(all_features_failures_.begin(), all_features_failures_.end(), failures);
  }

  /// All methods run on one split before the next, so that progress predicts the remaining time.
  void run_units() {
    const std::size_t methods = plan_.methods.size();
    const std::size_t per_split = methods + (all_features_.empty() ? 0 : 1);
    const NamedRuns runs{
        .count = per_split * splits_.size(),
        .phase = "evaluate",
        .name = [&](std::size_t unit) { return unit_name(unit % per_split, unit / per_split); },
        .bytes = bytes_};
    run_concurrently(table_, runs, context_, [&](std::size_t unit, const Context& own) {
      const std::size_t method = unit % per_split;
      const std::size_t split = unit / per_split;
      if (method == methods) {
        run_all_features(split, own);
      } else if (!failures_.has_failed(method, split)) {
        run_method(failures_, method, split, [&] { run_trial(method, split, own); });
      }
    });
  }

  /// `wine.csv, mrmr, fold 3 of 10`.
  std::string unit_name(std::size_t method, std::size_t split) const {
    const std::string& source = table_.source();
    const std::string file = source.substr(source.find_last_of('/') + 1);
    const bool is_fold = plan_.splitting.repeats == 1 &&
                         plan_.splitting.kind != Splitting::Kind::holdout &&
                         plan_.splitting.kind != Splitting::Kind::leave_one_out;
    return fmt::format("{}{}{}, {} {} of {}", file, file.empty() ? "" : ", ",
                       method < plan_.methods.size() ? plan_.methods[method].label : "all features",
                       is_fold ? "fold" : "split", split + 1, splits_.size());
  }

  /// A trial of an earlier run.
  bool find(std::size_t method, std::size_t split, std::span<const std::size_t> counts,
            Trial& trial) {
    if (store_ == nullptr) return false;
    auto kept = store_->find(method, split);
    if (!kept || !runner_.is_compatible(*kept, counts)) return false;
    trial = std::move(*kept);
    ++reused_;
    return true;
  }

  std::vector<Feature> path_of(std::size_t method, std::size_t split, const Context& own) const {
    if (plan_.is_leaky) return leaky_paths_[method];
    const std::vector<std::size_t>& rows = splits_[split].train;
    const Reservation held =
        own.reserve(bytes_of_part(table_, rows.size()), "the copy of the training rows of a split");
    return runner_.select_path(method, take_rows(table_, rows), own);
  }

  void run_trial(std::size_t method, std::size_t split, Context own) {
    Trial& trial = trials_[method * splits_.size() + split];
    if (find(method, split, plan_.counts, trial)) return;
    own.seed = Random(context_.seed, seeds_stream).bits(split);
    const Stopwatch watch;
    std::vector<Feature> path = path_of(method, split, own);
    const double seconds = watch.seconds();
    trial =
        runner_.evaluate_path(std::move(path), split,
                              {.counts = plan_.counts, .scales_by_all_rows = plan_.is_leaky}, own);
    trial.select_seconds = plan_.is_leaky ? 0 : seconds;
    if (store_ != nullptr) store_->keep(method, split, trial);
  }

  void run_all_features(std::size_t split, Context own) {
    const std::size_t counts[] = {table_.features()};
    if (find(plan_.methods.size(), split, counts, all_features_[split])) return;
    own.seed = Random(context_.seed, seeds_stream).bits(split);
    std::vector<std::string>& failures = all_features_failures_[split];
    all_features_[split] = runner_.evaluate_all_features(split, failures, own);
    const bool is_whole = std::all_of(failures.begin(), failures.end(),
                                      [](const auto& each) { return each.empty(); });
    if (store_ != nullptr && is_whole)
      store_->keep(plan_.methods.size(), split, all_features_[split]);
  }

  std::vector<Trial> trials_without_failures() {
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (failures_.has_failed(i / splits_.size(), splits_.size())) trials_[i] = {};
    }
    return std::move(trials_);
  }

  /// Why each learner has no result with all features, by the first split that says so.
  std::vector<std::string> first_failures() const {
    std::vector<std::string> first(plan_.learners.size());
    for (const auto& of_split : all_features_failures_) {
      for (std::size_t learner = 0; learner < first.size(); ++learner) {
        if (first[learner].empty()) first[learner] = of_split[learner];
      }
    }
    return first;
  }

  const Table& table_;
  const Plan& plan_;
  const std::vector<Split>& splits_;
  const TrialRunner& runner_;
  const Context& context_;
  TrialStore* store_;
  Failures failures_;
  std::vector<Trial> trials_;                      // by method, then by split
  std::vector<std::vector<Feature>> leaky_paths_;  // by method
  std::vector<double> leaky_seconds_;
  std::vector<Trial> all_features_;                              // by split
  std::vector<std::vector<std::string>> all_features_failures_;  // by split, then by learner
  std::uint64_t bytes_ = 0;  // what encoding and fitting need at most
  std::atomic<std::size_t> reused_{0};
};

}  // namespace

Trials run_trials(const Table& table, const Plan& plan, const std::vector<Split>& splits,
                  const TrialRunner& runner, const Context& context, TrialStore* store) {
  return TrialRun(table, plan, splits, runner, context, store).run();
}

}  // namespace pith::evaluate_internal
