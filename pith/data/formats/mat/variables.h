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
#include "pith/data/dense.h"
#include "pith/data/input.h"
#include "pith/data/number_layout.h"

namespace pith {

/// An array of numbers with two dimensions in a MATLAB file.
struct MatVariable {
  std::string name = {};
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  bool is_complex = false;
  std::uint64_t place = 0;  ///< in the file, of its first byte; not for version 7.3
};

/// What is in a MATLAB file.
class MatList {
 public:
  MatList(const Input& input, const Context& context) : input_(input), context_(context) {}

  /// Keeps a variable, or a note that it is skipped: `why` is "is text". Their memory is
  /// reserved first.
  void add(MatVariable variable);
  void skip(const std::string& name, const std::string& why);

  std::vector<MatVariable> variables;
  std::vector<SkippedArray> skipped;

 private:
  void reserve(std::uint64_t letters);

  const Input& input_;
  const Context& context_;
  Reservation held_;
  std::uint64_t bytes_ = 0;
};

/// A MATLAB file of one of the versions.
class MatReader {
 public:
  MatReader() = default;
  MatReader(const MatReader&) = delete;
  MatReader& operator=(const MatReader&) = delete;
  MatReader(MatReader&&) = delete;
  MatReader& operator=(MatReader&&) = delete;
  virtual ~MatReader() = default;

  virtual void list(MatList& found) = 0;
  /// Fills a matrix of zeros, whose values are one after the other in column-major order, with the
  /// numbers of a variable that is not complex.
  virtual void read(const MatVariable& variable, const MatrixView<double>& matrix) = 0;
};

/// Nothing: this is not a file of version 4.
std::unique_ptr<MatReader> open_mat4(const Input& input, const Context& context);
std::unique_ptr<MatReader> open_mat5(const Input& input, bool is_swapped, const Context& context);
/// Of version 7.3, which is HDF5.
std::unique_ptr<MatReader> open_mat73(const Input& input, const Context& context);

/// `FILE: 'NAME'`, for messages.
std::string source_of(const Input& input, const MatVariable& variable);

/// Throws Error(bad_data) about a variable.
[[noreturn]] void fail_mat(const Input& input, const MatVariable& variable,
                           const std::string& what);

/// Numbers of a type, which need not be aligned, as doubles; their bytes may be swapped. False: an
/// integer does not fit exactly in a double.
[[nodiscard]] bool to_doubles(std::span<const std::byte> bytes, NumberType type, bool is_swapped,
                              std::span<double> out);

/// Throws Error(bad_data) about an integer that does not fit in a double.
[[noreturn]] void fail_inexact(const Input& input, const MatVariable& variable);

}  // namespace pith
