// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/formats/hdf5/node.h"

namespace pith {

/// A column-major matrix of numbers in their own type, in one block of memory, which its columns
/// share.
class NumberMatrix {
 public:
  /// All zero. Throws as reserve_dense() does, for this type.
  NumberMatrix(std::string source, NumberType type, std::span<const std::uint64_t> extents,
               const Context& context);

  std::byte* column(std::size_t col) { return memory_->values.get() + col * column_bytes_; }
  std::size_t value_size() const { return size_of(type_); }

  /// The columns, in which NaN and what the mask says is missing. Throws Error(bad_data) for an
  /// infinite value and for an integer without a double; `names` are for its message.
  std::vector<Column> columns(std::span<const std::string> names, const Mask& missing = {}) const;

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  struct Memory {
    Reservation held;
    std::unique_ptr<std::byte[], Free> values;
  };
  std::string source_;
  NumberType type_;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::size_t column_bytes_ = 0;
  std::shared_ptr<Memory> memory_;
};

/// A dataset of one or two dimensions of numbers or truths, whose rows are rows.
NumberMatrix read_matrix(const Hdf5Node& dataset, const Context& context);

/// The same of a sparse matrix of AnnData: a group of data, indices and indptr.
NumberMatrix read_sparse_matrix(const Hdf5Node& group, const Context& context);

/// Rows and columns of such a group; none: this is something else.
std::vector<std::uint64_t> sparse_extents(const Hdf5Node& group);

}  // namespace pith
