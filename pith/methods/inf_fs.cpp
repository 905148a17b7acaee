// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "pith/methods/graph/best_ranking.h"
#include "pith/methods/graph/path_energies.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// The nodes of the graph, with their dispersions relative to the largest one.
struct Nodes {
  std::vector<Feature> features;
  std::vector<double> dispersions;
  std::vector<char> comes_last;  ///< for all features: a constant that is not a node
  bool is_uniform = false;       ///< the dispersions are equal up to rounding
};

Nodes nodes_of(const Source& source, const Params& params, const Context& context) {
  const std::vector<Spread> spreads = source.spreads(context);
  const bool keeps_constants = params.choice("constants") == "keep";
  const bool is_scaled = params.choice("scale") == "minmax";
  Nodes nodes;
  nodes.comes_last.resize(spreads.size());
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    const Spread& spread = spreads[i];
    nodes.comes_last[i] = spread.is_constant() && !keeps_constants ? 1 : 0;
    if (nodes.comes_last[i] != 0) continue;
    nodes.features.push_back(static_cast<Feature>(i));
    const double width = is_scaled ? spread.highest - spread.lowest : 1;
    nodes.dispersions.push_back(spread.is_constant() ? 0 : spread.deviation / width);
  }
  const auto [lowest, highest] =
      std::minmax_element(nodes.dispersions.begin(), nodes.dispersions.end());
  const double origin = params.choice("dispersion") == "minmax" ? *lowest : 0;
  const double range = *highest - origin;
  constexpr double rounding = 1e-6;  // of z-scores that were written to a file
  nodes.is_uniform = nodes.features.size() > 1 && *highest - *lowest < rounding * *highest;
  for (double& dispersion : nodes.dispersions)
    dispersion = range > 0 ? (dispersion - origin) / range : 0;
  return nodes;
}

/// The values 0, 0.1, ... 1 of alpha in order of preference: those near 0.2, the paper's best,
/// first.
constexpr std::array grid{0.2, 0.1, 0.3, 0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};

/// Chooses the alpha of the grid with the best cross-validated accuracy of a linear SVM.
BestRanking choose(const Source& source, const Nodes& nodes,
                   const std::vector<PathEnergies>& energies, const Context& context) {
  std::vector<std::vector<Feature>> rankings;
  for (const PathEnergies& found : energies) {
    std::vector<Feature>& ranking = rankings.emplace_back();
    for (const std::size_t place : order_of(found.scores))
      ranking.push_back(nodes.features[place]);
  }
  std::vector<std::size_t> preference(rankings.size());
  std::iota(preference.begin(), preference.end(), std::size_t{0});
  return best_ranking(*source.table(), rankings, preference, context);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Nodes nodes = nodes_of(source, task.params, context);
  const bool is_single = task.params.choice("precision") == "single";
  const auto similarity =
      source.similarity({.kind = SimilarityKind::ranks,
                         .features = nodes.features,
                         .storage = is_single ? Storage::float32 : Storage::float64,
                         .is_kept = true},
                        context);
  const bool is_chosen = task.params.is_word("alpha");
  const std::vector<double> alphas = is_chosen ? std::vector<double>(grid.begin(), grid.end())
                                               : std::vector<double>{task.params.real("alpha")};
  const std::vector<PathEnergies> all =
      path_energies({*similarity, nodes.dispersions}, alphas, task.params.real("damping"), context);
  const BestRanking best = is_chosen ? choose(source, nodes, all, context) : BestRanking{};
  const double alpha = alphas[best.ranking];
  const PathEnergies& found = all[best.ranking];
  std::vector<double> scores(source.features());
  for (std::size_t i = 0; i < nodes.features.size(); ++i)
    scores[nodes.features[i]] = found.scores[i];
  Selection selection = take_in_order(order_with_last(scores, nodes.comes_last), scores, task);
  selection.diagnostics = {{"alpha", alpha},
                           {"radius", found.radius},
                           {"radius_error", found.radius_error},
                           {"residual", found.residual},
                           {"passes", static_cast<double>(found.passes)}};
  if (is_chosen) {
    selection.notes.push_back(fmt::format(
        "chose alpha = {:.1f} from 0, 0.1, ... 1 by five-fold cross-validation of a linear SVM: "
        "{:.1f} % accuracy with {} and cost {}",
        alpha, 100 * best.accuracy, counted(best.features, "feature"), best.cost));
  }
  if (nodes.is_uniform && alpha > 0) {
    selection.notes.push_back(
        fmt::format("all features have the same dispersion, as after standardisation, so it has no "
                    "effect; use raw values or {}",
                    option("alpha", "0")));
  }
  return selection;
}

}  // namespace

