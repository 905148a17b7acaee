// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/methods/gaussian/compromise_search.h"
#include "pith/methods/gaussian/divergence.h"
#include "pith/methods/gaussian/ledoit_wolf.h"
#include "pith/methods/gaussian/model.h"
#include "pith/methods/gaussian/pruned_compromise.h"
#include "pith/methods/gaussian/search.h"
#include "pith/search/forward.h"
#include "pith/search/information_errors.h"
#include "pith/select/recipes.h"
#include "pith/stats/normal_scores.h"

// The common part of the Gaussian methods, which differ only in the criterion.
namespace pith::methods {

inline std::vector<Parameter> gaussian_parameters() {
  return {
      Parameter::choice(
          "preset", {"robust", "paper"},
          "paper: no shrinkage, no ridge, the authors' rule for a saturated criterion, "
          "and entropies in the units of the features; parameters that are given "
          "take precedence"),
      Parameter::real_or(
          0.5,
          Parameter::real("shrinkage", 0.5, 0, 1,
                          "share of the pooled covariance in the covariance of each class; "
                          "ledoit-wolf: the share with the smallest expected error"),
          {"ledoit-wolf"}),
      Parameter::real("ridge", 0, 0, 1000,
                      "variance of independent noise added to each feature, relative to its own "
                      "variance; if positive, duplicates may be selected"),
      Parameter::choice("priors", {"data", "equal"},
                        "class weights: class frequencies, or equal weights"),
      Parameter::flag("standardize", true,
                      "scale features to variance 1; affects entropy, but not mutual information"),
      Parameter::choice("copula", {"none", "rank"},
                        "rank: replace the values of each feature by normal scores of their "
                        "ranks, so that outliers and skewness have no effect"),
      Parameter::choice("precision", {"double", "single"},
                        "storage of the data; sums are always in double precision"),
  };
}

inline std::vector<Parameter> compromise_parameters() {
  std::vector<Parameter> all = gaussian_parameters();
  all.push_back(
      Parameter::choice("fill", {"fit", "stop", "random"},
                        "once the score is saturated for all candidates: continue by the uncapped "
                        "information, stop, or select at random"));
  all.push_back(
      Parameter::flag("bounds", false,
                      "skip candidates that bounds rule out, and report how many evaluations "
                      "were needed; the result is the same"));
  return all;
}

/// Which parameters the preset of a method has beside those of all.
struct PresetScope {
  bool has_fill = false;    ///< the Gaussian compromise
  bool is_entropy = false;  ///< the units of the features matter
};
inline std::vector<std::pair<std::string, Settings>> gaussian_presets(const PresetScope& scope) {
  Settings paper{{"shrinkage", "0"}, {"ridge", "0"}};
  if (scope.has_fill) paper.emplace_back("fill", "random");
  if (scope.is_entropy) paper.emplace_back("standardize", "false");
  return {{"paper", paper}};
}

inline std::vector<Reference> gaussian_references() {
  return {{"L. Lefakis and F. Fleuret",
           "Jointly informative feature selection made tractable by Gaussian modeling",
           "Journal of Machine Learning Research 17", 2016, ""}};
}

inline Traits gaussian_traits() {
  return {.input = {.takes = Takes::numbers, .takes_weights = true},
          .output = {.is_joint = true, .may_skip_features = true}};
}

/// With a ridge, a duplicate of a feature has independent noise and is informative.
inline Traits gaussian_traits_with(Traits traits, const Params& params) {
  traits.guarantees.rewards_duplicates = params.real("ridge") > 0;
  traits.input.needs_rows = params.is_word("shrinkage") || params.choice("copula") == "rank";
  return traits;
}
inline Traits compromise_traits_with(Traits traits, const Params& params) {
  traits = gaussian_traits_with(traits, params);
  traits.guarantees.uses_seed = params.choice("fill") == "random";
  traits.output.finds_k = params.choice("fill") == "stop";
  return traits;
}

inline GaussianOptions gaussian_options(const Source& source, const Scatter& scatter,
                                        const Params& params, const Context& context) {
  const bool has_equal_priors = params.choice("priors") == "equal";
  const double share =
      params.is_word("shrinkage")
          ? ledoit_wolf_share(rows_of(source, "ledoit-wolf"), scatter, has_equal_priors, context)
          : params.real("shrinkage");
  return {.shrinkage = share,
          .ridge = params.real("ridge"),
          .has_equal_priors = has_equal_priors,
          .is_standardized = params.flag("standardize")};
}

inline Storage gaussian_storage(const Params& params) {
  return params.choice("precision") == "single" ? Storage::float32 : Storage::float64;
}

/// Features that are not selected because they are linear combinations of selected ones.
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

/// A note if more features were selected than the rank of a model.
inline std::vector<std::string> rank_notes(const GaussianModel& model, const Selection& selection) {
  std::size_t lowest = model.total_rank();
  for (std::size_t c = 0; c < model.classes(); ++c)
    lowest = std::min({lowest, model.class_rank(c), model.rest_rank(c)});
  if (selection.selected.size() <= lowest) return {};
  return {
      fmt::format("a class has too few rows for more than {}: later scores are not meaningful ({})",
                  counted(lowest, "feature"), option("ridge"))};
}

/// A note if the capped information decreases, which happens when some classes are capped and the
/// others lose.
inline std::vector<std::string> fall_notes(const Selection& selection) {
  for (std::size_t step = 1; step < selection.selected.size(); ++step) {
    if (*selection.selected[step].gain < -1e-6) {
      return {fmt::format("the score decreases at rank {}, because some classes are saturated ({})",
                          step + 1, option("cap", "false"))};
    }
  }
  return {};
}

/// From the first step after the kept features at which every class is capped, the information is
/// H(y) whatever is selected, and the uncapped information decides: shows it. Returns the rank.
inline std::optional<std::size_t> show_uncapped(std::span<const SaturatedStep> steps,
                                                std::size_t kept, Selection& selection) {
  const std::size_t count = selection.selected.size();
  std::size_t first = kept;
  while (first < count && !steps[first].is_capped)
    ++first;
  for (std::size_t step = first; step < count; ++step) {
    Selected& taken = selection.selected[step];
    taken.score = steps[step].uncapped;
    taken.gain = taken.score - (step > 0 ? steps[step - 1].uncapped : 0);
  }
  return first < count ? std::optional(first + 1) : std::nullopt;
}

/// What a capped criterion says once it is saturated, and a note about it.
template <class Search>
void finish_saturated(SaturatingSearch<Search>& search, const Task& task, bool is_information,
                      Selection& selection) {
  const std::string& fill = task.params.choice("fill");
  std::optional<std::size_t> shown;
  if (is_information && fill != "random") {
    if (search.steps().size() < selection.selected.size())
      search.record(selection.selected.back().feature);
    shown = show_uncapped(search.steps(), task.keep.size(), selection);
  }
  if (search.all_capped() && fill != "fit") {
    selection.notes.push_back(fmt::format(
        "score saturated for all candidates at rank {}; {} ({})", *search.all_capped(),
        fill == "random" ? "the remaining features were selected at random" : "the search stopped",
        option("fill", fill)));
  } else if (shown) {
    selection.notes.push_back(fmt::format(
        "score saturated at rank {}; from there ordered by the uncapped information", *shown));
  }
}

/// The model, its copy in the state of the search and the variances there. `rows` is the number of
/// numbers for each feature and class in that state.
inline Reservation reserve_state(const PanelMoments& moments, std::size_t rows,
                                 const Context& context) {
  constexpr std::uint64_t of_model = 4;     // offsets and variances, twice
  constexpr std::uint64_t of_feature = 24;  // scores, ties, units, ...
  const std::uint64_t numbers = (of_model + rows) * moments.classes() + of_feature;
  return context.reserve(sizeof(double) * numbers * moments.features,
                         "the Gaussians of the classes",
                         "select from fewer features (" + option("drop") + ")");
}

inline Fill gaussian_fill(const Params& params) {
  const std::string& fill = params.choice("fill");
  return fill == "stop" ? Fill::stop : fill == "random" ? Fill::random : Fill::fit;
}

/// Updates every candidate at every step.
// NOLINTNEXTLINE(performance-unnecessary-value-param): has the signature of run_pruned
inline Selection run_eager(std::unique_ptr<const Scatter> scatter, GaussianModel model,
                           const Task& task, GaussianCompromise::Criterion criterion,
                           const Context& context) {
  const std::size_t features = model.features();
  SaturatingSearch<CompromiseSearch> search(
      CompromiseSearch(std::move(scatter), GaussianCompromise(model, criterion), task, Prefetch{},
                       context),
      gaussian_fill(task.params), context);
  Selection selection = forward(search, features, task, context);
  selection.combinations = combinations(search.state(), selection);
  finish_saturated(search, task, criterion == GaussianCompromise::Criterion::information,
                   selection);
  return selection;
}

/// Skips candidates that bounds rule out; the result has the counts of evaluations.
inline Selection run_pruned(std::unique_ptr<const Scatter> scatter, GaussianModel model,
                            const Task& task, GaussianCompromise::Criterion criterion,
                            const Context& context) {
  const Fill fill = gaussian_fill(task.params);
  const std::size_t features = model.features();
  // The capped information never prunes a fully capped candidate; other criteria might. Bounds tell
  // neither the runner-up nor ranks.
  const bool is_information = criterion == GaussianCompromise::Criterion::information;
  const Reservation held =
      context.reserve(PrunedCompromise::bytes(*scatter, model, task.k),
                      "the covariances of all features for bounds",
                      "search without bounds (" + option("bounds", "false") + ")");
  SaturatingSearch<PrunedCompromise> search(
      PrunedCompromise(std::move(scatter), std::move(model), criterion, task,
                       !task.is_traced && (fill == Fill::fit || is_information)),
      fill, context);
  Selection selection = forward(search, features, task, context);
  for (std::size_t step = 0; step < selection.selected.size(); ++step)
    selection.selected[step].evaluated = search.evaluated()[step];
  selection.combinations = combinations(search, selection);
  finish_saturated(search, task, is_information, selection);
  return selection;
}

/// Runs on the source, or on the normal scores of its features.
template <class Run>
Selection run_on_scores(const Source& source, const Task& task, const Context& context, Run run) {
  if (task.params.choice("copula") == "none") return run(source);
  const Table scored = with_normal_scores(rows_of(source, "copula"), context);
  return run(TableSource(scored));
}

/// A note with the share that was estimated.
inline void note_share(const GaussianOptions& options, const Params& params, Selection& selection) {
  if (!params.is_word("shrinkage")) return;
  selection.notes.push_back(fmt::format("the share of the pooled covariance is {:.2f} ({})",
                                        options.shrinkage, option("shrinkage", "ledoit-wolf")));
}

/// The score of the whole set: the last one, except those of kept features that add nothing.
inline double score_of_set(const Selection& selection) {
  double score = 0;
  for (const Selected& step : selection.selected)
    score = std::isfinite(step.score) ? step.score : score;
  return score;
}

inline Selection run_compromise(const Source& source, const Task& task,
                                GaussianCompromise::Criterion criterion, const Context& context) {
  auto scatter = source.scatter(gaussian_storage(task.params), context);
  const GaussianOptions options = gaussian_options(source, *scatter, task.params, context);
  const Reservation held = reserve_state(scatter->moments(), 2, context);
  const GaussianModel model(scatter->moments(), options);
  const auto run = task.params.flag("bounds") ? run_pruned : run_eager;
  Selection selection = run(std::move(scatter), model, task, criterion, context);
  note_share(options, task.params, selection);
  std::vector<std::string> notes = rank_notes(model, selection);
  if (criterion == GaussianCompromise::Criterion::information) {
    // Without the cap, the value may exceed H(y) and is no information.
    add_error_figures(selection, score_of_set(selection), model.priors());
    for (std::string& note : fall_notes(selection))
      notes.push_back(std::move(note));
  }
  selection.notes.insert(selection.notes.end(), notes.begin(), notes.end());
  return selection;
}

inline Selection run_divergence(const Source& source, const Task& task,
                                GaussianDivergence::Criterion criterion, const Context& context) {
  auto scatter = source.scatter(gaussian_storage(task.params), context);
  const GaussianOptions options = gaussian_options(source, *scatter, task.params, context);
  const std::uint64_t block = std::min<std::uint64_t>(gaussian_block, scatter->moments().features);
  const Reservation held = reserve_state(scatter->moments(), 5, context);
  const Reservation rooms = context.reserve(
      sizeof(double) * block * context.thread_count() * (4 * scatter->moments().classes() + 2),
      "the covariances of a block of features");
  const GaussianModel model(scatter->moments(), options);
  GaussianSearch<GaussianDivergence> search(
      std::move(scatter), GaussianDivergence(model, criterion), task, Prefetch{}, context);
  Selection selection = forward(search, source.features(), task, context);
  selection.combinations = combinations(search.state(), selection);
  selection.notes = rank_notes(model, selection);
  note_share(options, task.params, selection);
  if (criterion == GaussianDivergence::Criterion::information) {
    // Each term bounds the information about one class. With two, the terms are equal, and the
    // information is that about either; with more, it is at most the sum.
    const auto classes = static_cast<double>(model.classes());
    const double factor = model.classes() > 2 ? classes : 1;
    add_error_figures(selection, factor * score_of_set(selection), model.priors(),
                      InformationValue::at_least);
  }
  return selection;
}

}  // namespace pith::methods
