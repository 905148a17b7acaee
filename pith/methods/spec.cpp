// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/linalg/inner_products.h"
#include "pith/methods/graph/row_graph.h"
#include "pith/select/recipes.h"
#include "pith/stats/centred_columns.h"

namespace pith::methods {
namespace {

/// What the three scores are made of, for a feature f, the degrees D and the Laplacian L.
struct Parts {
  double rough = 0;    ///< f'L f
  double spread = 0;   ///< f'D f less its part along the trivial eigenvector
  double whole = 0;    ///< f'D f
  double leading = 0;  ///< sum[j] (2 - lambda_j) (x_j . D^1/2 f)^2
};

/// Larger is better; 0 for a constant.
double score_of(const Parts& parts, const std::string& phi) {
  if (!(parts.spread > 0)) return 0;
  if (phi == "phi3") return parts.leading / parts.whole;
  return std::max(0.0, 1 - parts.rough / (phi == "phi1" ? parts.whole : parts.spread));
}

/// With S_rs = 1/n_c for rows of the same class c all degrees are 1. The eigenvalues of L are 0,
/// for each class once, and 1. So f'L f is the sum of squares within the classes, and the leading
/// eigenvectors beside the trivial one span the differences between the class means.
Parts class_parts(const ClassMoments& moments) {
  const double mean = moments.total_mean();
  Parts parts;
  double between = 0;
  for (std::size_t c = 0; c < moments.classes(); ++c) {
    const double difference = moments.mean(c) - mean;
    parts.rough += moments.deviation(c);
    between += moments.count(c) * difference * difference;
  }
  parts.spread = parts.rough + between;
  parts.whole = parts.spread + moments.total_count() * mean * mean;
  parts.leading = 2 * between;
  return parts;
}

/// The graph of all rows by distance.
class DistanceGraph {
 public:
  DistanceGraph(const Table& table, const Task& task, const Context& context)
      : table_(table),
        task_(task),
        columns_(table, task.params.choice("scale") == "raw" ? Unit::as_it_is : Unit::deviation,
                 context),
        graph_{.features = columns_.view(), .weights = table.weights(), .width = width()} {}

  Selection run(const Context& context) {
    const RowGraphSums sums = row_graph_sums(graph_, context);
    RowGraphSpectrum spectrum{Directions(0, 0), {}};
    if (task_.params.choice("criterion") == "phi3") {
      const auto count = static_cast<std::size_t>(task_.params.integer("clusters")) - 1;
      spectrum = row_graph_spectrum(graph_, sums.degrees, count, context);
    }
    const std::string& criterion = task_.params.choice("criterion");
    std::vector<double> scores(table_.features());
    constexpr std::size_t block = 16;
    const ThreadMemory memory = reserve_for_threads(
        {.tasks = scores.size() / block + 1, .bytes = sizeof(double) * table_.rows()}, context,
        "the scores of the features");
    parallel_blocks(memory.context, scores.size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t f = begin; f < end; ++f)
        scores[f] = score_of(parts_of(static_cast<Feature>(f), sums, spectrum), criterion);
    });
    Selection selection = rank_with_constants_last(table_, scores, task_);
    selection.diagnostics = {{"width", graph_.width}};
    for (std::size_t j = 0; j < spectrum.values.size(); ++j)
      selection.diagnostics.push_back(
          {fmt::format("eigenvalue_{}", j + 1), 1 - spectrum.values[j]});
    return selection;
  }

 private:
  /// By default the mean of |r - s|^2 over all pairs of rows, which is twice the sum of the
  /// variances.
  double width() const {
    const double given = task_.params.real("width");
    if (given > 0) return given;
    double sum = 0;
    for (const double deviation : columns_.deviations()) {
      const bool is_standard = task_.params.choice("scale") != "raw";
      sum += deviation == 0 ? 0 : is_standard ? 1 : deviation * deviation;
    }
    return 2 * sum;
  }

