// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "pith/base/elementary.h"
#include "pith/measure/anova.h"
#include "pith/measure/pearson.h"
#include "pith/methods/discrete/greedy.h"
#include "pith/methods/redundancy/neighbour_informations.h"
#include "pith/search/target_correlations.h"

namespace pith::methods {
namespace {

struct Mrmr {
  static constexpr bool needs_target = false;

  explicit Mrmr(const Params& params)
      : is_quotient(params.choice("form") == "quotient"), epsilon(params.real("epsilon")) {}

  void absorb(const Terms& last) { absorb(last.redundancy); }
  void absorb(double with_last) {
    redundancy += with_last;
    ++selected;
  }
  double score(double relevance) const {
    // Less redundancy than expected by chance, which a correction makes negative, is none.
    const double mean = std::max(0.0, redundancy / selected);
    if (!is_quotient) return relevance - mean;
    // 0 / 0 is 0; a positive relevance over 0 is infinite. A negative one is not divided.
    if (relevance <= 0) return relevance;
    const double divisor = mean + epsilon;
    return divisor > 0 ? relevance / divisor : std::numeric_limits<double>::infinity();
  }

  bool is_quotient;
  double epsilon;
  double redundancy = 0;
  double selected = 0;
};

bool has_neighbours(const Params& params) {
  return params.choice("estimator") == "ksg";
}

std::size_t neighbours_of(const Params& params) {
  return static_cast<std::size_t>(params.integer("ksg_neighbours"));
}

std::vector<double> relevances(const Source& source, const Params& params, const Context& context) {
  const Table& table = rows_of(source, "mrmr");
  if (has_neighbours(params))
    return target_informations(table, neighbours_of(params), false, context);
  if (params.choice("relevance") == "correlation") return target_correlations(source, context);
  if (table.has_classes()) return moment_scores(source, pith::anova_f, context);
  std::vector<double> found = target_correlations(source, context);
  const auto weights = table.weights();
  const double rows = weights.empty() ? static_cast<double>(table.rows())
                                      : std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& value : found)
    value = regression_f(value, rows);
  return found;
}

/// The redundancy of numeric features: information by nearest neighbours, or the absolute
/// correlation.
class NumericRedundancy {
 public:
  NumericRedundancy(const Source& source, const Params& params, const Context& context)
      : table_(rows_of(source, "mrmr")), neighbours_(neighbours_of(params)) {
    if (has_neighbours(params)) return;
    std::vector<Feature> all(table_.features());
    std::iota(all.begin(), all.end(), Feature{0});
    correlations_ = source.similarity({.kind = SimilarityKind::values, .features = all}, context);
  }

  /// out[i] is that of the candidates[i] with a selected feature.
  void with(Feature selected, std::span<const Feature> candidates, std::span<double> out,
            const Context& context) {
    if (!correlations_) {
      feature_informations(table_, selected, candidates, neighbours_, out, context);
      return;
    }
    column_.resize(table_.features());
    const std::size_t place = selected;
    correlations_->columns(
        {&place, 1}, MatrixView<double>::row_major(column_.data(), 1, column_.size()), context);
    std::transform(candidates.begin(), candidates.end(), out.begin(),
                   [this](Feature candidate) { return column_[candidate]; });
  }

 private:
  const Table& table_;
  std::size_t neighbours_;
  std::unique_ptr<const SymmetricMatrix> correlations_;  // none: information
  std::vector<double> column_;
};

/// All candidates, as forward() requires. Of tied candidates, constants come last.
class NumericMrmr {
 public:
  NumericMrmr(const Source& source, std::vector<double> relevances, const Params& params,
              const Context& context)
      : table_(rows_of(source, "mrmr")),
        relevances_(std::move(relevances)),
        redundancy_(source, params, context),
        states_(relevances_.size(), Mrmr(params)),
        scores_(relevances_) {}

  void absorb(Feature selected, std::span<const Feature> candidates, const Context& context) {
    found_.resize(candidates.size());
    redundancy_.with(selected, candidates, found_, context);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Feature x = candidates[i];
      states_[x].absorb(found_[i]);
      scores_[x] = states_[x].score(relevances_[x]);
    }
  }

