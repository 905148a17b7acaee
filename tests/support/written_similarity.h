// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/stats/similarity.h"

namespace pith {

/// A similarity whose elements are written down.
class WrittenSimilarity final : public SymmetricMatrix {
 public:
  WrittenSimilarity(std::vector<double> matrix, std::size_t size)
      : matrix_(std::move(matrix)), size_(size) {}
  WrittenSimilarity(WrittenSimilarity&& other) noexcept
      : matrix_(std::move(other.matrix_)), size_(other.size_) {}

  std::size_t size() const override { return size_; }
  double diagonal(std::size_t i) const override { return matrix_[i * (size_ + 1)]; }
  void multiply(const MatrixView<const double>& vectors, const MatrixView<double>& products,
                const Context&) const override {
    for (std::size_t v = 0; v < vectors.extent(0); ++v) {
      for (std::size_t i = 0; i < size_; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < size_; ++j)
          sum += matrix_[i * size_ + j] * vectors(v, j);
        products(v, i) = sum;
      }
    }
  }
  void columns(std::span<const std::size_t> columns, const MatrixView<double>& out,
               const Context&) const override {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (std::size_t i = 0; i < size_; ++i)
        out(c, i) = matrix_[columns[c] * size_ + i];
    }
  }
  MatrixView<const double> view() const {
    return MatrixView<const double>::row_major(matrix_.data(), size_, size_);
  }
  double at(std::size_t i, std::size_t j) const { return matrix_[i * size_ + j]; }

 private:
  std::vector<double> matrix_;
  std::size_t size_;
};

/// Elements between 0 and 1, ones on the diagonal; mostly indefinite.
inline WrittenSimilarity random_similarity(std::size_t size, std::uint64_t seed) {
  std::vector<double> matrix(size * size, 1.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      matrix[i * size + j] = matrix[j * size + i] = Random(seed, i).uniform(j);
  }
  return {std::move(matrix), size};
}

/// The same, positive definite: cosines of random vectors with elements of at least 0.
inline WrittenSimilarity definite_similarity(std::size_t size, std::uint64_t seed) {
  std::vector<std::vector<double>> vectors(size, std::vector<double>(size + 2));
  for (std::size_t i = 0; i < size; ++i) {
    double square = 0;
    for (std::size_t k = 0; k < vectors[i].size(); ++k) {
      vectors[i][k] = Random(seed, i).uniform(k);
      square += vectors[i][k] * vectors[i][k];
    }
    for (double& number : vectors[i])
      number /= std::sqrt(square);
  }
  std::vector<double> matrix(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t k = 0; k < vectors[i].size(); ++k)
        matrix[i * size + j] += vectors[i][k] * vectors[j][k];
    }
  }
  return {std::move(matrix), size};
}

}  // namespace pith
