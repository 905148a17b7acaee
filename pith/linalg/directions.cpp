// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/directions.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "pith/base/elementary.h"
#include "pith/base/parallel.h"
#include "pith/base/random.h"
#include "pith/linalg/eigensystem.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

/// Chosen so that the partial sums of all blocks take less memory than the vectors.
std::size_t vectors_per_block(std::size_t directions) {
  return std::max(std::size_t{64}, 8 * directions);
}

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// to += factor * from.
void add(double factor, std::span<const double> from, std::span<double> to) {
  for (std::size_t row = 0; row < to.size(); ++row)
    to[row] += factor * from[row];
}

/// A d for A = sum[i] v_i v_i'.
Directions apply(const Input& vectors, const Directions& directions, const Context& context) {
  const auto transpose = [](std::size_t, const Input& products, const Output& factors) {
    for (std::size_t i = 0; i < products.extent(0); ++i) {
      for (std::size_t c = 0; c < products.extent(1); ++c)
        factors(c, i) = products(i, c);
    }
  };
  return sweep(vectors, directions, transpose, context);
}

/// Combinations of vectors: out_j = sum[i] by(j, i) v_i.
Directions combine(const Input& by, const Input& vectors) {
  Directions out(by.extent(0), vectors.extent(1));
  multiply(by, vectors, Output::row_major(out.numbers.data(), out.count, out.rows));
  return out;
}

/// Approximate eigenvectors by descending eigenvalue, and their products with the matrix.
struct Ritz {
  Directions directions;
  Directions images;
  std::vector<double> values;

  /// The largest |A d - value d| of the first `count`.
  double residual(std::size_t count) const {
    double largest = 0;
    for (std::size_t c = 0; c < count; ++c) {
      double squares = 0;
      for (std::size_t row = 0; row < directions.rows; ++row) {
        const double rest = images.at(c)[row] - values[c] * directions.at(c)[row];
        squares += rest * rest;
      }
      largest = std::max(largest, std::sqrt(squares));
    }
    return largest;
  }
};

/// The best approximations within the span of orthonormal directions (Rayleigh and Ritz).
Ritz ritz(const Input& vectors, const Directions& directions, const Context& context) {
  const Directions images = apply(vectors, directions, context);
  const std::size_t size = directions.count;
  Eigensystem system;
  std::vector<double> border;
  for (std::size_t c = 0; c < size; ++c) {
    border.clear();
    for (std::size_t j = 0; j < c; ++j)
      border.push_back(dot(directions.at(j), images.at(c)));
    system.grow(border, dot(directions.at(c), images.at(c)));
  }
  std::vector<double> values(size);
  std::vector<double> rotation;
  for (std::size_t c = 0; c < size; ++c) {
    const std::size_t from = size - 1 - c;
    values[c] = system.values()[from];
    rotation.insert(rotation.end(), system.vector(from).begin(), system.vector(from).end());
  }
  const Input by = Input::row_major(rotation.data(), size, size);
  return {combine(by, directions.view()), combine(by, images.view()), std::move(values)};
}

/// T_m((A - b/2) / (b/2)) d with the Chebyshev polynomial T_m and b the last of the values:
/// components with eigenvalues in [0, b] stay bounded, those above b grow with m. The degree is
/// limited so that the first component grows at most `max_growth` times as much as the last, which
/// would otherwise be lost to rounding.
Directions filtered(const Input& vectors, const Ritz& known, const Context& context) {
  constexpr double max_growth = 1e12;
  constexpr double max_degree = 24;  // a higher one does not pay before the bound is updated
  const double half = known.values.back() / 2;
  if (half <= 1e-12 * known.values.front()) return known.images;
  const double ratio = known.values.front() / half - 1;
  const double growth = portable::log(ratio + std::sqrt(ratio * ratio - 1));  // acosh
  const int degree =
      static_cast<int>(std::clamp(portable::log(2 * max_growth) / growth, 1.0, max_degree));
  Directions before = known.directions;
  Directions now = known.images;
  for (std::size_t i = 0; i < now.numbers.size(); ++i)
    now.numbers[i] = now.numbers[i] / half - before.numbers[i];
  for (int done = 1; done < degree; ++done) {
    Directions next = apply(vectors, now, context);
    for (std::size_t i = 0; i < next.numbers.size(); ++i)
      next.numbers[i] = 2 * (next.numbers[i] / half - now.numbers[i]) - before.numbers[i];
    before = std::exchange(now, std::move(next));
  }
  return now;
}

/// Row after row.
std::vector<double> transposed(const Directions& directions) {
  const std::size_t rows = directions.rows;
  const std::size_t count = directions.count;
  std::vector<double> across(rows * count);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t row = 0; row < rows; ++row)
      across[row * count + c] = directions.numbers[c * rows + row];
  }
  return across;
}

/// The sum of the parts, in their order.
Directions merged(const std::vector<Directions>& parts, std::size_t count, std::size_t rows) {
  Directions total(count, rows);
  for (const Directions& part : parts)
    add(1, part.numbers, total.numbers);
  return total;
}

Input some(const Input& all, std::size_t begin, std::size_t size) {
  return Input(all.data_handle() + begin * all.stride(0), size, all.extent(1), all.stride(0), 1);
}

}  // namespace

