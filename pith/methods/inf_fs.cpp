// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pith/search/path_energies.h"
#include "pith/select/method.h"

namespace pith::methods {
namespace {

/// The nodes of the graph, and how far they spread for the widest one.
struct Nodes {
  std::vector<Feature> features;
  std::vector<double> dispersions;
  std::vector<char> comes_last;  ///< of all features: constants that are no nodes
  bool is_uniform = false;       ///< the dispersions differ by rounding at most
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
  const auto [least, most] =
      std::minmax_element(nodes.dispersions.begin(), nodes.dispersions.end());
  const double origin = params.choice("dispersion") == "minmax" ? *least : 0;
  const double range = *most - origin;
  constexpr double rounding = 1e-6;  // of z-scores that went through a file
  nodes.is_uniform = *most - *least < rounding * *most;
  for (double& dispersion : nodes.dispersions)
    dispersion = range > 0 ? (dispersion - origin) / range : 0;
  return nodes;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Nodes nodes = nodes_of(source, task.params, context);
  const bool is_single = task.params.choice("precision") == "single";
  const auto similarity =
      source.similarity({.alike = Alike::ranks,
                         .features = nodes.features,
                         .storage = is_single ? Storage::float32 : Storage::float64,
                         .is_kept = true},
                        context);
  const std::array alphas{task.params.real("alpha")};
  const PathEnergies found =
      path_energies({*similarity, nodes.dispersions}, alphas, task.params.real("damping"), context)
          .front();
  std::vector<double> scores(source.features());
  for (std::size_t i = 0; i < nodes.features.size(); ++i)
    scores[nodes.features[i]] = found.scores[i];
  Selection selection =
      take_in_order(order_with_last(scores, nodes.comes_last), scores, task.wanted);
  selection.figures = {{"alpha", alphas[0]},
                       {"radius", found.radius},
                       {"radius_error", found.radius_error},
                       {"residual", found.residual},
                       {"passes", static_cast<double>(found.passes)}};
  if (nodes.is_uniform && alphas[0] > 0) {
    selection.notes.emplace_back(
        "all features spread alike, as after standardizing, so the dispersion says nothing; give "
        "raw numbers, or --alpha 0");
  }
  return selection;
}

}  // namespace

Method inf_fs() {
  return {
      .id = "inf-fs",
      .title = "Infinite feature selection",
      .family = "graph, quadratic and spectral",
      .formula =
          "J(x_i) = (((I - r A)^-1 - I) e)_i;  a_ij = alpha max(s_i, s_j) + (1 - alpha) (1 - "
          "|Spearman(x_i,x_j)|), s = standard deviation / the largest one, r = damping / "
          "largest eigenvalue of A",
      .summary =
          "Prefers features that spread widely and correlate little with the others, seen along "
          "paths of any length; does not look at the target.",
      .unit = "energy",
      .cost = "O(n d^2)",
      .parameters =
          {Parameter::real("alpha", 0.2, 0, 1,
                           "weight of the dispersion; the rest is for low correlation"),
           Parameter::real("damping", 0.9, 0.001, 0.999,
                           "worth of a step, as a share of the largest that converges"),
           Parameter::choice("dispersion", {"sd", "minmax"},
                             "divide by the largest standard deviation, or map least and largest "
                             "to 0 and 1"),
           Parameter::choice("scale", {"raw", "minmax"},
                             "take numbers as they are, or map each feature to 0..1 before"),
           Parameter::choice("constants", {"last", "keep"},
                             "rank constants last, or keep them as nodes that correlate with "
                             "nothing, as the authors' program does"),
           Parameter::choice("precision", {"double", "single"},
                             "of correlations: single takes half of the memory, and is good to "
                             "about 1e-7")},
      .references = {{"G. Roffo and S. Melzi and M. Cristani", "Infinite feature selection",
                      "IEEE International Conference on Computer Vision", 2015,
                      "10.1109/ICCV.2015.478"}},
      .traits = {.takes = Takes::numbers,
                 .needs_target = false,
                 .takes_weights = true,
                 .ranks_all = true,
                 .sees_the_target = false,
                 .needs_variation = true,
                 .least_rows = 3},
      .run = run,
  };
}

}  // namespace pith::methods
