// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "pith/methods/discrete/correction.h"
#include "pith/methods/discrete/pairwise.h"
#include "pith/search/best_first.h"
#include "pith/search/forward.h"
#include "pith/search/target_correlations.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// Correlations between features and with the target: what the merit is made of.
class Correlations {
 public:
  explicit Correlations(const Params& params)
      : rounds_to_float_(params.flag("single_precision")),
        zero_is_one_(params.flag("zero_is_one")) {}
  Correlations(const Correlations&) = delete;
  Correlations& operator=(const Correlations&) = delete;
  virtual ~Correlations() = default;

  /// Of every feature with the target.
  const std::vector<double>& relevance() const { return relevance_; }
  /// How much a feature counts in the merit.
  double scale(Feature x) const { return scales_.empty() ? 1.0 : scales_[x]; }

  /// Of each of the features with x.
  std::vector<double> between(std::span<const Feature> features, Feature x,
                              const Context& context) const {
    std::vector<double> values = measured(features, x, context);
    // WEKA's way with features that do not correlate.
    for (double& value : values)
      value = rounded(zero_is_one_ && value < 1e-6 ? 1.0 : value);
    return values;
  }

  /// Of every feature with x. The most recent columns are cached, because consecutive sets have
  /// most members in common.
  const std::vector<double>& with(Feature x, const Context& context) {
    const auto known = std::find_if(columns_.begin(), columns_.end(),
                                    [x](const auto& column) { return column.first == x; });
    if (known != columns_.end()) return known->second;
    std::vector<Feature> all(relevance_.size());
    std::iota(all.begin(), all.end(), Feature{0});
    if (columns_.size() == max_columns) columns_.pop_front();
    announce(all);
    return columns_.emplace_back(x, between(all, x, context)).second;
  }

 protected:
  void set_relevance(const std::vector<double>& values) {
    for (const double value : values)
      relevance_.push_back(rounded(value));
  }
  void set_scales(std::vector<double> scales) { scales_ = std::move(scales); }

 private:
  static constexpr std::size_t max_columns = 32;

  virtual std::vector<double> measured(std::span<const Feature> features, Feature x,
                                       const Context& context) const = 0;
  /// Called before all features are asked for with another one.
  virtual void announce(std::span<const Feature> /*all*/) {}

  /// Weights and repeated rows give sums that differ in the last bits: on this grid they are equal,
  /// and so are ties.
  double rounded(double value) const {
    constexpr double grid = 0x1p40;
    return rounds_to_float_ ? static_cast<double>(static_cast<float>(value))
                            : std::round(value * grid) / grid;
  }

  bool rounds_to_float_;
  bool zero_is_one_;
  std::vector<double> relevance_;
  std::vector<double> scales_;  // empty: all features count alike
  std::deque<std::pair<Feature, std::vector<double>>> columns_;
};

/// Symmetric uncertainties (SU) of categorical features.
class Uncertainties final : public Correlations {
 public:
  Uncertainties(const Source& source, const Params& params, const Context& context)
      : Correlations(params),
        correction_(correction_of(params, source)),
        pairs_(source.pairs({.correction = correction_, .terms = {.redundancy = true}}, context)) {
    std::vector<double> values;
    for (const Entropies& h : target_entropies(source, correction_, context))
      values.push_back(symmetric_uncertainty(h));
    set_relevance(values);
    for (const std::size_t place : order_of(relevance()))
      by_relevance_.push_back(static_cast<Feature>(place));
  }

 private:
  std::vector<double> measured(std::span<const Feature> features, Feature x,
                               const Context& context) const override {
    std::vector<FeaturePair> asked(features.size());
    std::transform(features.begin(), features.end(), asked.begin(),
                   [x](Feature feature) { return FeaturePair{.x = feature, .s = x}; });
    std::vector<PairEntropies> answers(asked.size());
    pairs_->entropies(asked, answers, context);
    std::vector<double> values(asked.size());
    std::transform(answers.begin(), answers.end(), values.begin(), [this](const PairEntropies& h) {
      // Features that share less than expected are uncorrelated: a negative sum has no root.
      return std::max(0.0, symmetric_uncertainty(shared_entropies(h, correction_)));
    });
    return values;
  }
  void announce(std::span<const Feature> all) override {
    pairs_->expect({.pivots = by_relevance_, .partners = all});
  }

  Correction correction_;
  std::unique_ptr<const Pairs> pairs_;
  std::vector<Feature> by_relevance_;
};

/// The standard deviations, in units of the largest and rounded as correlations are, but relative
/// to each; 1 for a constant.
std::vector<double> deviations(const Source& source, const Context& context) {
  double largest = 0;
  std::vector<double> found;
  for (const Spread& spread : source.spreads(context)) {
    found.push_back(spread.is_constant() ? 0 : spread.deviation);
    largest = std::max(largest, found.back());
  }
  for (double& deviation : found) {
    int exponent = 0;
    const double mantissa = std::frexp(deviation / largest, &exponent);
    deviation = deviation > 0 ? std::ldexp(std::round(mantissa * 0x1p40), exponent - 40) : 1;
  }
  return found;
}