Method inf_fs() {
  return {
      .id = "inf-fs",
      .class_name = "InfFS",
      .title = "Infinite feature selection",
      .family = "graph, quadratic and spectral",
      .formula =
          "J(x_i) = (((I - r A)^-1 - I) e)_i;  a_ij = alpha max(s_i, s_j) + (1 - alpha) (1 - "
          "|Spearman(x_i,x_j)|), s = standard deviation / the largest one, r = damping / "
          "largest eigenvalue of A",
      .summary =
          "Ranks features by standard deviation and low correlation with the other features, "
          "summed over paths of any length in the graph of all features. Does not use the target.",
      .unit = "energy",
      .cost = "O(n d^2)",
      .parameters = {Parameter::choice("preset", {"none", "paper"},
                                       "paper: alpha by cross-validation, and constant features "
                                       "in the graph; parameters that are given take precedence"),
                     Parameter::real_or(
                         0.2,
                         Parameter::real(
                             "alpha", 0.2, 0, 1,
                             "weight of the dispersion against that of low correlation; "
                             "cv: chosen by cross-validation"),
                         {"cv"}),
                     Parameter::real("damping", 0.9, 0.001, 0.999,
                                     "weight of each step of a path, relative to the largest for "
                                     "which the sum converges"),
                     Parameter::choice(
                         "dispersion", {"sd", "minmax"},
                         "divide standard deviations by the largest one, or scale them "
                         "to the range 0 to 1"),
                     Parameter::choice("scale", {"raw", "minmax"},
                                       "use raw values, or scale each feature to the range 0 to 1 "
                                       "first"),
                     Parameter::choice("constants", {"last", "keep"},
                                       "rank constant features last, or keep them as uncorrelated "
                                       "nodes of the graph, as the authors' program does"),
                     Parameter::choice("precision", {"double", "single"},
                                       "storage of the correlations: single halves the memory, and "
                                       "is accurate to about 1e-7")},
      .references = {{"G. Roffo and S. Melzi and M. Cristani", "Infinite feature selection",
                      "IEEE International Conference on Computer Vision", 2015,
                      "10.1109/ICCV.2015.478"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_target = false,
                           .takes_weights = true,
                           .correlates_ranks = true,
                           .needs_variation = true,
                           .min_rows = 3},
                 .output = {.ranks_all = true},
                 .guarantees = {.uses_target = false},
                 .growth = {.features = 2}},
      .run = run,
      .traits_with =
          [](Traits traits, const Params& params) {
            const bool is_chosen =
                params.is_word("alpha");  // by cross-validation, which does not support weights
            traits.input.needs_target = is_chosen;
            traits.input.needs_rows = is_chosen;
            traits.guarantees.uses_seed = is_chosen;
            traits.guarantees.depends_on_row_order = is_chosen;
            traits.input.takes_weights = !is_chosen;
            traits.guarantees.uses_float_sums = params.choice("precision") == "single";
            return traits;
          },
      .presets = {{"paper", {{"alpha", "cv"}, {"constants", "keep"}}}},
  };
}

}  // namespace pith::methods
