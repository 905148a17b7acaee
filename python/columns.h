// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pith/data/number_layout.h"
#include "pith/data/table.h"

namespace pith::python {

/// Numbers of any type in an array of one or two dimensions, with any strides.
using Array = nanobind::ndarray<nanobind::ro, nanobind::device::cpu>;

/// A vector whose elements lie side by side.
template <class T>
using Vector =
    nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// Collects what Python calls a table. Numbers are borrowed: the arrays that they lie in live as
/// long as the columns do. This is a door: everything is checked here, infinite values included.
class ColumnsBuilder {
 public:
  const Columns& columns() const { return columns_; }
  std::size_t rows() const {
    return columns_.columns.empty() ? 0 : columns_.columns.front().rows();
  }

  void add_matrix(const Array& values, std::vector<std::string> names);
  void add_numbers(const std::string& name, const Array& values,
                   const std::optional<Vector<bool>>& missing);
  /// Codes are copied. -1 is missing.
  void add_codes(const std::string& name, const Vector<std::int32_t>& codes,
                 const std::vector<std::string>& levels);
  /// The columns of a sparse matrix, one after another: starts[i] to starts[i + 1] are the places
  /// of column i in `stored` (rows, ascending) and `values`.
  void add_sparse(const Vector<std::int64_t>& starts, const Vector<std::int32_t>& stored,
                  const Array& values, std::size_t rows, std::vector<std::string> names);
  /// Whatever has the method __arrow_c_stream__.
  void add_stream(const nanobind::object& source);

 private:
  void check_rows(std::size_t count) const;
  void add(const std::vector<NumberLayout>& layouts, std::vector<std::string> names,
           const std::shared_ptr<const void>& owner);

  Columns columns_;
};

}  // namespace pith::python
