// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/linalg/quadratic.h"
#include "pith/linalg/symmetric_matrix.h"

namespace pith {
inline namespace linalg {

/// A similarity Q, or Q + shift I. `similarity` is not owned and must outlive the form. Throws
/// Error(resources) if the requested columns exceed the memory limit.
class SimilarityForm final : public QuadraticForm {
 public:
  explicit SimilarityForm(const SymmetricMatrix& similarity, double shift = 0)
      : similarity_(similarity), shift_(shift), columns_(similarity.size()) {}

  std::size_t size() const override { return similarity_.size(); }
  double diagonal(std::size_t i) const override { return similarity_.diagonal(i) + shift_; }
  std::span<const double> column(std::size_t i, const Context& context) override;

 private:
  const SymmetricMatrix& similarity_;
  double shift_;
  Reservation held_;
  std::vector<std::vector<double>> columns_;
};

/// G G' + diag(extra) for a tall matrix G.
class LowRankForm final : public QuadraticForm {
 public:
  /// `factor` is row-major with `rank` columns; `extra` is empty or one number per row.
  LowRankForm(std::vector<double> factor, std::size_t rank, std::vector<double> extra);

  std::size_t size() const override { return size_; }
  double diagonal(std::size_t i) const override;
  std::span<const double> column(std::size_t i, const Context& context) override;

 private:
  std::vector<double> factor_;
  std::size_t rank_;
  std::size_t size_;
  std::vector<double> extra_;
  Reservation held_;
  std::vector<std::vector<double>> columns_;
};

/// A dense matrix, row-major.
class DenseForm final : public QuadraticForm {
 public:
  DenseForm(std::vector<double> matrix, std::size_t size)
      : matrix_(std::move(matrix)), size_(size) {}

  std::size_t size() const override { return size_; }
  double diagonal(std::size_t i) const override { return matrix_[i * (size_ + 1)]; }
  std::span<const double> column(std::size_t i, const Context&) override {
    return std::span(matrix_).subspan(i * size_, size_);
  }

 private:
  std::vector<double> matrix_;
  std::size_t size_;
};

/// The memory for a matrix of this size, its eigenvectors and the products of these.
constexpr std::uint64_t dense_bytes(std::size_t size) {
  constexpr std::uint64_t copies = 4;
  return copies * size * size * sizeof(double);
}
/// Holds dense_bytes(). Throws Error(resources) if they exceed the memory limit.
Reservation reserve_dense(std::size_t size, const Context& context);
/// The full matrix of a similarity, row-major; see reserve_dense().
std::vector<double> dense_matrix(const SymmetricMatrix& similarity, const Context& context);

/// The nearest positive semidefinite matrix: negative eigenvalues become 0. O(size^3).
std::vector<double> without_negative_part(std::vector<double> matrix, std::size_t size);

}  // namespace linalg
}  // namespace pith
