// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/face_factor.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/linalg/vector_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

/// What remains of a diagonal element relative to it, if it may be due to rounding.
constexpr double tiny = 1e-10;
/// Rows that are rotated together: the rotations of one row wait for each other.
constexpr std::size_t rows_at_once = 4;

/// A short sum is added up faster without vectors.
double row_dot(const double* a, const double* b, std::size_t count) {
  constexpr std::size_t few = 48;
  constexpr std::size_t lanes = 4;
  if (count >= few) return dot(a, b, count);
  double sums[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < count; ++i)
    sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

void FaceFactor::reserve(std::size_t size) {
  if (size <= stride_) return;
  const std::size_t stride = std::max<std::size_t>(16, std::max(size, 2 * stride_));
  std::vector<double> numbers(stride * stride);
  for (std::size_t i = 0; i < size_; ++i)
    std::copy_n(row(i), i + 1, &numbers[i * stride]);
  numbers_ = std::move(numbers);
  stride_ = stride;
}

void FaceFactor::solve_lower(std::span<const double> in, std::span<double> out) const {
  for (std::size_t i = 0; i < size_; ++i)
    out[i] = (in[i] - row_dot(row(i), out.data(), i)) / row(i)[i];
}

void FaceFactor::solve_upper(std::span<double> out) const {
  for (std::size_t i = size_; i-- > 0;) {
    out[i] /= row(i)[i];
    add_multiple(-out[i], row(i), out.data(), i);
  }
}

void FaceFactor::solve(std::span<const double> in, std::span<double> out) const {
  PITH_ASSERT(in.size() == size_ && out.size() == size_);
  solve_lower(in, out);
  solve_upper(out);
}

bool FaceFactor::append(std::span<const double> border, double corner) {
  PITH_ASSERT(border.size() == size_);
  product_.resize(size_);
  solve_lower(border, product_);
  const double rest = corner - dot(product_.data(), product_.data(), size_);
  if (!(rest > tiny * corner)) {
    solve_upper(product_);
    return false;
  }
  reserve(size_ + 1);
  std::copy(product_.begin(), product_.end(), row(size_));
  row(size_)[size_] = std::sqrt(rest);
  ++size_;
  return true;
}

void FaceFactor::rotate(std::span<double* const> rows, std::size_t begin, std::size_t end) const {
  double carried[rows_at_once] = {};
  for (std::size_t r = 0; r < rows.size(); ++r)
    carried[r] = rows[r][begin];
  const auto turn = [&](std::size_t r, std::size_t k) {
    const double next = rows[r][k + 1];
    rows[r][k] = cosines_[k] * carried[r] + sines_[k] * next;
    carried[r] = cosines_[k] * next - sines_[k] * carried[r];
  };
  if (rows.size() == rows_at_once) {
    for (std::size_t k = begin; k < end; ++k) {
      for (std::size_t r = 0; r < rows_at_once; ++r)
        turn(r, k);
    }
  } else {
    for (std::size_t k = begin; k < end; ++k) {
      for (std::size_t r = 0; r < rows.size(); ++r)
        turn(r, k);
    }
  }
  for (std::size_t r = 0; r < rows.size(); ++r)
    rows[r][end] = carried[r];
}

/// Each later row has one element beyond the diagonal, which a rotation of two columns eliminates.
void FaceFactor::remove(std::size_t place) {
  PITH_ASSERT(place < size_);
  --size_;
  cosines_.resize(size_);
  sines_.resize(size_);
  std::size_t done = place;  // rows that have been rotated are known to all rotations before
  while (done < size_) {
    const std::size_t count = std::min(rows_at_once, size_ - done);
    double* rows[rows_at_once] = {};
    for (std::size_t r = 0; r < count; ++r)
      rows[r] = row(done + r + 1);
    rotate({rows, count}, place, done);
    for (std::size_t r = 0; r < count; ++r) {
      rotate({rows + r, 1}, done, done + r);
      double* const own = rows[r];
      const std::size_t k = done + r;
      const double length = std::sqrt(own[k] * own[k] + own[k + 1] * own[k + 1]);
      cosines_[k] = own[k] / length;
      sines_[k] = own[k + 1] / length;
      own[k] = length;
      std::copy_n(own, k + 1, row(k));
    }
    done += count;
  }
}

/// With p = L^-1 x, rotations from the last element of p to the first turn (p, sqrt(1 - p'p)) into
/// (0, 1); applied to the columns of L and a column of zeros, they leave the new factor and x.
bool FaceFactor::downdate(std::span<const double> x) {
  PITH_ASSERT(x.size() == size_);
  product_.resize(size_);
  solve_lower(x, product_);
  const double rest = 1 - dot(product_.data(), product_.data(), size_);
  if (!(rest > tiny)) return false;
  cosines_.resize(size_);
  sines_.resize(size_);
  double length = std::sqrt(rest);
  for (std::size_t i = size_; i-- > 0;) {
    const double longer = std::sqrt(length * length + product_[i] * product_[i]);
    cosines_[i] = length / longer;
    sines_[i] = product_[i] / longer;
    length = longer;
  }
  for (std::size_t first = 0; first < size_; first += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, size_ - first);
    double carried[rows_at_once] = {};
    const auto turn = [&](std::size_t r, std::size_t i) {
      double& own = row(first + r)[i];
      const double next = cosines_[i] * carried[r] + sines_[i] * own;
      own = cosines_[i] * own - sines_[i] * carried[r];
      carried[r] = next;
    };
    for (std::size_t r = 0; r < count; ++r) {
      for (std::size_t i = first + r + 1; i-- > first;)
        turn(r, i);
    }
    for (std::size_t i = first; i-- > 0;) {
      for (std::size_t r = 0; r < count; ++r)
        turn(r, i);
    }
  }
  return true;
}

}  // namespace linalg
}  // namespace pith