Directions sweep(const Input& vectors, const Directions& directions, const MakeFactors& make,
                 const Context& context) {
  return sweep(vectors, vectors, directions, make, context);
}

Directions sweep(const Input& from, const Input& to, const Directions& directions,
                 const MakeFactors& make, const Context& context) {
  const std::size_t rows = directions.rows;
  const std::size_t count = directions.count;
  PITH_ASSERT(from.extent(1) == rows && from.stride(1) == 1);
  PITH_ASSERT(to.extent(0) == from.extent(0) && to.stride(1) == 1);
  const std::vector<double> across = transposed(directions);
  const std::size_t width = vectors_per_block(count);
  std::vector<Directions> parts((from.extent(0) + width - 1) / width, Directions(0, to.extent(1)));
  parallel_blocks(context, from.extent(0), width, [&](std::size_t begin, std::size_t end) {
    const std::size_t size = end - begin;
    std::vector<double> products(size * count);
    std::vector<double> factors(count * size);
    multiply(some(from, begin, size), Input::row_major(across.data(), rows, count),
             Output::row_major(products.data(), size, count));
    make(begin, Input::row_major(products.data(), size, count),
         Output::row_major(factors.data(), count, size));
    parts[begin / width] =
        combine(Input::row_major(factors.data(), count, size), some(to, begin, size));
  });
  return merged(parts, count, to.extent(1));
}

std::vector<double> products(const Input& vectors, const Directions& directions,
                             const Context& context) {
  const std::size_t count = directions.count;
  const std::vector<double> across = transposed(directions);
  std::vector<double> out(vectors.extent(0) * count);
  parallel_blocks(context, vectors.extent(0), vectors_per_block(count),
                  [&](std::size_t begin, std::size_t end) {
                    multiply(some(vectors, begin, end - begin),
                             Input::row_major(across.data(), directions.rows, count),
                             Output::row_major(&out[begin * count], end - begin, count));
                  });
  return out;
}

Directions sums(const Input& vectors, std::span<const double> factors, const Context& context) {
  const std::size_t count = factors.size() / vectors.extent(0);
  const std::size_t width = vectors_per_block(count);
  std::vector<Directions> parts((vectors.extent(0) + width - 1) / width,
                                Directions(0, vectors.extent(1)));
  parallel_blocks(context, vectors.extent(0), width, [&](std::size_t begin, std::size_t end) {
    std::vector<double> turned(count * (end - begin));
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t c = 0; c < count; ++c)
        turned[c * (end - begin) + i - begin] = factors[i * count + c];
    }
    parts[begin / width] = combine(Input::row_major(turned.data(), count, end - begin),
                                   some(vectors, begin, end - begin));
  });
  return merged(parts, count, vectors.extent(1));
}

void orthonormalize(Directions& directions) {
  double largest = 0;
  for (std::size_t c = 0; c < directions.count; ++c)
    largest = std::max(largest, std::sqrt(dot(directions.at(c), directions.at(c))));
  for (std::size_t c = 0; c < directions.count; ++c) {
    const std::span<double> now = directions.at(c);
    double length = 0;
    for (int pass = 0; pass < 2; ++pass) {  // the second removes the rounding errors of the first
      for (std::size_t j = 0; j < c; ++j)
        add(-dot(directions.at(j), now), directions.at(j), now);
      length = std::sqrt(dot(now, now));
      const bool is_rounding = pass == 0 && length <= 1e-14 * largest;
      const double factor = is_rounding ? 0 : length > 0 ? 1 / length : 0;
      for (double& number : now)
        number *= factor;
    }
  }
}

LeadingDirections leading_directions(const Input& vectors, std::size_t count,
                                     const Context& context) {
  constexpr std::size_t spare = 8;  // the last one bounds the unwanted part of the spectrum
  constexpr double exact = 1e-12;
  constexpr int max_rounds = 200;
  const std::size_t rows = vectors.extent(1);
  const std::size_t all = std::min(rows, vectors.extent(0));
  Directions start(std::min(count + std::max(count, spare), all), rows);
  const Random random(0, 0);
  for (std::size_t i = 0; i < start.numbers.size(); ++i)
    start.numbers[i] = random.uniform(i) - 0.5;
  start = apply(vectors, start, context);
  orthonormalize(start);
  const std::size_t wanted = std::min(count, start.count);
  Ritz known = ritz(vectors, start, context);
  double residual = known.residual(wanted);
  for (int round = 0; round < max_rounds && residual > exact * known.values[0]; ++round) {
    Directions next = filtered(vectors, known, context);
    orthonormalize(next);
    known = ritz(vectors, next, context);
    residual = known.residual(wanted);
  }
  LeadingDirections found{Directions(0, rows), {}, residual / known.values[0]};
  for (std::size_t c = 0; c < wanted && known.values[c] > exact * known.values[0]; ++c) {
    found.values.push_back(known.values[c]);
    const auto direction = known.directions.at(c);
    found.directions.numbers.insert(found.directions.numbers.end(), direction.begin(),
                                    direction.end());
    ++found.directions.count;
  }
  return found;
}

}  // namespace linalg
}  // namespace pith
