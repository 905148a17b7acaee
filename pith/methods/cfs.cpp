// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/search/best_first.h"
#include "pith/search/forward.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// Symmetric uncertainties (SU) between features and with the target. The two flags reproduce WEKA.
class Correlations {
 public:
  Correlations(const Source& source, const Params& params, const Context& context)
      : correction_(correction_of(params, source)),
        pairs_(source.pairs({.correction = correction_, .terms = {.redundancy = true}}, context)),
        rounds_to_float_(params.flag("single_precision")),
        zero_is_one_(params.flag("zero_is_one")) {
    for (const Entropies& h : target_entropies(source, correction_, context))
      relevance_.push_back(rounded(symmetric_uncertainty(h)));
    for (const std::size_t place : order_of(relevance_))
      by_relevance_.push_back(static_cast<Feature>(place));
  }

  /// SU of every feature with the target.
  const std::vector<double>& relevance() const { return relevance_; }

  /// SU of each of the features with x.
  std::vector<double> between(std::span<const Feature> features, Feature x,
                              const Context& context) const {
    std::vector<FeaturePair> asked(features.size());
    std::transform(features.begin(), features.end(), asked.begin(),
                   [x](Feature feature) { return FeaturePair{.x = feature, .s = x}; });
    std::vector<PairEntropies> answers(asked.size());
    pairs_->entropies(asked, answers, context);
    std::vector<double> values(asked.size());
    std::transform(answers.begin(), answers.end(), values.begin(), [this](const PairEntropies& h) {
      // Features that share less than expected are uncorrelated: a negative sum has no root.
      const double value = std::max(0.0, symmetric_uncertainty(shared_entropies(h, correction_)));
      return rounded(zero_is_one_ && value < 1e-6 ? 1.0 : value);
    });
    return values;
  }

  /// SU of every feature with x. The most recent columns are cached, because consecutive sets have
  /// most members in common.
  const std::vector<double>& with(Feature x, const Context& context) {
    const auto known = std::find_if(columns_.begin(), columns_.end(),
                                    [x](const auto& column) { return column.first == x; });
    if (known != columns_.end()) return known->second;
    std::vector<Feature> all(relevance_.size());
    std::iota(all.begin(), all.end(), Feature{0});
    if (columns_.size() == max_columns) columns_.pop_front();
    pairs_->expect({.pivots = by_relevance_, .partners = all});
    return columns_.emplace_back(x, between(all, x, context)).second;
  }

 private:
  static constexpr std::size_t max_columns = 32;

  /// Weights and repeated rows give sums that differ in the last bits: on this grid they are equal,
  /// and so are ties.
  double rounded(double value) const {
    constexpr double grid = 0x1p40;
    return rounds_to_float_ ? static_cast<double>(static_cast<float>(value))
                            : std::round(value * grid) / grid;
  }

  Correction correction_;
  std::unique_ptr<const Pairs> pairs_;
  bool rounds_to_float_;
  bool zero_is_one_;
  std::vector<double> relevance_;
  std::vector<Feature> by_relevance_;
  std::deque<std::pair<Feature, std::vector<double>>> columns_;
};

/// Features in the order of their selection, with the sums that make up the merit:
/// merit = sum SU(i,y) / sqrt(k + 2 sum[i<j] SU(i,j)).
class Subset {
 public:
  explicit Subset(Correlations& correlations)
      : correlations_(&correlations), shared_(correlations.relevance().size()) {}

  std::span<const Feature> members() const { return members_; }
  /// The merit after each member was added.
  std::span<const double> merits() const { return merits_; }
  double merit() const { return merits_.empty() ? 0.0 : merits_.back(); }

  double merit_with(Feature x) const {
    const auto size = static_cast<double>(members_.size() + 1);
    return (relevance_ + correlations_->relevance()[x]) /
           std::sqrt(size + 2 * (redundancy_ + shared_[x]));
  }

  Subset with(Feature x, const Context& context) const {
    Subset larger = *this;
    larger.merits_.push_back(merit_with(x));
    larger.members_.push_back(x);
    larger.relevance_ += correlations_->relevance()[x];
    larger.redundancy_ += shared_[x];
    const std::vector<double>& column = correlations_->with(x, context);
    std::transform(column.begin(), column.end(), shared_.begin(), larger.shared_.begin(),
                   std::plus<>());
    return larger;
  }

