// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pith/search/compromise_search.h"
#include "pith/search/gaussian_divergence.h"
#include "pith/search/gaussian_model.h"
#include "pith/search/gaussian_search.h"
#include "pith/search/pruned_compromise.h"
#include "pith/select/method.h"

// What the methods of the Gaussian family share: they differ in the criterion alone.
namespace pith::methods {

inline std::vector<Parameter> gaussian_parameters() {
  return {
      Parameter::choice("preset", {"robust", "paper"},
                        "paper: no shrinkage, no ridge, and what the authors do when the criterion "
                        "is used up; other parameters still count"),
      Parameter::real("shrinkage", 0.5, 0, 1,
                      "share of the pooled covariance in that of each class"),
      Parameter::real("ridge", 0, 0, 1000, "independent noise, in variances of the feature"),
      Parameter::choice("priors", {"data", "equal"},
                        "weights of the classes: their shares of the rows, or all alike"),
      Parameter::flag("standardize", true,
                      "entropies of features of variance 1; information does not depend on it"),
      Parameter::choice("precision", {"double", "single"},
                        "storage of the numbers; sums are in double in any case"),
  };
}

inline std::vector<Parameter> compromise_parameters() {
  std::vector<Parameter> all = gaussian_parameters();
  all.push_back(Parameter::choice(
      "fill", {"fit", "stop", "random"},
      "once all classes of all candidates are capped: go on, stop, or draw lots"));
  all.push_back(Parameter::flag(
      "bounds", false,
      "leave out what bounds rule out: the same result, with counters of what was computed"));
  return all;
}

inline std::vector<std::pair<std::string, Settings>> gaussian_presets(bool has_fill) {
  Settings paper{{"shrinkage", "0"}, {"ridge", "0"}};
  if (has_fill) paper.emplace_back("fill", "random");
  return {{"paper", paper}};
}

inline std::vector<Reference> gaussian_references() {
  return {{"L. Lefakis and F. Fleuret",
           "Jointly informative feature selection made tractable by Gaussian modeling",
           "Journal of Machine Learning Research 17", 2016, ""}};
}

inline Traits gaussian_traits() {
  return {.takes = Takes::numbers, .takes_weights = true, .is_joint = true, .leaves_out = true};
}

/// With noise added, a copy of a feature is one with other noise.
inline Traits gaussian_traits_with(Traits traits, const Params& params) {
  traits.counts_copies = params.real("ridge") > 0;
  return traits;
}
inline Traits compromise_traits_with(Traits traits, const Params& params) {
  traits = gaussian_traits_with(traits, params);
  traits.uses_seed = params.choice("fill") == "random";
  traits.finds_k = params.choice("fill") == "stop";
  return traits;
}

inline GaussianOptions gaussian_options(const Params& params) {
  return {.shrinkage = params.real("shrinkage"),
          .ridge = params.real("ridge"),
          .has_equal_priors = params.choice("priors") == "equal",
          .is_standardized = params.flag("standardize")};
}

inline Storage gaussian_storage(const Params& params) {
  return params.choice("precision") == "single" ? Storage::float32 : Storage::float64;
}

/// Features that are not selected because they follow from those that are.
template <class State>
std::vector<Feature> combinations(State& state, const Selection& selection) {
  std::vector<Feature> left_out;
  const std::vector<Feature> selected = selection.features();
  for (Feature j = 0; j < state.features(); ++j) {
    if (!state.is_constant(j) && !state.is_admissible(j) &&
        std::find(selected.begin(), selected.end(), j) == selected.end())
      left_out.push_back(j);
  }
  return left_out;
}

/// Without shrinkage, a class needs more rows than there are selected features.
inline std::vector<std::string> rank_notes(const PanelMoments& moments, const Params& params,
                                           const Selection& selection) {
  const double least = *std::min_element(moments.weights.begin(), moments.weights.end());
  const double selected = static_cast<double>(selection.selected.size());
  if (params.real("shrinkage") > 0 || params.real("ridge") > 0 || least > selected) return {};
  return {fmt::format(
      "the smallest class weighs {} rows, too few for a covariance of {} features: from there on "
      "only the others count for it; --shrinkage mends that",
      least, selected)};
}

template <class Search>
std::vector<std::string> saturation_notes(const SaturatingSearch<Search>& search,
                                          const std::string& fill) {
  if (!search.first_capped()) return {};
  std::string text = fmt::format(
      "from step {} on (counted from 1) a candidate has every class at its cap -log p(y)",
      *search.first_capped());
  if (search.all_capped()) {
    const std::string what = fill == "random" ? "the rest was drawn by lot"
                             : fill == "stop" ? "the search stopped"
                                              : "the uncapped values decide";
    text += fmt::format(", and from step {} on each has: there {} (--fill {})",
                        *search.all_capped(), what, fill);
  }
  return {text};
}

inline Fill gaussian_fill(const Params& params) {
  const std::string& fill = params.choice("fill");
  return fill == "stop" ? Fill::stop : fill == "random" ? Fill::random : Fill::fit;
}

/// Every candidate is brought up to date at every step.
inline Selection run_eager(std::unique_ptr<const Scatter> scatter, GaussianModel model,
                           const Task& task, GaussianCompromise::Criterion criterion,
                           const Context& context) {
  const std::size_t features = model.features();
  SaturatingSearch<CompromiseSearch> search(
      CompromiseSearch(std::move(scatter), GaussianCompromise(std::move(model), criterion),
                       task.wanted, Foresight{}, context),
      gaussian_fill(task.params), context);
  Selection selection = forward(search, features, task.wanted, context);
  selection.combinations = combinations(search.state(), selection);
  selection.notes = saturation_notes(search, task.params.choice("fill"));
  return selection;
}

/// Bounds spare some of that; the result has their counters.
inline Selection run_pruned(std::unique_ptr<const Scatter> scatter, GaussianModel model,
                            const Task& task, GaussianCompromise::Criterion criterion,
                            const Context& context) {
  const Fill fill = gaussian_fill(task.params);
  const std::size_t features = model.features();
  // Whoever is fully capped is never pruned by the capped information; other criteria cannot tell.
  const bool is_information = criterion == GaussianCompromise::Criterion::information;
  SaturatingSearch<PrunedCompromise> search(
      PrunedCompromise(std::move(scatter), std::move(model), criterion, task.wanted,
                       fill == Fill::fit || is_information),
      fill, context);
  Selection selection = forward(search, features, task.wanted, context);
  for (std::size_t step = 0; step < selection.selected.size(); ++step)
    selection.selected[step].evaluated = search.evaluated()[step];
  selection.combinations = combinations(search, selection);
  if (is_information) selection.notes = saturation_notes(search, task.params.choice("fill"));
  return selection;
}

inline Selection run_compromise(const Source& source, const Task& task,
                                GaussianCompromise::Criterion criterion, const Context& context) {
  auto scatter = source.scatter(gaussian_storage(task.params), context);
  const PanelMoments moments = scatter->moments();
  GaussianModel model(moments, gaussian_options(task.params));
  const auto run = task.params.flag("bounds") ? run_pruned : run_eager;
  Selection selection = run(std::move(scatter), std::move(model), task, criterion, context);
  for (std::string& note : rank_notes(moments, task.params, selection))
    selection.notes.push_back(std::move(note));
  return selection;
}

inline Selection run_divergence(const Source& source, const Task& task,
                                GaussianDivergence::Criterion criterion, const Context& context) {
  auto scatter = source.scatter(gaussian_storage(task.params), context);
  const PanelMoments moments = scatter->moments();
  GaussianSearch<GaussianDivergence> search(
      std::move(scatter),
      GaussianDivergence(GaussianModel(moments, gaussian_options(task.params)), criterion),
      task.wanted, Foresight{}, context);
  Selection selection = forward(search, source.features(), task.wanted, context);
  selection.combinations = combinations(search.state(), selection);
  selection.notes = rank_notes(moments, task.params, selection);
  return selection;
}

}  // namespace pith::methods
