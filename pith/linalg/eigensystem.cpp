// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/eigensystem.h"

#include <algorithm>
#include <numeric>

#include "pith/linalg/arrowhead.h"
#include "pith/linalg/matrix_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

using Input = MatrixView<const double>;
using Output = MatrixView<double>;

void rotate(const ArrowEigensystem::Rotation& rotation, std::size_t size, double* vectors) {
  double* first = vectors + rotation.first * size;
  double* second = vectors + rotation.second * size;
  for (std::size_t i = 0; i < size; ++i) {
    const double old = first[i];
    first[i] = rotation.cosine * old - rotation.sine * second[i];
    second[i] = rotation.sine * old + rotation.cosine * second[i];
  }
}

/// Computes the new vectors, row by row: those of the block, then the single ones.
void turn(const ArrowEigensystem& arrow, const std::vector<double>& vectors, std::size_t size,
          std::vector<double>& result) {
  const std::size_t inner = arrow.axes.size();
  std::vector<double> gathered;
  if (inner < size) {
    gathered.reserve(inner * size);
    for (const std::size_t axis : arrow.axes) {
      const double* row = vectors.data() + axis * size;
      gathered.insert(gathered.end(), row, row + size);
    }
  }
  result.resize((size + 1) * (size + 1));
  multiply(Input(arrow.vectors.data(), inner + 1, inner, inner + 1, 1),
           Input::row_major(inner < size ? gathered.data() : vectors.data(), inner, size),
           Output(result.data(), inner + 1, size, size + 1, 1));
  for (std::size_t k = 0; k <= inner; ++k)
    result[k * (size + 1) + size] = arrow.vectors[k * (inner + 1) + inner];
  double* row = result.data() + (inner + 1) * (size + 1);
  for (const ArrowEigensystem::Single& single : arrow.singles) {
    std::copy_n(vectors.data() + single.axis * size, size, row);
    row[size] = 0;
    row += size + 1;
  }
}

}  // namespace

void Eigensystem::grow(std::span<const double> border, double corner) {
  PITH_ASSERT(border.size() == size());
  const std::size_t old = size();
  std::vector<double> turned(old);  // the border in the basis of the eigenvectors
  multiply(Input::row_major(vectors_.data(), old, old), Input::row_major(border.data(), old, 1),
           Output::row_major(turned.data(), old, 1));
  const ArrowEigensystem arrow = solve({values_, turned, corner});
  for (const ArrowEigensystem::Rotation& rotation : arrow.rotations)
    rotate(rotation, old, vectors_.data());
  turn(arrow, vectors_, old, next_);

  values_ = arrow.values;
  for (const ArrowEigensystem::Single& single : arrow.singles)
    values_.push_back(single.value);
  vectors_.swap(next_);
  if (!arrow.singles.empty()) sort();
}

void Eigensystem::sort() {
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values_[a] < values_[b]; });
  std::vector<double> values(size());
  next_.resize(vectors_.size());
  for (std::size_t k = 0; k < size(); ++k) {
    values[k] = values_[order[k]];
    std::copy_n(vectors_.data() + order[k] * size(), size(), next_.data() + k * size());
  }
  values_.swap(values);
  vectors_.swap(next_);
}

}  // namespace linalg
}  // namespace pith