 private:
  Correlations* correlations_;
  std::vector<Feature> members_;
  std::vector<double> merits_;
  double relevance_ = 0;
  double redundancy_ = 0;
  std::vector<double> shared_;  // for every feature: the sum of its SU with the members
};

/// The merit as a criterion for forward(); the search ends when no feature improves it.
struct MeritCriterion {
  static constexpr bool is_joint = true;

  void absorb(Feature taken, std::span<const Feature>, const Context& context) {
    set = set.with(taken, context);
  }
  double score(Feature candidate) const { return set.merit_with(candidate); }
  bool stops(double gain) const { return gain <= 1e-9; }

  Subset set;
};

Selection selection_of(const Subset& set) {
  Selection selection;
  double before = 0;
  for (std::size_t i = 0; i < set.members().size(); ++i) {
    Selected& step = selection.selected.emplace_back();
    step.feature = set.members()[i];
    step.score = set.merits()[i];
    step.gain = step.score - before;
    before = step.score;
  }
  return selection;
}

Selection best_first(Correlations& correlations, const Task& task, const Context& context) {
  Subset start(correlations);
  for (const Feature x : task.keep)
    start = start.with(x, context);
  const std::size_t features = correlations.relevance().size();
  BestFirst<Subset> search(features, std::min(task.k, features));
  return selection_of(search.search(start, context));
}

/// WEKA's last step: adds features in order of their correlation with the target, unless a member
/// is more correlated with the feature than the target is.
Selection with_locally_predictive(const Selection& found, Correlations& correlations,
                                  std::size_t max_size, const Context& context) {
  Subset set(correlations);
  for (const Selected& step : found.selected)
    set = set.with(step.feature, context);
  for (const std::size_t place : order_of(correlations.relevance())) {
    const auto x = static_cast<Feature>(place);
    const double relevance = correlations.relevance()[x];
    if (set.members().size() >= max_size || !(relevance > 0)) break;
    if (std::count(set.members().begin(), set.members().end(), x) > 0) continue;
    context.check_cancelled();
    const std::vector<double> shared = correlations.between(set.members(), x, context);
    const bool is_local =
        std::all_of(shared.begin(), shared.end(), [&](double value) { return value <= relevance; });
    if (is_local) set = set.with(x, context);
  }
  return selection_of(set);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  Correlations correlations(source, task.params, context);
  MeritCriterion criterion{.set = Subset(correlations)};
  Selection selection = task.params.choice("search") == "greedy"
                            ? forward(criterion, source.features(), task, context)
                            : best_first(correlations, task, context);
  if (task.params.flag("locally_predictive"))
    selection = with_locally_predictive(selection, correlations, task.k, context);
  selection.stopped = selection.selected.size() == task.k ? Stopped::reached_k : Stopped::no_gain;
  return selection;
}

}  // namespace

Method cfs() {
  return with_correction({
      .id = "cfs",
      .title = "Correlation-based feature selection",
      .family = "discrete information",
      .formula = "merit(S) = sum[s in S] SU(s,y) / sqrt(|S| + 2 sum[s<t in S] SU(s,t))",
      .summary =
          "Selects a set of features that correlate with the target but not with each other. "
          "Determines the number of features itself.",
      .unit = "merit",
      .cost = "O(n d k)",
      .parameters = {Parameter::choice("search", {"best-first", "greedy"},
                                       "search strategy over sets of features"),
                     Parameter::flag(
                         "zero_is_one", false,
                         "treat uncorrelated features as fully correlated, as WEKA does"),
                     Parameter::flag("single_precision", false,
                                     "round correlations to single precision, as WEKA does"),
                     Parameter::flag("locally_predictive", false,
                                     "then add each feature that no selected feature is more "
                                     "correlated with than the target, as WEKA does by default")},
      .references = {{"M. A. Hall", "Correlation-based feature selection for machine learning",
                      "PhD thesis, University of Waikato", 1999, ""}},
      .traits = {.input = {.takes_weights = true, .spreads_missing = true},
                 .output = {.is_joint = true, .finds_k = true},
                 .guarantees = {.rewards_duplicates = true}},
      .run = run,
  });
}

}  // namespace pith::methods
