// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/nystrom.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/linalg/dense_eigen.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// [sum(A) + 2 sum(B) + (B 1)' A+ (B 1)] / size^2, B being R outside of A. `scaled` are the rows
/// w^-1/2 v of the kept eigenvectors.
double mean_of(const std::vector<double>& rows, std::span<const std::size_t> chosen,
               const std::vector<double>& scaled, std::size_t size) {
  const std::size_t count = chosen.size();
  PITH_ASSERT(count > 0);
  std::vector<double> outside(count);  // B 1
  double inside = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double* row = rows.data() + i * size;
    double own = 0;
    for (const std::size_t j : chosen)
      own += row[j];
    inside += own;
    outside[i] = std::accumulate(row, row + size, 0.0) - own;
  }
  double rest = 0;
  for (std::size_t k = 0; k < scaled.size() / count; ++k) {
    const double part =
        std::inner_product(outside.begin(), outside.end(), scaled.begin() + k * count, 0.0);
    rest += part * part;
  }
  const double beside = std::accumulate(outside.begin(), outside.end(), 0.0);
  return (inside + 2 * beside + rest) / (static_cast<double>(size) * static_cast<double>(size));
}

std::size_t count_of(std::size_t size, double share) {
  return std::clamp<std::size_t>(
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(size))), 1, size);
}

}  // namespace

std::vector<std::size_t> regular_places(std::size_t size, double share) {
  std::vector<std::size_t> places(count_of(size, share));
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = i * size / places.size();
  return places;
}

std::vector<std::size_t> uniform_places(std::size_t size, double share, std::uint64_t seed) {
  std::vector<std::size_t> places = Random(seed, 0).permutation(size);
  places.resize(count_of(size, share));
  std::sort(places.begin(), places.end());
  return places;
}

double sampling_bound(const SymmetricMatrix& similarity, std::size_t sampled, std::size_t rank) {
  const std::size_t size = similarity.size();
  PITH_ASSERT(rank <= sampled && sampled <= size);
  std::vector<double> diagonal(size);
  for (std::size_t i = 0; i < size; ++i)
    diagonal[i] = similarity.diagonal(i);
  std::sort(diagonal.begin(), diagonal.end(), std::greater<>());
  const auto end = diagonal.begin() + static_cast<std::ptrdiff_t>(sampled);
  const double largest = std::accumulate(diagonal.begin(), end, 0.0);
  const double squares =
      std::inner_product(diagonal.begin(), diagonal.end(), diagonal.begin(), 0.0);
  const auto all = static_cast<double>(size);
  const auto some = static_cast<double>(sampled);
  const double epsilon = std::sqrt(std::sqrt(64 * static_cast<double>(rank) / some));
  return epsilon * std::sqrt(all / some * largest * std::sqrt(all * squares));
}

Nystrom nystrom(const SymmetricMatrix& similarity, std::span<const std::size_t> places,
                const Context& context) {
  const std::size_t size = similarity.size();
  const std::size_t count = places.size();
  // R, G and its transpose; A with its eigenvectors.
  const std::uint64_t bytes = (3 * size + 4 * count) * count * sizeof(double);
  Reservation held = context.reserve(bytes, "the Nystroem sample of " + counted(count, "feature"),
                                     "sample fewer features (" + option("nystrom") + ")");
  std::vector<double> rows(count * size);
  similarity.columns(places, Output::row_major(rows.data(), count, size), context);
  std::vector<double> corner(count * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j)
      corner[i * count + j] = rows[i * size + places[j]];
  }
  const Eigensystem system = dense_eigensystem(Input::row_major(corner.data(), count, count));
  const double floor = std::max(0.003 * system.values().back(), -system.values().front());
  std::vector<double> scaled;
  for (std::size_t k = 0; k < count; ++k) {
    if (!(system.values()[k] > floor)) continue;
    for (const double number : system.vector(k))
      scaled.push_back(number / std::sqrt(system.values()[k]));
  }
  Nystrom found;
  found.sampled = count;
  found.rank = scaled.size() / count;
  found.mean = mean_of(rows, places, scaled, size);
  found.row_mean = std::accumulate(rows.begin(), rows.end(), 0.0) /
                   (static_cast<double>(count) * static_cast<double>(size));
  std::vector<double> turned(found.rank * size);  // G'
  multiply(Input::row_major(scaled.data(), found.rank, count),
           Input::row_major(rows.data(), count, size),
           Output::row_major(turned.data(), found.rank, size));
  found.factor.resize(turned.size());
  found.lost.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    double square = 0;
    for (std::size_t k = 0; k < found.rank; ++k) {
      const double number = turned[k * size + i];
      found.factor[i * found.rank + k] = number;
      square += number * number;
    }
    found.lost[i] = std::max(0.0, similarity.diagonal(i) - square);
    found.lost_trace += similarity.diagonal(i) - square;
  }
  held.shrink(sizeof(double) * (std::uint64_t{found.rank} + 1) * size);
  found.held = std::move(held);
  return found;
}

}  // namespace linalg
}  // namespace pith
