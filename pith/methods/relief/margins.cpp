// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/margins.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/view.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace families {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// out[row] += factor * sum[s] |x_row - x_s| over the rows `sorted`, in ascending order of x. From
/// one row to the next the sum changes by the step times (rows behind - rows ahead).
void add_distances_along(std::span<const double> x, std::span<const std::uint32_t> sorted,
                         double factor, std::span<double> out) {
  double sum = 0;
  for (const std::uint32_t row : sorted)
    sum += x[row] - x[sorted.front()];
  const auto count = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto behind = static_cast<double>(i);
    if (i > 0) sum += (x[sorted[i]] - x[sorted[i - 1]]) * (2 * behind - count);
    out[sorted[i]] += factor * sum;
  }
}

/// Rows of other classes have weight +1 and those of the same class -1, so the margin is the sum
/// over all rows minus twice the sum over the same class.
class MarginsOfFeature {
 public:
  explicit MarginsOfFeature(const Table& table) : table_(table), sorted_(table.rows()) {}

  void find(Feature feature, MarginScale scale, std::span<double> out) {
    std::fill(out.begin(), out.end(), 0.0);
    const Column& column = table_.feature(feature);
    if (column.is_codes()) return of_codes(column, out);
    const Numbers x = column.numbers();
    std::iota(sorted_.begin(), sorted_.end(), 0U);
    std::sort(sorted_.begin(), sorted_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return x[a] < x[b] || (x[a] == x[b] && a < b);
    });
    const double range = x[sorted_.back()] - x[sorted_.front()];
    if (!(range > 0)) return;
    const double unit = scale == MarginScale::unit_range ? 1 / range : 1;
    add_distances_along(x, sorted_, unit, out);
    std::vector<std::vector<std::uint32_t>> classes(table_.classes());
    for (const std::uint32_t row : sorted_)
      classes[table_.target().code(row)].push_back(row);
    for (const std::vector<std::uint32_t>& rows : classes)
      add_distances_along(x, rows, -2 * unit, out);
  }

 private:
  void of_codes(const Column& column, std::span<double> out) const {
    const Column& target = table_.target();
    std::vector<double> counts(column.levels());
    std::vector<double> joint(column.levels() * table_.classes());
    std::vector<double> classes(table_.classes());
    for (std::size_t row = 0; row < out.size(); ++row) {
      counts[column.code(row)] += 1;
      joint[column.code(row) * table_.classes() + target.code(row)] += 1;
      classes[target.code(row)] += 1;
    }
    for (std::size_t row = 0; row < out.size(); ++row) {
      const std::size_t c = target.code(row);
      out[row] = static_cast<double>(out.size()) - counts[column.code(row)] -
                 2 * (classes[c] - joint[column.code(row) * table_.classes() + c]);
    }
  }

  const Table& table_;
  std::vector<std::uint32_t> sorted_;
};

/// What a thread needs for one feature.
std::uint64_t margin_bytes(const Table& table) {
  std::uint64_t levels = 0;
  for (const Column& column : table.parts().features)
    levels = std::max<std::uint64_t>(levels, column.levels());
  return 3 * sizeof(double) * table.rows() + (sizeof(double) * levels + 48) * table.classes();
}

/// Margins of all features, one feature after the other, centred and scaled to at most 1, so that
/// squares neither overflow nor underflow.
std::vector<double> margins_of(const Table& table, MarginScale scale, const Context& context) {
  const std::size_t rows = table.rows();
  const ThreadMemory memory =
      reserve_for_threads({.tasks = table.features() / 8 + 1, .bytes = margin_bytes(table)},
                          context, "the margins of a feature");
  std::vector<double> margins(rows * table.features());
  constexpr std::size_t features_per_block = 8;
  parallel_blocks(memory.context, table.features(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    MarginsOfFeature of(table);
                    for (std::size_t f = begin; f < end; ++f) {
                      const std::span<double> out = std::span(margins).subspan(f * rows, rows);
                      of.find(static_cast<Feature>(f), scale, out);
                      const double origin = out[0];
                      double mean = 0;
                      for (const double margin : out)
                        mean += (margin - origin) / static_cast<double>(rows);
                      for (double& margin : out)
                        margin = margin - origin - mean;
                    }
                  });
  double largest = 0;
  for (const double margin : margins)
    largest = std::max(largest, std::abs(margin));
  for (double& margin : margins)
    margin = largest > 0 ? margin / largest : 0;
  return margins;
}

