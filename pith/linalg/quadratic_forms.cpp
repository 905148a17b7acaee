// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/quadratic_forms.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/linalg/dense_eigen.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

constexpr std::string_view matrix_name = "the similarity matrix of the features";

}  // namespace

std::span<const double> SimilarityForm::column(std::size_t i, const Context& context) {
  std::vector<double>& known = columns_[i];
  if (known.empty()) {
    context.grow(held_, held_.bytes() + size() * sizeof(double), matrix_name,
                 "approximate the matrix (" + option("nystrom") + ")");
    known.resize(size());
    const std::size_t wanted[] = {i};
    similarity_.columns(wanted, Output::row_major(known.data(), 1, size()), context);
    known[i] += shift_;
  }
  return known;
}

LowRankForm::LowRankForm(std::vector<double> factor, std::size_t rank, std::vector<double> extra)
    : factor_(std::move(factor)),
      rank_(rank),
      size_(factor_.size() / rank),
      extra_(std::move(extra)),
      columns_(size_) {
  PITH_ASSERT(extra_.empty() || extra_.size() == size_);
}

double LowRankForm::diagonal(std::size_t i) const {
  const double* row = factor_.data() + i * rank_;
  return std::inner_product(row, row + rank_, row, extra_.empty() ? 0.0 : extra_[i]);
}

std::span<const double> LowRankForm::column(std::size_t i, const Context& context) {
  std::vector<double>& known = columns_[i];
  if (known.empty()) {
    context.grow(held_, held_.bytes() + size_ * sizeof(double), matrix_name);
    known.resize(size_);
    multiply(Input::row_major(factor_.data(), size_, rank_),
             Input::row_major(factor_.data() + i * rank_, rank_, 1),
             Output::row_major(known.data(), size_, 1));
    if (!extra_.empty()) known[i] += extra_[i];
  }
  return known;
}

Reservation reserve_dense(std::size_t size, const Context& context) {
  return context.reserve(dense_bytes(size), matrix_name,
                         "use a repair that does not need the full matrix (" +
                             option("repair", {"none", "shift"}) + ")");
}

std::vector<double> dense_matrix(const SymmetricMatrix& similarity, const Context& context) {
  const std::size_t size = similarity.size();
  std::vector<std::size_t> all(size);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<double> matrix(size * size);
  similarity.columns(all, Output::row_major(matrix.data(), size, size), context);
  return matrix;
}

std::vector<double> without_negative_part(std::vector<double> matrix, std::size_t size) {
  const Eigensystem system = dense_eigensystem(Input::row_major(matrix.data(), size, size));
  std::vector<double> negative;  // rows sqrt(-value) vector
  std::size_t count = 0;
  for (; count < size && system.values()[count] < 0; ++count) {
    const double root = std::sqrt(-system.values()[count]);
    for (const double number : system.vector(count))
      negative.push_back(root * number);
  }
  if (count == 0) return matrix;
  std::vector<double> turned(negative.size());
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < size; ++i)
      turned[i * count + k] = negative[k * size + i];
  }
  std::vector<double> product(matrix.size());
  multiply(Input::row_major(turned.data(), size, count),
           Input::row_major(negative.data(), count, size),
           Output::row_major(product.data(), size, size));
  std::transform(matrix.begin(), matrix.end(), product.begin(), matrix.begin(), std::plus<>());
  return matrix;
}

}  // namespace linalg
}  // namespace pith
