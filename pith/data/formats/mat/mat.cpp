// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/mat/mat.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/data/dense.h"
#include "pith/data/formats/mat/variables.h"

namespace pith {
namespace {

[[noreturn]] void fail(const std::string& source, const std::string& what) {
  throw Error(ErrorKind::bad_data, source + ": " + what);
}

std::unique_ptr<MatReader> open(const Input& input, const Context& context) {
  constexpr std::size_t header_size = 128;
  std::unique_ptr<MatReader> reader;
  std::array<char, header_size> header{};
  if (input.size() >= header_size) input.read_at(0, std::as_writable_bytes(std::span(header)));
  const std::string_view order(header.data() + 126, 2);
  if (order == "IM" || order == "MI") {
    const bool is_swapped = order == "MI";
    const char version = header[is_swapped ? 124 : 125];
    if (version == 1) reader = open_mat5(input, is_swapped, context);
    if (version == 2) reader = open_mat73(input, context);
  } else {
    reader = open_mat4(input, context);
  }
  if (!reader)
    fail(input.name(), "this is not a MATLAB file of version 4, 5 or 7.3; save it again");
  return reader;
}

ArrayShape shape_of(const MatVariable& variable) {
  const bool is_empty = variable.rows == 0 || variable.cols == 0;
  const bool is_vector = !is_empty && (variable.rows == 1 || variable.cols == 1);
  const bool is_x = variable.name == "X" || variable.name == "x";
  return {.name = variable.name,
          .rows = variable.rows,
          .cols = variable.cols,
          .is_vector = is_vector,
          .is_matrix = !is_empty && (is_x || !is_vector)};
}

/// The columns of one variable; a row or column vector is one column.
std::vector<Column> read_variable(MatReader& reader, const MatVariable& variable, bool is_vector,
                                  const Input& input, const Context& context) {
  if (variable.is_complex) {
    fail_mat(input, variable,
             "complex numbers are not supported; save their real part or absolute value");
  }
  const std::uint64_t rows = is_vector ? std::max(variable.rows, variable.cols) : variable.rows;
  const std::uint64_t cols = is_vector ? 1 : variable.cols;
  Dense dense(source_of(input, variable), rows, cols, context);
  const bool is_row = is_vector && variable.rows == 1;
  reader.read(variable, is_row ? dense.view().transposed() : dense.view());
  return dense.columns(is_vector ? std::vector<std::string>{variable.name} : feature_names(cols));
}

}  // namespace

Columns read_mat(Input& input, bool needs_y, const Context& context) {
  if (input.is_compressed()) fail(input.name(), "the file is compressed; decompress it first");
  const std::unique_ptr<MatReader> reader = open(input, context);
  MatList found(input, context);
  reader->list(found);
  std::vector<ArrayShape> shapes(found.variables.size());
  std::transform(found.variables.begin(), found.variables.end(), shapes.begin(), shape_of);
  ArrayChoice choice = choose_arrays(shapes);
  const MissingArrays missing = missing_arrays(shapes, choice, found.skipped);
  if (!missing.x.empty())
    fail(input.name(), missing.x + "; save it as a matrix of real numbers, with rows");
  if (needs_y && !missing.y.empty()) {
    fail(input.name(), fmt::format("{}; save it as a vector of numbers, one per row, or name "
                                   "another target ({})",
                                   missing.y, option("target")));
  }
  if (!choice.matrix && choice.vectors.empty())
    fail(input.name(), "there is no numeric matrix; save X and y");
  check_choice(input.name(), shapes, choice, context);
  Columns columns;
  columns.source = input.name();
  for (const SkippedArray& array : found.skipped)
    columns.notes.push_back(fmt::format("skipped {}, which {}", quoted(array.name), array.why));
  const auto append = [&](std::size_t i, bool is_vector) {
    std::vector<Column> read_in =
        read_variable(*reader, found.variables[i], is_vector, input, context);
    std::move(read_in.begin(), read_in.end(), std::back_inserter(columns.columns));
  };
  if (choice.matrix) {
    append(*choice.matrix, false);
    columns.names = feature_names(columns.columns.size());
  }
  for (const std::size_t i : choice.vectors) {
    append(i, true);
    columns.names.push_back(shapes[i].name);
  }
  std::move(choice.notes.begin(), choice.notes.end(), std::back_inserter(columns.notes));
  unique_names(columns.names, columns.notes);
  return columns;
}

}  // namespace pith
