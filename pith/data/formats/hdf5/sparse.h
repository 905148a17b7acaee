// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "pith/base/context.h"
#include "pith/data/formats/hdf5/node.h"

namespace pith {

/// A compressed sparse matrix in three datasets: by rows (CSR) or by columns (CSC), which are its
/// major dimension.
struct Hdf5Sparse {
  Hdf5Node starts;   ///< of each row or column among the values, and their number
  Hdf5Node indices;  ///< of each value in the other dimension
  Hdf5Node values;
  std::uint64_t majors = 0;
  std::uint64_t minors = 0;
};

/// Some values of a sparse matrix; positions are within the matrix.
struct Hdf5SparseBlock {
  std::span<const std::uint64_t> majors;
  std::span<const std::uint64_t> minors;
  const std::byte* values = nullptr;  ///< of values.type().number
};

/// Calls `place` for all values in the order of the file. Throws Error(bad_data) about positions
/// outside the matrix, and Error(resources) where the starts do not fit in memory.
void read_sparse(const Hdf5Sparse& matrix, const Context& context,
                 const std::function<void(const Hdf5SparseBlock&)>& place);

}  // namespace pith
