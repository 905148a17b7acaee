// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/row_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/exponential.h"
#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/geometry/squared_distances.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace families {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// The rows as in the table and packed, the sums of blocks, and numbers times weights.
std::uint64_t graph_bytes(const RowGraph& graph) {
  const std::uint64_t copies = graph.weights.empty() ? 2 : 3;
  const std::uint64_t rows = graph.rows();
  const std::uint64_t features = graph.features.extent(0);
  // Blocks of at least two rows have sums of their own.
  const std::uint64_t block = std::clamp<std::uint64_t>(
      (std::uint64_t{1} << 24U) / std::max<std::uint64_t>(1, rows * features), 2,
      SquaredDistances::block_rows);
  return sizeof(double) * features * (copies * (rows + 8) + rows / block + 1);
}

/// S of blocks of rows with all rows.
class Similarities {
 public:
  Similarities(const RowGraph& graph, const Context& context)
      : graph_(graph),
        rows_(graph.rows() * graph.features.extent(0)),
        distances_(transposed(context)) {}

  /// Small enough that a block takes some milliseconds.
  std::size_t rows_per_block() const {
    const std::size_t one = std::max<std::size_t>(1, rows_.size());
    return std::clamp((std::size_t{1} << 24U) / one, std::size_t{2}, SquaredDistances::block_rows);
  }
  std::size_t stride() const { return distances_.stride(); }

  /// For for_blocks(), where `use` needs so many numbers for each row of a block.
  ThreadMemory reserve(std::size_t numbers, const Context& context) const {
    const std::uint64_t block = rows_per_block();
    return reserve_for_threads({.tasks = graph_.rows() / block + 1,
                                .bytes = sizeof(double) * block * (stride() + numbers)},
                               context, "the similarities of a block of rows");
  }

  /// Calls use(begin, end, similarities) for blocks of rows, in parallel.
  void for_blocks(const Context& context,
                  const std::function<void(std::size_t, std::size_t, const double*)>& use) const {
    const std::size_t columns = graph_.features.extent(0);
    parallel_blocks(
        context, graph_.rows(), rows_per_block(), [&](std::size_t begin, std::size_t end) {
          std::vector<double> near((end - begin) * stride());
          distances_.measure(Input::row_major(&rows_[begin * columns], end - begin, columns),
                             near.data());
          for (double& number : near)
            number /= -graph_.width;
          bounded_exp(near);
          use(begin, end, near.data());
        });
  }

 private:
  Input transposed(const Context& context) {
    const Input& features = graph_.features;
    constexpr std::size_t block = 64;
    parallel_blocks(context, graph_.rows(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t f = 0; f < features.extent(0); ++f) {
        const double* const from = features.data_handle() + f * features.stride(0);
        for (std::size_t row = begin; row < end; ++row)
          rows_[row * features.extent(0) + f] = from[row];
      }
    });
    return Input::row_major(rows_.data(), graph_.rows(), features.extent(0));
  }

  RowGraph graph_;
  std::vector<double> rows_;  // as in the table
  SquaredDistances distances_;
};

}  // namespace

