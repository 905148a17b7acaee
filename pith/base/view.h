// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/base/assert.h"

namespace pith {

/// A non-owning view of a matrix: pointer, extents and one stride per dimension (in elements).
/// Row-major, column-major and transposed memory are the same type. Members are named as in mdspan.
template <class T>
class MatrixView {
 public:
  MatrixView(T* data, std::size_t rows, std::size_t cols, std::size_t row_stride,
             std::size_t col_stride)
      : data_(data), extents_{rows, cols}, strides_{row_stride, col_stride} {}

  static MatrixView row_major(T* data, std::size_t rows, std::size_t cols) {
    return {data, rows, cols, cols, 1};
  }
  static MatrixView column_major(T* data, std::size_t rows, std::size_t cols) {
    return {data, rows, cols, 1, rows};
  }

  std::size_t extent(std::size_t dimension) const { return extents_[dimension]; }
  std::size_t stride(std::size_t dimension) const { return strides_[dimension]; }
  T* data_handle() const { return data_; }

  T& operator()(std::size_t row, std::size_t col) const {
    PITH_ASSERT(row < extents_[0] && col < extents_[1]);
    return data_[row * strides_[0] + col * strides_[1]];
  }

  MatrixView transposed() const {
    return {data_, extents_[1], extents_[0], strides_[1], strides_[0]};
  }

 private:
  T* data_;
  std::size_t extents_[2];
  std::size_t strides_[2];
};

}  // namespace pith
