// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/linalg/directions.h"

namespace pith {
inline namespace families {

/// A graph in which all rows are connected: S_rs = exp(-|r - s|^2 / width), S_rr = 1. A row of
/// weight w counts w times, as a node and in the degrees D_r = sum[s] w_s S_rs.
struct RowGraph {
  MatrixView<const double> features;     ///< each row is a feature, its elements contiguous
  std::span<const double> weights = {};  ///< of the rows of the table; empty: all are 1
  double width = 1;

  std::size_t rows() const { return features.extent(1); }
  double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
};

/// What a feature x is on the graph.
struct RowGraphSums {
  std::vector<double> degrees;  ///< D
  std::vector<double> smooth;   ///< x'S x of every feature, rows weighted
};

/// One pass over all pairs of rows: 5 n^2 d flops and n^2 exponentials. No pair is stored. Reports
/// its progress as the phase "select".
RowGraphSums row_graph_sums(const RowGraph& graph, const Context& context);

/// Eigenvectors of D^-1/2 S D^-1/2 beside the trivial one, D^1/2 1, those of the largest
/// eigenvalues first.
struct RowGraphSpectrum {
  Directions vectors;
  std::vector<double> values;  ///< 1 minus the eigenvalue of the normalised Laplacian
};

/// At most `count` of them; fewer where the others are 0 up to rounding (below 1e-9). Needs memory
/// for all pairs of rows.
RowGraphSpectrum row_graph_spectrum(const RowGraph& graph, std::span<const double> degrees,
                                    std::size_t count, const Context& context);

}  // namespace families
}  // namespace pith