RowGraphSums row_graph_sums(const RowGraph& graph, const Context& context) {
  const std::size_t count = graph.features.extent(0);
  const std::size_t rows = graph.rows();
  const Reservation held = context.reserve(graph_bytes(graph), "the rows of the graph",
                                           "select from fewer features (" + option("drop") + ")");
  Work work(context, "select", rows);
  const Similarities similarities(graph, context);
  const std::size_t width = similarities.rows_per_block();
  RowGraphSums sums{std::vector<double>(rows), std::vector<double>(count)};
  std::vector<std::vector<double>> parts((rows + width - 1) / width);
  const std::size_t stride = similarities.stride();
  // Numbers times weights, for the products.
  std::vector<double> weighted;
  if (!graph.weights.empty()) {
    weighted.resize(count * rows);
    for (std::size_t f = 0; f < count; ++f) {
      for (std::size_t row = 0; row < rows; ++row)
        weighted[f * rows + row] = graph.features(f, row) * graph.weights[row];
    }
  }
  const Input factors =
      weighted.empty() ? graph.features : Input::row_major(weighted.data(), count, rows);
  const ThreadMemory memory = similarities.reserve(count, context);
  similarities.for_blocks(memory.context,
                          [&](std::size_t begin, std::size_t end, const double* near) {
                            const std::size_t size = end - begin;
                            std::vector<double> products(size * count);
                            multiply(Input(near, size, rows, stride, 1), factors.transposed(),
                                     Output::row_major(products.data(), size, count));
                            std::vector<double>& part = parts[begin / width];
                            part.resize(count);
                            for (std::size_t at = 0; at < size; ++at) {
                              const double* const row = near + at * stride;
                              double degree = 0;
                              for (std::size_t s = 0; s < rows; ++s)
                                degree += graph.weight(s) * row[s];
                              sums.degrees[begin + at] = degree;
                              for (std::size_t f = 0; f < count; ++f)
                                part[f] += factors(f, begin + at) * products[at * count + f];
                            }
                            work.add(size);
                          });
  for (const std::vector<double>& part : parts)
    std::transform(part.begin(), part.end(), sums.smooth.begin(), sums.smooth.begin(),
                   std::plus<>());
  return sums;
}

RowGraphSpectrum row_graph_spectrum(const RowGraph& graph, std::span<const double> degrees,
                                    std::size_t count, const Context& context) {
  constexpr double rounding = 1e-9;
  const std::size_t rows = graph.rows();
  // The matrix, the rows of the graph, and directions over all rows.
  const std::uint64_t directions = 8 * 2 * (std::uint64_t{count} + 8) * rows;
  const Reservation held = context.reserve(
      graph_bytes(graph) + sizeof(double) * (std::uint64_t{rows} * rows + directions),
      "the similarity matrix of the rows", "use fewer rows");
  const Similarities similarities(graph, context);
  const std::size_t stride = similarities.stride();
  std::vector<double> trivial(rows);  // D^1/2 1, of length 1
  double volume = 0;
  for (std::size_t row = 0; row < rows; ++row)
    volume += graph.weight(row) * degrees[row];
  for (std::size_t row = 0; row < rows; ++row)
    trivial[row] = std::sqrt(graph.weight(row) * degrees[row] / volume);
  const auto matrix = std::make_unique_for_overwrite<double[]>(rows * rows);
  std::vector<double> largest_of(rows);
  const ThreadMemory memory = similarities.reserve(0, context);
  similarities.for_blocks(
      memory.context, [&](std::size_t begin, std::size_t end, const double* near) {
        for (std::size_t r = begin; r < end; ++r) {
          for (std::size_t s = 0; s < rows; ++s) {
            const double scale =
                std::sqrt(graph.weight(r) / degrees[r]) * std::sqrt(graph.weight(s) / degrees[s]);
            const double rest = near[(r - begin) * stride + s] * scale - trivial[r] * trivial[s];
            matrix[r * rows + s] = rest;
            largest_of[r] = std::max(largest_of[r], std::abs(rest));
          }
        }
      });
  // Where all rows are alike, only rounding errors are left.
  if (*std::max_element(largest_of.begin(), largest_of.end()) < 1e-15)
    return {Directions(0, rows), {}};
  // The rows of a symmetric matrix span the eigenvectors of its square; none of its eigenvalues is
  // negative, because the kernel is positive definite.
  LeadingDirections found =
      leading_directions(Input::row_major(matrix.get(), rows, rows), count, context);
  RowGraphSpectrum spectrum{Directions(0, rows), {}};
  for (std::size_t c = 0; c < found.directions.count; ++c) {
    const double value = std::sqrt(found.values[c]);
    if (value < rounding) break;
    const std::span<const double> vector = found.directions.at(c);
    spectrum.vectors.numbers.insert(spectrum.vectors.numbers.end(), vector.begin(), vector.end());
    ++spectrum.vectors.count;
    spectrum.values.push_back(value);
  }
  return spectrum;
}

}  // namespace families
}  // namespace pith
