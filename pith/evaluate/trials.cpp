// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/base/stopwatch.h"
#include "pith/evaluate/run_concurrently.h"
#include "pith/select/select.h"

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
  explicit Failures(std::size_t methods) : errors_(methods), splits_(methods) {}

  /// Records the failure on the lowest split, whatever the order of the calls.
  void add(std::size_t method, std::optional<std::size_t> split, const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (errors_[method] && !(split < splits_[method])) return;
    errors_[method] = error;
    splits_[method] = split;
  }
  /// Whether the method failed on this split or an earlier one, or on the whole table. Later splits
  /// do not count, so that the lowest split that fails is always found.
  bool has_failed(std::size_t method, std::size_t split) const {
    const std::scoped_lock lock(mutex_);
    return errors_[method] && (!splits_[method] || *splits_[method] <= split);
  }
  /// Throws the error of the first method if all methods have failed.
  void check_any_left(std::size_t splits) const {
    if (std::any_of(errors_.begin(), errors_.end(), [](const auto& each) { return !each; })) return;
    const Error& first = *errors_.front();
    if (!splits_.front()) throw Error(first);
    throw Error(first.kind(),
                fmt::format("split {} of {}: {}", *splits_.front() + 1, splits, first.marked()),
                first.cause());
  }
  std::vector<std::optional<Failure>> by_method() const {
    std::vector<std::optional<Failure>> all(errors_.size());
    for (std::size_t m = 0; m < all.size(); ++m) {
      if (errors_[m]) all[m] = Failure{.message = errors_[m]->marked(), .split = splits_[m]};
    }
    return all;
  }

 private:
  std::vector<std::optional<Error>> errors_;
  std::vector<std::optional<std::size_t>> splits_;
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

}  // namespace

Trials run_trials(const Table& table, const Plan& plan, const std::vector<Split>& splits,
                  const TrialRunner& runner, const Context& context, TrialStore* store) {
  const std::size_t methods = plan.methods.size();
  Failures failures(methods);
  for (std::size_t method = 0; method < methods; ++method) {
    run_method(failures, method, std::nullopt,
               [&] { check_request(table, request_for(plan, method), context); });
  }
  failures.check_any_left(splits.size());

  Trials all{.trials = std::vector<Trial>(methods * splits.size()),
             .failures = {},
             .leaky_seconds = std::vector<double>(plan.is_leaky ? methods : 0)};
  std::vector<std::vector<Feature>> leaky_paths(all.leaky_seconds.size());
  run_concurrently(table, leaky_paths.size(), "select", context,
                   [&](std::size_t method, const Context& own) {
                     if (failures.has_failed(method, 0)) return;
                     run_method(failures, method, std::nullopt, [&] {
                       const Stopwatch watch;
                       leaky_paths[method] = runner.select_path(method, table, own);
                       all.leaky_seconds[method] = watch.seconds();
                     });
                   });

  const auto run_trial = [&](std::size_t method, std::size_t split, Context own) {
    Trial& trial = all.trials[method * splits.size() + split];
    if (store != nullptr) {
      auto kept = store->find(method, split);
      if (kept && runner.is_compatible(*kept, plan.counts)) {
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
    trial = runner.evaluate_path(std::move(path), split,
                                 {.counts = plan.counts, .scales_by_all_rows = plan.is_leaky}, own);
    trial.select_seconds = plan.is_leaky ? 0 : seconds;
    if (store != nullptr) store->keep(method, split, trial);
  };
  // All methods run on one split before the next, so that progress predicts the remaining time.
  run_concurrently(table, all.trials.size(), "evaluate", context,
                   [&](std::size_t unit, const Context& own) {
                     const std::size_t method = unit % methods;
                     const std::size_t split = unit / methods;
                     if (failures.has_failed(method, split)) return;
                     run_method(failures, method, split, [&] { run_trial(method, split, own); });
                   });
  failures.check_any_left(splits.size());
  all.failures = failures.by_method();
  for (std::size_t method = 0; method < methods; ++method) {
    if (!all.failures[method]) continue;
    const auto first = all.trials.begin() + static_cast<std::ptrdiff_t>(method * splits.size());
    std::fill_n(first, splits.size(), Trial{});
  }
  return all;
}

}  // namespace pith::evaluate_internal
