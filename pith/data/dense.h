// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/view.h"
#include "pith/data/table.h"

namespace pith {

/// No reader creates more columns than this.
inline constexpr std::uint64_t max_columns = 10'000'000;

/// a * b, or nothing on overflow.
std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b);

/// Context::reserve() for a table; no `bytes` means that their number overflowed.
Reservation reserve_table(std::optional<std::uint64_t> bytes, const std::string& what,
                          const Context& context);
/// The same, where work that takes about `later` bytes will follow.
Reservation reserve_table(std::optional<std::uint64_t> bytes, const std::string& what,
                          const Context& context, std::uint64_t later);

/// Throws Error(bad_data) when there are no rows, no columns or too many columns; `source` begins
/// the message.
void check_shape(const std::string& source, std::uint64_t rows, std::uint64_t cols);

/// The memory of `rows` x `cols` doubles and the overhead of the columns. Throws Error(resources)
/// when it does not fit, and as check_shape() does. Called before anything of that size is
/// allocated.
Reservation reserve_dense(const std::string& source, std::uint64_t rows, std::uint64_t cols,
                          const Context& context);

/// A column-major matrix in one block of memory, which its columns share.
class Dense {
 public:
  /// All zero. Throws as reserve_dense does.
  Dense(std::string source, std::uint64_t rows, std::uint64_t cols, const Context& context);

  MatrixView<double> view() {
    return MatrixView<double>::column_major(memory_->values.data(), rows_, cols_);
  }
  /// The columns, in which NaN is missing. Throws Error(bad_data) for an infinite value; `names`
  /// are for its message. The matrix must not change afterwards.
  std::vector<Column> columns(std::span<const std::string> names) const;

 private:
  std::string source_;
  std::size_t rows_;
  std::size_t cols_;
  struct Memory {
    Reservation held;
    std::vector<double> values;
  };
  std::shared_ptr<Memory> memory_;
};

/// `f0`, `f1`, ..., numbered from `first`.
std::vector<std::string> feature_names(std::size_t count, std::size_t first = 0);

/// The shape of a named array in a file that holds several.
struct ArrayShape {
  std::string name;
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  bool is_vector = false;  ///< may become one column
  bool is_matrix = false;  ///< may become the matrix of features
};

/// Which arrays of a file become columns. The matrix is the one called `X` (or `x`), else the
/// largest (ties go to the first); its columns are the features `f0`... Each vector with as many
/// values as the matrix has rows becomes a column with the array's name, after the features; one
/// called `y` (or `Y`) comes last, which is the default target. All other arrays are skipped with a
/// note.
struct ArrayChoice {
  std::optional<std::size_t> matrix = {};
  std::vector<std::size_t> vectors = {};
  std::vector<std::string> notes = {};
};
ArrayChoice choose_arrays(std::span<const ArrayShape> shapes);

/// An array that cannot be read.
struct SkippedArray {
  std::string name;
  std::string why;  ///< `is a cell array`
};

/// Nothing else may take the place of the matrix or the target that a file has.
struct MissingArrays {
  std::string x = {};  ///< why the array called `X` (or `x`) is not the matrix; empty: it may be
  std::string y = {};  ///< the same of `y` (or `Y`), and the target
};
MissingArrays missing_arrays(std::span<const ArrayShape> shapes, const ArrayChoice& choice,
                             std::span<const SkippedArray> skipped);

/// Throws as reserve_dense() does for all chosen arrays together, and holds nothing.
void check_choice(const std::string& source, std::span<const ArrayShape> shapes,
                  const ArrayChoice& choice, const Context& context);

}  // namespace pith