/// Absolute Pearson correlations of numeric features. WEKA's merit weights features by their
/// standard deviations (Ghiselli's formula for a sum of variables).
class NumericCorrelations final : public Correlations {
 public:
  NumericCorrelations(const Source& source, const Params& params, const Context& context)
      : Correlations(params), all_(source.features()) {
    std::iota(all_.begin(), all_.end(), Feature{0});
    matrix_ = source.similarity({.kind = SimilarityKind::values, .features = all_}, context);
    set_relevance(target_correlations(source, context));
    if (!params.flag("standardize")) set_scales(deviations(source, context));
  }

 private:
  std::vector<double> measured(std::span<const Feature> features, Feature x,
                               const Context& context) const override {
    std::vector<double> column(all_.size());
    const std::size_t place = x;
    matrix_->columns({&place, 1}, MatrixView<double>::row_major(column.data(), 1, column.size()),
                     context);
    std::vector<double> values;
    for (const Feature feature : features)
      values.push_back(std::min(1.0, column[feature]));
    return values;
  }

  std::vector<Feature> all_;
  std::unique_ptr<const SymmetricMatrix> matrix_;
};

bool is_numeric(const Params& params) {
  return params.choice("measure") == "correlation";
}

std::unique_ptr<Correlations> correlations_of(const Source& source, const Params& params,
                                              const Context& context) {
  if (is_numeric(params)) return std::make_unique<NumericCorrelations>(source, params, context);
  return std::make_unique<Uncertainties>(source, params, context);
}

/// Features in the order of their selection, with the sums that make up the merit:
/// merit = sum[i] s_i c(i,y) / sqrt(sum[i] s_i^2 + 2 sum[i<j] s_i s_j c(i,j)), with scales s.
class Subset {
 public:
  explicit Subset(Correlations& correlations)
      : correlations_(&correlations), shared_(correlations.relevance().size()) {}

  std::span<const Feature> members() const { return members_; }
  /// The merit after each member was added.
  std::span<const double> merits() const { return merits_; }
  double merit() const { return merits_.empty() ? 0.0 : merits_.back(); }

  double merit_with(Feature x) const {
    const double scale = correlations_->scale(x);
    return (relevance_ + scale * correlations_->relevance()[x]) /
           std::sqrt(squares_ + scale * scale + 2 * (redundancy_ + scale * shared_[x]));
  }

  Subset with(Feature x, const Context& context) const {
    Subset larger = *this;
    larger.merits_.push_back(merit_with(x));
    larger.members_.push_back(x);
    const double scale = correlations_->scale(x);
    larger.relevance_ += scale * correlations_->relevance()[x];
    larger.squares_ += scale * scale;
    larger.redundancy_ += scale * shared_[x];
    const std::vector<double>& column = correlations_->with(x, context);
    std::transform(column.begin(), column.end(), shared_.begin(), larger.shared_.begin(),
                   [scale](double value, double sum) { return scale * value + sum; });
    return larger;
  }

 private:
  Correlations* correlations_;
  std::vector<Feature> members_;
  std::vector<double> merits_;
  double relevance_ = 0;
  double squares_ = 0;
  double redundancy_ = 0;
  std::vector<double> shared_;  // for every feature: the scaled sum of its c with the members
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
  const std::unique_ptr<Correlations> owned = correlations_of(source, task.params, context);
  Correlations& correlations = *owned;
  MeritCriterion criterion{.set = Subset(correlations)};
  Selection selection = task.params.choice("search") == "greedy"
                            ? forward(criterion, source.features(), task, context)
                            : best_first(correlations, task, context);
  if (task.params.flag("locally_predictive"))
    selection = with_locally_predictive(selection, correlations, task.k, context);
  selection.stopped = selection.selected.size() == task.k ? Stopped::reached_k : Stopped::no_gain;
  return selection;
}

Traits traits_with(Traits traits, const Params& params) {
  if (is_numeric(params)) {
    traits.input.takes = Takes::numbers;
  } else {
    traits.input.target = TakesTarget::classes;
  }
  traits.input.spreads_missing = !is_numeric(params) && params.choice("correction") != "chance";
  return traits;
}

}  // namespace

Method cfs() {
  return with_correction({
      .id = "cfs",
      .title = "Correlation-based feature selection",
      .family = "discrete information",
      .formula = "merit(S) = sum[s in S] SU(s,y) / sqrt(|S| + 2 sum[s<t in S] SU(s,t)); numeric y: "
                 "|cor| in place of SU",
      .summary =
          "Selects a set of features that correlate with the target but not with each other. "
          "Determines the number of features itself. Correlations are symmetric uncertainties of "
          "categorical features, or Pearson's of numeric ones where the target is numeric.",
      .unit = "merit",
      .cost = "O(n d k)",
      .parameters = {Parameter::choice(
                         "measure", {"uncertainty", "correlation"},
                         "symmetric uncertainty of discretised features, or absolute correlation "
                         "of numeric features; a numeric target takes correlation"),
                     Parameter::flag("standardize", false,
                                     "count all features alike in correlations; false: by their "
                                     "standard deviations, as WEKA does"),
                     Parameter::choice("search", {"best-first", "greedy"},
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
      .traits = {.input = {.target = TakesTarget::both,
                           .takes_weights = true,
                           .spreads_missing = true},
                 .output = {.is_joint = true, .finds_k = true},
                 .guarantees = {.rewards_duplicates = true}},
      .run = run,
      .traits_with = traits_with,
      .numeric_defaults = {{"measure", "correlation"}},
  });
}

}  // namespace pith::methods
