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
#include "pith/data/column.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"

namespace pith {

/// p(x|c) of a feature of codes, laid out for Posterior: levels x stride, the classes of one level
/// together and filled up with zeros.
struct ClassTable {
  std::vector<double> probabilities;
  double log_own = 0;  ///< sum[i] w_i log p(x_i|y_i), from the counts
};

/// q(c|x_S) of every row i and class c under a model of the selected features S, and the bound on
/// the information that follows (Gao, Ver Steeg and Galstyan, 2016; w are the weights of the rows,
/// W their sum):
///   I(x_S;y) >= (1/W) sum[i] w_i log( q(y_i|x_S,i) / p(y_i) )
/// The logarithms of q are the truth, so that nothing is lost where q underflows; q itself is kept
/// beside them for speed. At most H(y).
class Posterior {
 public:
  /// `target`: codes without gaps, every class in use; `weights`: empty or positive, referred to.
  Posterior(const Column& target, std::span<const double> weights);

  std::size_t rows() const { return target_.size(); }
  std::size_t classes() const { return log_prior_.size(); }
  /// Of one row of a ClassTable: even, at least classes().
  std::size_t stride() const { return stride_; }
  double entropy() const { return entropy_; }
  double bound() const { return bound_; }

  /// Rows for which another class than their own is still possible; the others add their
  /// -log p(y_i) to the bound for good.
  std::span<const std::uint32_t> open_rows() const { return open_; }

  /// q = p(c) again.
  void reset();
  /// Takes in a feature: q_i(c) is multiplied by exp(logs[i * classes + c] / divisor) and made to
  /// sum to one. Only open rows are read; minus infinity rules a class out, never a row's own.
  void update(std::span<const double> logs, double divisor);

  /// The bound if a feature of codes with this table were taken in. O(n classes), hardly a
  /// logarithm.
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
  std::vector<double> q_;      // rows x stride, filled up with zeros
  std::vector<std::uint32_t> open_;
  // The possible classes other than their own of the open rows, one after the other.
  std::vector<std::size_t> rival_ends_;  // one for each open row
  std::vector<std::size_t> rivals_;      // row * classes + class
  std::vector<double> rival_q_;
};

/// When a new set is begun.
struct Restarts {
  double least_gain = 0.01;  ///< nats; with less than this a feature begins a new set

  bool operator()(double gain) const {
    // What rounding leaves of no gain at all is no gain.
    constexpr double nothing = 1e-12;
    return gain < least_gain || (least_gain == 0 && gain <= nothing);
  }
};

/// A model q(x_S|c), as far as the search needs it: the factor q(x|x_S,c) of each candidate x given
/// the current set S.
template <class Q>
concept Factors = requires(Q model, const Q& same, Feature feature, const Posterior& posterior,
                           typename Q::Scratch& scratch, Posterior& changed) {
  { same.features() } -> std::same_as<std::size_t>;
  /// The bound with this candidate in the set; from any thread, for each candidate on one.
  { model.bound_with(feature, posterior, scratch) } -> std::same_as<double>;
  /// Takes a feature into the set and into the posterior.
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
    parallel_blocks(context, candidates.size(), block, [&](std::size_t begin, std::size_t end) {
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

}  // namespace pith
