// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "pith/linalg/matrix_kernels.h"

namespace pith::papers {

/// The eigen-system update as section 4.1 of the paper prints it: roots by Newton's method to
/// 1e-10, the last from the trace, vectors q_i / (root - pole_i). Kept for comparison: it loses
/// orthogonality, and what it loses stays lost.
class PublishedUpdate {
 public:
  PublishedUpdate() = default;
  PublishedUpdate(std::vector<double> values, std::vector<double> vectors)
      : values_(std::move(values)), vectors_(std::move(vectors)) {}

  std::size_t size() const { return values_.size(); }
  std::span<const double> values() const { return values_; }
  std::span<const double> vector(std::size_t k) const {
    return std::span(vectors_).subspan(k * size(), size());
  }

  void grow(std::span<const double> border, double corner) {
    const std::size_t old = size();
    std::vector<double> turned(old);
    multiply(Input::row_major(vectors_.data(), old, old), Input::row_major(border.data(), old, 1),
             Output::row_major(turned.data(), old, 1));
    const std::vector<double> roots = roots_of(turned, corner);
    const std::vector<double> inner = inner_vectors(turned, roots);
    std::vector<double> vectors((old + 1) * (old + 1));
    multiply(Input(inner.data(), old + 1, old, old + 1, 1),
             Input::row_major(vectors_.data(), old, old),
             Output(vectors.data(), old + 1, old, old + 1, 1));
    for (std::size_t k = 0; k <= old; ++k)
      vectors[k * (old + 1) + old] = inner[k * (old + 1) + old];
    values_ = roots;
    vectors_ = std::move(vectors);
    sort();
  }

 private:
  using Input = MatrixView<const double>;
  using Output = MatrixView<double>;

  /// The root of corner - x - sum squares_i / (pole_i - x) in (low, high), where it falls.
  double root(std::span<const double> squares, double corner, double low, double high) const {
    double x = low + (high - low) / 2;
    for (int count = 0; count < 200; ++count) {
      const PoleSums sums = pole_sums(values_, squares, 0, x);
      const double value = corner - x - sums.value;
      (value > 0 ? low : high) = x;
      double next = x + value / (1 + sums.slope);
      if (!(next > low && next < high)) next = low + (high - low) / 2;
      const double change = std::abs(next - x);
      if (!(next > low && next < high)) break;
      x = next;
      if (change <= 1e-10) break;
    }
    return x;
  }

  std::vector<double> roots_of(std::span<const double> turned, double corner) const {
    std::vector<double> squares(turned.size());
    double total = 0;
    double trace = corner;
    for (std::size_t i = 0; i < turned.size(); ++i) {
      squares[i] = turned[i] * turned[i];
      total += squares[i];
      trace += values_[i];
    }
    std::vector<double> roots;
    for (std::size_t k = 0; k < size(); ++k) {
      const double low = k == 0 ? std::min(values_[0], corner) - std::sqrt(total) : values_[k - 1];
      roots.push_back(root(squares, corner, low, values_[k]));
      trace -= roots.back();
    }
    roots.push_back(trace);
    return roots;
  }

  std::vector<double> inner_vectors(std::span<const double> turned,
                                    std::span<const double> roots) const {
    const std::size_t columns = roots.size();
    std::vector<double> rows(columns * columns);
    for (std::size_t k = 0; k < columns; ++k) {
      double* row = &rows[k * columns];
      row[columns - 1] = 1;
      double sum = 1;
      for (std::size_t i = 0; i + 1 < columns; ++i) {
        row[i] = turned[i] / (roots[k] - values_[i]);
        sum += row[i] * row[i];
      }
      for (std::size_t i = 0; i < columns; ++i)
        row[i] /= std::sqrt(sum);
    }
    return rows;
  }

  /// The value from the trace may lie anywhere.
  void sort() {
    if (std::is_sorted(values_.begin(), values_.end())) return;
    std::vector<std::size_t> order(size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values_[a] < values_[b]; });
    const PublishedUpdate old = *this;
    for (std::size_t k = 0; k < size(); ++k) {
      values_[k] = old.values_[order[k]];
      std::ranges::copy(old.vector(order[k]), vectors_.data() + k * size());
    }
  }

  std::vector<double> values_;
  std::vector<double> vectors_;
};

}  // namespace pith::papers