  /// The numbers of a feature about their mean, in units of their deviation, and the mean itself.
  /// No score depends on the unit.
  Parts parts_of(Feature feature, const RowGraphSums& sums,
                 const RowGraphSpectrum& spectrum) const {
    const std::vector<double>& degrees = sums.degrees;
    const double deviation = columns_.deviations()[feature];
    if (deviation == 0) return {};
    const std::span<const double> column = columns_.column(feature);
    const double unit = task_.params.choice("scale") == "raw" ? deviation : 1;
    const double mean = table_.feature(feature).number(0) / deviation - column[0] / unit;
    double along = 0;   // x'D 1
    double volume = 0;  // 1'D 1
    double square = 0;  // x'D x
    std::vector<double> rooted(column.size());
    for (std::size_t row = 0; row < column.size(); ++row) {
      const double x = column[row] / unit;
      const double degree = graph_.weight(row) * degrees[row];
      along += degree * x;
      volume += degree;
      square += degree * x * x;
      rooted[row] = std::sqrt(degree) * x;
    }
    Parts parts;
    parts.rough = std::max(0.0, square - sums.smooth[feature] / unit / unit);
    parts.spread = square - along * along / volume;
    parts.whole = square + mean * (2 * along + mean * volume);
    for (std::size_t j = 0; j < spectrum.values.size(); ++j) {
      const double share = inner_product(spectrum.vectors.at(j), rooted);
      parts.leading += (1 + spectrum.values[j]) * share * share;
    }
    return parts;
  }

  const Table& table_;
  const Task& task_;
  CentredColumns columns_;
  RowGraph graph_;
};

bool is_supervised(const Params& params) {
  return params.choice("graph") == "supervised";
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "spec");
  if (!is_supervised(task.params)) return DistanceGraph(table, task, context).run(context);
  std::vector<double> scores(table.features());
  const std::string& criterion = task.params.choice("criterion");
  source.class_moments(
      [&](Feature feature, const ClassMoments& moments) {
        scores[feature] = score_of(class_parts(moments), criterion);
      },
      context);
  context.report({.phase = "select", .done = scores.size(), .total = scores.size()});
  return rank_with_constants_last(table, scores, task);
}

Traits traits_with(Traits traits, const Params& params) {
  if (is_supervised(params)) return traits;
  traits.input.needs_target = false;
  traits.guarantees.uses_target = false;
  traits.growth.rows = 2;
  return traits;
}

}  // namespace

Method spec() {
  return {
      .id = "spec",
      .class_name = "SPEC",
      .title = "Spectral feature selection",
      .family = "graph, quadratic and spectral",
      .formula =
          "phi2: J(x) = 1 - u'L u / (1 - (u'e_0)^2); phi1: 1 - u'L u; phi3: sum[0 < j < clusters] "
          "(2 - l_j) (u'e_j)^2; u = D^1/2 x / |D^1/2 x|, L = I - D^-1/2 S D^-1/2 with eigenvalues "
          "l_0 = 0, l_1, ... and eigenvectors e_j",
      .summary =
          "Ranks numeric features by how smooth they are on a graph of the rows: of rows of the "
          "same class, or of all rows by distance, which needs no target.",
      .unit = "smoothness",
      .cost = "O(n d) or O(n^2 d)",
      .parameters =
          {Parameter::choice("criterion", {"phi2", "phi1", "phi3"},
                             "phi1: smoothness, phi2: the same without the constant part of a "
                             "feature, phi3: share of the leading eigenvectors"),
           Parameter::choice("graph", {"supervised", "unsupervised"},
                             "edges between rows of the same class, or between all rows by "
                             "distance"),
           Parameter::integer("clusters", 5, 2, 100,
                              "number of leading eigenvectors of phi3, unsupervised, with the "
                              "trivial one; supervised it is the number of classes"),
           Parameter::real("width", 0, 0, std::numeric_limits<double>::infinity(),
                           "t of exp(-|r - s|^2 / t), unsupervised; 0: the mean of |r - s|^2 over "
                           "all pairs of rows"),
           Parameter::choice("scale", {"standard", "raw"},
                             "distances between standardised features, or between raw values")},
      .references = {{"Z. Zhao and H. Liu",
                      "Spectral feature selection for supervised and unsupervised learning",
                      "International Conference on Machine Learning", 2007,
                      "10.1145/1273496.1273641"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_rows = true,
                           .takes_weights = true,
                           .needs_variation = true},
                 .output = {.ranks_all = true}},
      .run = run,
      .traits_with = traits_with,
  };
}

}  // namespace pith::methods