  /// Says how relevant and how redundant the selected features are.
  void add_terms(Selection& selection) const {
    for (Selected& step : selection.selected) {
      const Mrmr& state = states_[step.feature];
      step.relevance = relevances_[step.feature];
      step.redundancy = state.selected > 0 ? state.redundancy / state.selected : 0;
    }
  }

  double score(Feature candidate) const { return scores_[candidate]; }
  double tie_break(Feature candidate) const {
    return is_constant(table_.feature(candidate)) ? 0 : 1;
  }

 private:
  const Table& table_;
  std::vector<double> relevances_;
  NumericRedundancy redundancy_;
  std::vector<Mrmr> states_;
  std::vector<double> scores_;
  std::vector<double> found_;
};

bool has_counts(const Params& params) {
  return params.choice("relevance") == "information" && !has_neighbours(params);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  if (has_counts(task.params)) return greedy<Mrmr>(source, task, context);
  const TargetScores relevance = scores_by_target(
      source, task, [&](const Source& one) { return relevances(one, task.params, context); });
  NumericMrmr criterion(source, relevance.combined, task.params, context);
  Selection selection = forward(criterion, source.features(), task, context);
  criterion.add_terms(selection);
  relevance.add_serves(selection);
  return selection;
}

Traits traits_with(Traits traits, const Params& params) {
  if (has_counts(params)) {
    traits.input.target = TakesTarget::classes;
    return traits;
  }
  traits.input.takes = Takes::numbers;
  traits.input.needs_rows = true;
  traits.input.takes_weights = !has_neighbours(params);
  if (has_neighbours(params)) traits.input.min_rows = 2;
  return traits;
}

}  // namespace

Method mrmr() {
  return with_correction({
      .id = "mrmr",
      .title = "Minimum redundancy, maximum relevance",
      .family = "discrete information",
      .formula =
          "J(x) = I(x;y) - mean[s in S] I(x;s)   or   I(x;y) / (mean[s in S] I(x;s) + epsilon); "
          "with relevance=correlation or f, |corr(x,y)| or F(x;y) in place of I(x;y), and "
          "|corr(x,s)| in place of I(x;s)",
      .summary =
          "Selects features that are relevant to the target and have low mean redundancy with the "
          "selected features. Information is counted, or estimated by nearest neighbours; numeric "
          "targets take correlations unless told otherwise.",
      .unit = "nats, correlation or F (difference), or ratio (quotient)",
      .cost = "O(n d k)",
      .parameters = {Parameter::choice("form", {"difference", "quotient"},
                                       "how relevance and redundancy are combined"),
                     // 1e-4 bit, as in the authors' program.
                     Parameter::real("epsilon", 1e-4 * portable::log(2.0), 0, 1,
                                     "added to the redundancy in the quotient, in nats"),
                     Parameter::choice("relevance", {"information", "correlation", "f"},
                                       "of a feature: information about classes; or, of numeric "
                                       "features, the absolute correlation or the F statistic, "
                                       "with correlations as redundancy"),
                     Parameter::choice("estimator", {"counts", "ksg"},
                                       "how information is estimated: from counts of categories, "
                                       "or by nearest neighbours of numeric features, whatever "
                                       "the relevance is"),
                     Parameter::integer("ksg_neighbours", 3, 1, 1000,
                                        "which nearest neighbour the estimator ksg takes")},
      .references = {{"H. Peng and F. Long and C. Ding",
                      "Feature selection based on mutual information: criteria of max-dependency, "
                      "max-relevance, and min-redundancy",
                      "IEEE Transactions on Pattern Analysis and Machine Intelligence", 2005,
                      "10.1109/TPAMI.2005.159"}},
      .traits = {.input = {.target = TakesTarget::both,
                           .targets = SeveralTargets::combined,
                           .takes_weights = true}},
      .run = run,
      .traits_with = traits_with,
      .numeric_defaults = {{"relevance", "correlation"}},
  });
}

}  // namespace pith::methods
