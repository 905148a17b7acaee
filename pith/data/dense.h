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

/// No reader makes more columns than this.
inline constexpr std::uint64_t most_columns = 10'000'000;

/// a * b, or nothing when it does not fit.
std::optional<std::uint64_t> checked_product(std::uint64_t a, std::uint64_t b);

/// Throws Error(resources) when `rows` x `cols` doubles, with what a column costs beside them, are
/// above the memory limit, and Error(bad_data) when there are no rows, no or too many columns.
/// `source` begins the message. Called before anything of that size is allocated.
void check_dense(const std::string& source, std::uint64_t rows, std::uint64_t cols,
                 const Context& context);

/// Numbers column by column in one piece of memory, which the columns made of it share.
class Dense {
 public:
  /// All zero. Throws as check_dense does.
  Dense(std::string source, std::uint64_t rows, std::uint64_t cols, const Context& context);

  MatrixView<double> view() {
    return MatrixView<double>::column_major(values_->data(), rows_, cols_);
  }
  /// The columns, NaN being missing. Throws Error(bad_data) for an infinite value. The names serve
  /// its message. Write no more afterwards.
  std::vector<Column> columns(std::span<const std::string> names) const;

 private:
  std::string source_;
  std::size_t rows_;
  std::size_t cols_;
  std::shared_ptr<std::vector<double>> values_;
};

/// `f0`, `f1`, ... or with another first number.
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
/// largest, the first of equals; its columns are the features `f0`... Each vector as long as the
/// matrix has rows becomes a column with the array's name, behind the features; one called `y` (or
/// `Y`) comes last, where the target is looked for. Everything else is left out with a note.
struct ArrayChoice {
  std::optional<std::size_t> matrix = {};
  std::vector<std::size_t> vectors = {};
  std::vector<std::string> notes = {};
};
ArrayChoice choose_arrays(std::span<const ArrayShape> shapes);

/// check_dense() for all that was chosen together.
void check_choice(const std::string& source, std::span<const ArrayShape> shapes,
                  const ArrayChoice& choice, const Context& context);

}  // namespace pith
