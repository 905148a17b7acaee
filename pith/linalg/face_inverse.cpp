// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/face_inverse.h"

#include <algorithm>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/linalg/product_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

/// What remains of a diagonal element relative to it, if it may be due to rounding.
constexpr double tiny = 1e-10;

}  // namespace

void FaceInverse::reserve(std::size_t size) {
  if (size <= stride_) return;
  const std::size_t stride = std::max<std::size_t>(16, std::max(size, 2 * stride_));
  std::vector<double> numbers(stride * stride);
  for (std::size_t i = 0; i < size_; ++i)
    std::copy_n(row(i), size_, &numbers[i * stride]);
  numbers_ = std::move(numbers);
  stride_ = stride;
}

void FaceInverse::apply(std::span<const double> in, std::span<double> out) const {
  PITH_ASSERT(in.size() == size_ && out.size() == size_);
  rows_.resize(size_);
  negated_.resize(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    rows_[i] = &numbers_[i * stride_];
    negated_[i] = -in[i];
  }
  std::fill(out.begin(), out.end(), 0.0);
  double* const target = out.data();
  if (size_ > 0) subtract_products(rows_, negated_.data(), {&target, 1}, 0, size_);
}

void FaceInverse::add_outer(std::span<const double> v, double factor) {
  const double* const source = v.data();
  for (std::size_t begin = 0; begin < size_; begin += pivot_group) {
    const std::size_t count = std::min(pivot_group, size_ - begin);
    double factors[pivot_group] = {};
    double* outs[pivot_group] = {};
    for (std::size_t i = 0; i < count; ++i) {
      factors[i] = -factor * v[begin + i];
      outs[i] = row(begin + i);
    }
    subtract_products({&source, 1}, factors, {outs, count}, 0, size_);
  }
}

bool FaceInverse::append(std::span<const double> border, double corner) {
  PITH_ASSERT(border.size() == size_);
  product_.resize(size_);
  apply(border, product_);
  const double rest =
      corner - std::inner_product(border.begin(), border.end(), product_.begin(), 0.0);
  if (!(rest > tiny * corner)) return false;
  reserve(size_ + 1);
  add_outer(product_, 1 / rest);
  double* const last = row(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    last[i] = -product_[i] / rest;
    row(i)[size_] = last[i];
  }
  last[size_] = 1 / rest;
  ++size_;
  return true;
}

void FaceInverse::remove(std::size_t place) {
  PITH_ASSERT(place < size_);
  product_.assign(row(place), row(place) + size_);
  const double pivot = product_[place];
  const std::size_t last = size_ - 1;
  std::copy_n(row(last), size_, row(place));
  for (std::size_t i = 0; i < size_; ++i)
    row(i)[place] = row(i)[last];
  std::swap(product_[place], product_[last]);
  size_ = last;
  add_outer({product_.data(), size_}, -1 / pivot);
}

bool FaceInverse::downdate(std::span<const double> x) {
  PITH_ASSERT(x.size() == size_);
  product_.resize(size_);
  apply(x, product_);
  const double rest = 1 - std::inner_product(x.begin(), x.end(), product_.begin(), 0.0);
  if (!(rest > tiny)) return false;
  add_outer(product_, 1 / rest);
  return true;
}

}  // namespace linalg
}  // namespace pith
