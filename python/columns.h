// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/option.h"
#include "pith/data/number_layout.h"
#include "pith/data/roles.h"
#include "pith/data/table.h"
#include "python/options.h"

namespace pith::python {

/// Numbers of any type in an array of one or two dimensions, with any strides.
using Array = nanobind::ndarray<nanobind::ro, nanobind::device::cpu>;

/// A contiguous vector.
template <class T>
using Vector =
    nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// Which texts are missing values, and how numbers are written in texts.
struct TokenOptions {
  std::vector<std::string> na = {};  ///< in addition to the default
  bool has_default_na = true;
  char decimal = 0;  ///< as in TypingRules
};

/// The options `na`, `default_na` and `decimal`.
TokenOptions tokens_of(Options& options);

/// Collects the columns of a table. Numbers are borrowed: their arrays live as long as the columns
/// do. This is an entry point: everything is checked here, infinite values included.
class ColumnsBuilder {
 public:
  /// Errors mention options by this spelling. Values are checked by so many threads; 0: the default
  /// of the library.
  explicit ColumnsBuilder(Spelling spelling, unsigned threads = 0)
      : spelling_(std::move(spelling)), threads_(threads) {}

  const Spelling& spelling() const { return spelling_; }
  /// As they are in memory: texts are categories.
  const Columns& columns() const { return columns_; }
  /// Texts as what they say (data/typing.h), unless their roles or their container made them
  /// categories. Tokens are missing values: all of them in texts, those that the user adds
  /// everywhere.
  Columns typed(const Roles& roles, const TokenOptions& tokens, const Context& context) const;
  /// The bytes of these columns, made by typed(), that are not borrowed from Python.
  std::uint64_t copied_bytes(const Columns& typed) const;
  std::size_t rows() const {
    return columns_.columns.empty() ? 0 : columns_.columns.front().rows();
  }

  /// Truth values become categories, which are copied.
  void add_matrix(const Array& values, const std::vector<std::string>& names);
  void add_numbers(const std::string& name, const Array& values,
                   const std::optional<Vector<bool>>& missing);
  /// Times in ticks since 1970-01-01, `per_day` of which make a day, or durations; the lowest
  /// integer is missing. They are converted to days.
  void add_days(const std::string& name, const Vector<std::int64_t>& ticks, std::int64_t per_day,
                bool is_date);
  /// Categorical values as indices into the levels; -1 is missing. They are copied. `is_text`:
  /// the user did not declare them as categories.
  void add_codes(const std::string& name, const Vector<std::int32_t>& codes,
                 const std::vector<std::string>& levels, bool is_text);
  /// The columns of a matrix in CSC format: column i has the entries starts[i] to starts[i + 1] of
  /// `stored` (row indices, ascending) and of `values`.
  void add_sparse(const Vector<std::int64_t>& starts, const Vector<std::int32_t>& stored,
                  const Array& values, std::size_t rows, const std::vector<std::string>& names);
  /// The columns of any object with __arrow_c_stream__.
  void add_stream(const nanobind::object& source);
  /// Makes the numbers of these columns categories, named by their numbers.
  void make_categorical(const std::vector<std::string>& names);
  /// Removes the columns of these names.
  void drop(const std::vector<std::string>& names);

 private:
  void check_rows(std::size_t count) const;
  void add(const std::vector<NumberLayout>& layouts, const std::vector<std::string>& names,
           const std::shared_ptr<const void>& owner);
  enum class Memory { copied, borrowed };
  void add_column(const std::string& name, Column column, bool is_text = false,
                  Memory memory = Memory::copied);

  Context context() const;

  Spelling spelling_;
  unsigned threads_;
  Columns columns_;
  std::vector<bool> is_text_;   ///< by column
  std::vector<Memory> memory_;  ///< by column
};

}  // namespace pith::python