/// The distance between the margin vectors of two rows, term by term.
double plain_distance(const Input& margins, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t f = 0; f < margins.extent(0); ++f)
    sum += (margins(f, a) - margins(f, b)) * (margins(f, a) - margins(f, b));
  return std::sqrt(sum);
}

/// Sums of the distances of rows [begin, end) to all rows: |a|^2 + |b|^2 - 2 a.b, or term by term
/// if that difference is so small that rounding matters.
void add_distances(const Input& margins, std::span<const double> squares, std::size_t begin,
                   std::size_t end, std::span<double> sums) {
  constexpr double little = 1e-5;
  const std::size_t size = end - begin;
  const std::size_t rows = margins.extent(1);
  std::vector<double> block(size * margins.extent(0));
  for (std::size_t f = 0; f < margins.extent(0); ++f) {
    for (std::size_t a = begin; a < end; ++a)
      block[(a - begin) * margins.extent(0) + f] = margins(f, a);
  }
  std::vector<double> products(size * rows);
  multiply(Input::row_major(block.data(), size, margins.extent(0)), margins,
           Output::row_major(products.data(), size, rows));
  for (std::size_t a = begin; a < end; ++a) {
    for (std::size_t b = 0; b < rows; ++b) {
      if (a == b) continue;
      const double both = squares[a] + squares[b];
      const double square = both - 2 * products[(a - begin) * rows + b];
      sums[a] += square > little * both ? std::sqrt(square) : plain_distance(margins, a, b);
    }
  }
}

}  // namespace

std::vector<double> margin_weights(const Table& table, MarginScale scale, Work& work,
                                   const Context& context) {
  const std::size_t rows = table.rows();
  constexpr std::uint64_t compared = 272;  // bytes of a row, about, for its distances to others
  const Reservation held =
      context.reserve(std::uint64_t{sizeof(double)} * rows * (table.features() + 3),
                      "the matrix of margins", "select from fewer features", compared * rows);
  const std::vector<double> numbers = margins_of(table, scale, context);
  const Input margins = Input::row_major(numbers.data(), table.features(), rows);
  std::vector<double> squares(rows);
  for (std::size_t f = 0; f < table.features(); ++f) {
    for (std::size_t row = 0; row < rows; ++row)
      squares[row] += margins(f, row) * margins(f, row);
  }
  std::vector<double> sums(rows);
  constexpr std::size_t rows_per_block = 32;
  const ThreadMemory memory =
      reserve_for_threads({.tasks = rows / rows_per_block + 1,
                           .bytes = sizeof(double) * rows_per_block * (rows + table.features())},
                          context, "the distances between margins");
  parallel_blocks(memory.context, rows, rows_per_block, [&](std::size_t begin, std::size_t end) {
    add_distances(margins, squares, begin, end, sums);
    work.add(end - begin);
  });
  if (std::any_of(sums.begin(), sums.end(), [](double sum) { return !(sum > 0); }))
    return std::vector<double>(rows, 1.0);  // NOLINT(modernize-return-braced-init-list): two values
  double inverse = 0;
  for (const double sum : sums)
    inverse += 1 / sum;
  std::vector<double> weights(rows);
  for (std::size_t row = 0; row < rows; ++row)
    weights[row] = static_cast<double>(rows) / sums[row] / inverse;
  return weights;
}

}  // namespace families
}  // namespace pith
