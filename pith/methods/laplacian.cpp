// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pith/base/elementary.h"
#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/geometry/neighbours.h"
#include "pith/select/recipes.h"
#include "pith/stats/feature_vectors.h"

namespace pith::methods {
namespace {

constexpr std::size_t features_per_block = 16;

/// Two rows a < b, at least one of which is among the nearest neighbours of the other.
struct Edge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  double distance = 0;  ///< squared
  double weight = 1;
};

/// All edges, each once, sorted by rows.
std::vector<Edge> edges_of(const Neighbours& neighbours, std::size_t rows) {
  std::vector<Edge> edges;
  edges.reserve(neighbours.all.size());
  const auto is_near = [&](std::uint32_t a, std::uint32_t b) {
    const auto list = neighbours.of(a);
    return std::any_of(list.begin(), list.end(), [b](const Neighbour& n) { return n.row == b; });
  };
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (const Neighbour& near : neighbours.of(row)) {
      if (row < near.row || !is_near(near.row, row)) {
        edges.push_back({std::min(row, near.row), std::max(row, near.row), near.distance});
      }
    }
  }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& x, const Edge& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  return edges;
}

double mean_distance(std::span<const Edge> edges) {
  double largest = 0;
  for (const Edge& edge : edges)
    largest = std::max(largest, edge.distance);
  if (largest == 0) return 0;
  double sum = 0;  // relative to the largest: the sum itself may overflow
  for (const Edge& edge : edges)
    sum += edge.distance / largest;
  return largest * (sum / static_cast<double>(edges.size()));
}

/// Sets the weights exp(-(d^2 - min d^2) / t). The common factor changes no score, and with it the
/// weights cannot all underflow.
void apply_heat_kernel(std::vector<Edge>& edges, double width) {
  const auto nearest =
      std::min_element(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) {
        return x.distance < y.distance;
      })->distance;
  for (Edge& edge : edges)
    edge.weight =
        edge.distance == nearest ? 1 : portable::exp(-((edge.distance - nearest) / width));
}

/// The neighbourhood graph.
struct Graph {
  std::vector<Edge> edges;
  std::vector<double> degrees;  ///< D_r = sum[s] S_rs
  double total = 0;             ///< sum of the degrees
  std::size_t anchor = 0;       ///< a row of the largest degree

  Graph(std::vector<Edge> all, std::size_t rows) : edges(std::move(all)), degrees(rows) {
    for (const Edge& edge : edges) {
      degrees[edge.a] += edge.weight;
      degrees[edge.b] += edge.weight;
      total += 2 * edge.weight;
    }
    anchor = static_cast<std::size_t>(std::max_element(degrees.begin(), degrees.end()) -
                                      degrees.begin());
  }

  /// 1 - f'Lf / f'Df with f D-orthogonal to 1, and f'Lf = sum[edges] S_ab (f_a - f_b)^2; the worst
  /// score if f is constant over the rows with edges. Values are taken relative to the row of the
  /// largest degree: a feature that varies only over rows of tiny degree would otherwise be lost in
  /// rounding.
  double score(std::span<const double> feature) const {
    const double origin = feature[anchor];
    double mean = 0;
    for (std::size_t row = 0; row < degrees.size(); ++row)
      mean += degrees[row] / total * (feature[row] - origin);
    double spread = 0;
    for (std::size_t row = 0; row < degrees.size(); ++row) {
      const double centred = (feature[row] - origin) - mean;
      spread += degrees[row] * centred * centred;
    }
    if (spread == 0) return worst;
    double rough = 0;
    for (const Edge& edge : edges) {
      const double step = feature[edge.a] - feature[edge.b];
      rough += edge.weight * step * step;
    }
    return std::max(worst, 1 - rough / spread);  // a lower value can only be rounding
  }

  static constexpr double worst = -1;
};

/// Scores do not depend on the norm of a feature; norm 1 keeps squares in range.
std::vector<double> scores_of(const Table& table, const Graph& graph, const Context& context) {
  const FeatureVectors vectors(table, Length::unit, context);
  std::vector<double> scores(table.features(), Graph::worst);
  parallel_blocks(
      context, vectors.size(), features_per_block, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          scores[vectors.features()[i]] =
              graph.score({vectors.view().data_handle() + i * vectors.rows(), vectors.rows()});
        }
      });
  return scores;
}

Neighbours neighbours_of(const Table& table, const Params& params, const Context& context) {
  const auto length = params.choice("scale") == "raw" ? Length::as_it_is : Length::unit_variance;
  const FeatureVectors vectors(table, length, context);
  return nearest_rows(vectors.view(), static_cast<std::size_t>(params.integer("neighbours")),
                      context);
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "laplacian");
  const Neighbours neighbours = neighbours_of(table, task.params, context);
  const Reservation held = context.reserve(
      sizeof(Edge) * std::uint64_t{neighbours.count} * table.rows() + 8 * table.rows(),
      "the edges of the graph", "use fewer neighbours");
  std::vector<Edge> edges = edges_of(neighbours, table.rows());
  std::vector<Diagnostic> diagnostics{{"edges", static_cast<double>(edges.size())}};
  if (task.params.choice("graph") == "heat") {
    const double given = task.params.real("width");
    const double width = given > 0 ? given : mean_distance(edges);
    apply_heat_kernel(edges, width);
    diagnostics.push_back({"width", width});
  }
  const Graph graph(std::move(edges), table.rows());
  const std::vector<double> scores = scores_of(table, graph, context);
  Selection selection = rank(scores, task);
  selection.diagnostics = std::move(diagnostics);
  const auto wanted = static_cast<std::size_t>(task.params.integer("neighbours"));
  if (neighbours.count < wanted) {
    selection.notes.push_back(fmt::format("used {} instead of {} ({}), because there are only {}",
                                          counted(neighbours.count, "neighbour"), wanted,
                                          option("neighbours"), counted(table.rows(), "row")));
  }
  return selection;
}

}  // namespace

Method laplacian() {
  return {
      .id = "laplacian",
      .title = "Laplacian score",
      .family = "graph, quadratic and spectral",
      .formula =
          "J(x) = 1 - x'L x / x'D x = x'S x / x'D x, x'D 1 = 0, S_rs = exp(-|r - s|^2 / t) for "
          "near rows r and s, D = diag(S 1), L = D - S",
      .summary =
          "Ranks numeric features by how well they preserve locality: values are similar in "
          "neighbouring rows and differ elsewhere. Does not use the target.",
      .unit = "at most 1",
      .cost = "O(n^2 d)",
      .parameters = {Parameter::integer("neighbours", 5, 1, 100,
                                        "number of nearest neighbours of each row in the graph"),
                     Parameter::choice("graph", {"heat", "binary"},
                                       "edge weights: heat kernel of the distance, or 1"),
                     Parameter::real("width", 0, 0, std::numeric_limits<double>::infinity(),
                                     "t of the heat kernel, a squared distance; 0: the mean of |r "
                                     "- s|^2 over the edges"),
                     Parameter::choice("scale", {"standard", "raw"},
                                       "distances between standardised features, or between raw "
                                       "values")},
      .references = {{"X. He and D. Cai and P. Niyogi", "Laplacian score for feature selection",
                      "Advances in Neural Information Processing Systems 18", 2005, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_target = false,
                           .needs_rows = true,
                           .needs_variation = true,
                           .min_rows = 3},
                 .output = {.ranks_all = true},
                 .guarantees = {.uses_target = false},
                 .growth = {.rows = 2}},
      .run = run,
  };
}

}  // namespace pith::methods
