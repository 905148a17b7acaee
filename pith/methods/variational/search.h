// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/data/column.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"

namespace pith {
inline namespace families {

/// p(x|c) of a categorical feature in the layout of Posterior: levels x stride, with the classes of
/// each level contiguous and padded with zeros.
struct ClassTable {
  std::vector<double> probabilities;
  double log_own = 0;  ///< sum[i] w_i log p(x_i|y_i), from the counts
};

/// q(c|x_S) of every row i and class c under a model of the selected features S, and the bound on
/// the information that follows (Gao, Ver Steeg and Galstyan, 2016; w are the weights of the rows,
/// W their sum):
///   I(x_S;y) >= (1/W) sum[i] w_i log( q(y_i|x_S,i) / p(y_i) )
/// The logarithms of q are authoritative, so that nothing is lost if q underflows; q itself is
/// stored as well for speed. The bound is at most H(y).
class Posterior {
 public:
  /// `target`: categorical, without missing values or empty classes; `weights`: empty or positive;
  /// not owned.
  Posterior(const Column& target, std::span<const double> weights);

  /// The memory for a target of so many rows and classes.
  static std::uint64_t bytes(std::size_t rows, std::size_t classes) {
    return 4 * sizeof(double) * std::uint64_t{rows} * (classes + 2);
  }

  std::size_t rows() const { return target_.size(); }
  std::size_t classes() const { return log_prior_.size(); }
  /// The length of a row of a ClassTable: even, at least classes().
  std::size_t stride() const { return stride_; }
  double entropy() const { return entropy_; }
  double bound() const { return bound_; }

  /// Rows for which a class other than their own is still possible; the others contribute their
  /// maximum, -log p(y_i), to the bound.
  std::span<const std::uint32_t> open_rows() const { return open_; }

  /// Sets q = p(c).
  void reset();
  /// Adds a feature: q_i(c) is multiplied by exp(logs[i * classes + c] / divisor) and normalised.
  /// Only open rows are read; minus infinity rules a class out, which cannot be a row's own.
  void update(std::span<const double> logs, double divisor);

  /// The bound if a categorical feature with this table were added. O(n classes), with few calls of
  /// log.
  double bound_with(const ClassTable& table, const Column& codes) const;
  /// The bound after update(logs, divisor). `scratch` is overwritten. O(classes) for each open row.
  double bound_with(std::span<const double> logs, double divisor,
                    std::vector<double>& scratch) const;

 private:
  double weight(std::size_t row) const { return weights_.empty() ? 1.0 : weights_[row]; }
  template <class Code>
  double log_evidence(std::span<const Code> codes, const double* table) const;
  double log_evidence_of(std::size_t row, const double* table) const;
  double log_odds_of(std::size_t row, std::span<const double> logs, double divisor) const;
  void list_open();

  std::vector<std::uint32_t> target_;
  std::span<const double> weights_;
  std::vector<double> log_prior_;
  double total_ = 0;  // W
  double entropy_ = 0;
  double bound_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> log_q_;  // rows x classes
  std::vector<double> q_;      // rows x stride, padded with zeros
  std::vector<std::uint32_t> open_;
  // The possible classes of the open rows other than their own, concatenated.
  std::vector<std::size_t> rival_ends_;  // one for each open row
  std::vector<std::size_t> rivals_;      // row * classes + class
  std::vector<double> rival_q_;
};

/// When to restart with an empty set.
struct Restarts {
  double min_gain = 0.01;  ///< in nats; a feature that gains less starts a new set

  bool operator()(double gain) const {
    // A gain within rounding is no gain.
    constexpr double rounding = 1e-12;
    return gain < min_gain || (min_gain == 0 && gain <= rounding);
  }
};

/// The part of a model q(x_S|c) that the search needs: the factor q(x|x_S,c) of each candidate x
/// given the current set S.
template <class Q>
concept Factors = requires(Q model, const Q& same, Feature feature, const Posterior& posterior,
                           typename Q::Scratch& scratch, Posterior& changed) {
  { same.features() } -> std::same_as<std::size_t>;
  /// The memory of a scratch.
  { same.scratch_bytes() } -> std::same_as<std::uint64_t>;
  /// The bound with this candidate in the set. Different candidates may be on different threads.
  { model.bound_with(feature, posterior, scratch) } -> std::same_as<double>;
  /// Adds a feature to the set and updates the posterior.
  model.take(feature, changed);
  /// Empties the set.
  model.forget();
};

/// The bound as a criterion for forward(): joint, with restarts.
template <Factors Q>
class VariationalBound {
 public:
  static constexpr bool is_joint = true;

  VariationalBound(Q model, Posterior posterior, const Restarts& restarts, const Context& context)
      : model_(std::move(model)), posterior_(std::move(posterior)), rule_(restarts) {
    std::vector<Feature> all(model_.features());
    for (Feature feature = 0; feature < all.size(); ++feature)
      all[feature] = feature;
    scores_.resize(all.size());
    evaluate(all, context);
  }

  void absorb(Feature taken, std::span<const Feature> candidates, const Context& context) {
    model_.take(taken, posterior_);
    rounds_.push_back({});
    evaluate(candidates, context);
  }
  double score(Feature candidate) const { return scores_[candidate]; }

  bool restarts(double gain) const { return rule_(gain); }
  void restart(std::span<const Feature> candidates, const Context& context) {
    model_.forget();
    posterior_.reset();
    rounds_.back().is_restart = true;
    evaluate(candidates, context);
  }

  /// What happened at a step of the search.
  struct Round {
    double best = 0;
    std::size_t tied = 0;  ///< candidates that were as good as the best
    bool is_restart = false;
  };
  std::span<const Round> rounds() const { return rounds_; }
  double limit() const { return posterior_.entropy(); }

 private:
  void evaluate(std::span<const Feature> candidates, const Context& context) {
    const std::size_t block = std::clamp<std::size_t>(candidates.size() / 64, 1, 64);
    const ThreadMemory memory = reserve_for_more_threads(
        {.tasks = (candidates.size() + block - 1) / block, .bytes = model_.scratch_bytes()},
        context);
    parallel_blocks(memory.context, candidates.size(), block,
                    [&](std::size_t begin, std::size_t end) {
                      typename Q::Scratch scratch;
                      for (const Feature candidate : candidates.subspan(begin, end - begin))
                        scores_[candidate] = model_.bound_with(candidate, posterior_, scratch);
                    });
    Round& round = rounds_.back();
    round.best = -std::numeric_limits<double>::infinity();
    for (const Feature candidate : candidates)
      round.best = std::max(round.best, scores_[candidate]);
    round.tied = static_cast<std::size_t>(
        std::count_if(candidates.begin(), candidates.end(),
                      [&](Feature candidate) { return is_tied(scores_[candidate], round.best); }));
  }

  Q model_;
  Posterior posterior_;
  Restarts rule_;
  std::vector<double> scores_;
  std::vector<Round> rounds_{{}};
};

}  // namespace families
}  // namespace pith
