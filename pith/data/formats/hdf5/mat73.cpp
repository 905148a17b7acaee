// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/formats/hdf5/node.h"
#include "pith/data/formats/hdf5/sparse.h"
#include "pith/data/formats/mat/variables.h"

namespace pith {
namespace {

bool is_numeric(std::string_view matlab_class) {
  constexpr std::array<std::string_view, 11> classes = {"double", "single", "logical", "int8",
                                                        "uint8",  "int16",  "uint16",  "int32",
                                                        "uint32", "int64",  "uint64"};
  return std::find(classes.begin(), classes.end(), matlab_class) != classes.end();
}

std::string why_skipped(std::string_view matlab_class) {
  if (matlab_class == "cell") return "is a cell array";
  if (matlab_class == "struct") return "is a structure";
  if (matlab_class == "char") return "is text";
  return "is not an array of numbers";
}

/// Arrays of MATLAB are datasets with their extents in reverse order.
class Mat73 final : public MatReader {
 public:
  Mat73(const Input& input, const Context& context)
      : input_(input), context_(context), root_(Hdf5Node::open(input)) {}

  void list(MatList& found) override {
    for (const std::string& name : root_.children()) {
      context_.check_cancelled();
      if (name.starts_with('#')) continue;  // what other variables refer to
      const std::optional<Hdf5Node> node = root_.child(name);
      if (!node) continue;
      const std::string matlab_class =
          node->text_attribute("MATLAB_class").value_or(node->is_group() ? "struct" : "double");
      const std::vector<std::uint64_t> sparse_rows = node->integer_attribute("MATLAB_sparse");
      if (!is_numeric(matlab_class) || (node->is_group() && sparse_rows.size() != 1)) {
        found.skip(name, why_skipped(is_numeric(matlab_class) ? "struct" : matlab_class));
      } else if (node->is_group()) {
        list_sparse(*node, name, sparse_rows[0], found);
      } else {
        list_full(*node, name, found);
      }
    }
  }

  void read(const MatVariable& variable, const MatrixView<double>& matrix) override {
    const Hdf5Node node = root_.need(variable.name);
    if (node.is_group()) return read_columns(node, variable, matrix);
    node.check_readable();
    const NumberType type = node.type().number;
    double* const out = matrix.data_handle();
    const std::uint64_t rows = variable.rows;
    node.read_tiles(type, context_, [&](const Hdf5Tile& tile) {
      const std::size_t row_bytes = tile.cols * size_of(type);
      for (std::size_t i = 0; i < tile.rows; ++i) {
        const std::span<const std::byte> values(tile.values + i * row_bytes, row_bytes);
        double* const place = out + (tile.first_row + i) * rows + tile.first_col;
        if (!to_doubles(values, type, false, {place, tile.cols})) fail_inexact(input_, variable);
      }
    });
  }

 private:
  void list_full(const Hdf5Node& node, const std::string& name, MatList& found) const {
    const Hdf5Type type = node.type();
    std::vector<std::uint64_t> extents = node.extents();
    std::reverse(extents.begin(), extents.end());
    const std::vector<std::uint64_t> empty = node.integer_attribute("MATLAB_empty");
    if (empty.size() == 1 && empty[0] != 0) {
      // The values are the extents, of which one is 0.
      extents.assign(2, 0);
    }
    if (extents.size() != 2)
      return found.skip(name, fmt::format("has {} dimensions", extents.size()));
    const bool is_complex = type.kind == Hdf5Type::Kind::compound;
    if (type.kind != Hdf5Type::Kind::number && !is_complex)
      return found.skip(name, why_skipped(""));
    found.add({.name = name, .rows = extents[0], .cols = extents[1], .is_complex = is_complex});
  }

  static void list_sparse(const Hdf5Node& node, const std::string& name, std::uint64_t rows,
                          MatList& found) {
    const Hdf5Node starts = node.need("jc");
    const std::vector<std::uint64_t> extents =
        starts.is_dataset() ? starts.extents() : std::vector<std::uint64_t>{};
    const std::optional<Hdf5Node> values = node.child("data");
    const bool is_complex =
        values && values->is_dataset() && values->type().kind == Hdf5Type::Kind::compound;
    const std::uint64_t cols = extents.size() == 1 && extents[0] > 0 ? extents[0] - 1 : 0;
    found.add({.name = name, .rows = rows, .cols = cols, .is_complex = is_complex});
  }

  void read_columns(const Hdf5Node& node, const MatVariable& variable,
                    const MatrixView<double>& matrix) const {
    const std::optional<Hdf5Node> values = node.child("data");
    if (!values) return;  // all zero
    const NumberType type = values->type().number;
    std::vector<double> numbers;
    read_sparse({.starts = node.need("jc"),
                 .indices = node.need("ir"),
                 .values = *values,
                 .majors = variable.cols,
                 .minors = variable.rows},
                context_, [&](const Hdf5SparseBlock& block) {
                  numbers.resize(block.majors.size());
                  const std::span<const std::byte> bytes(block.values,
                                                         numbers.size() * size_of(type));
                  if (!to_doubles(bytes, type, false, numbers)) fail_inexact(input_, variable);
                  for (std::size_t i = 0; i < numbers.size(); ++i)
                    matrix(block.minors[i], block.majors[i]) += numbers[i];
                });
  }

  const Input& input_;
  const Context& context_;
  Hdf5Turn turn_;  // before what is closed while it lasts
  Hdf5Node root_;
};

}  // namespace

std::unique_ptr<MatReader> open_mat73(const Input& input, const Context& context) {
  return std::make_unique<Mat73>(input, context);
}

}  // namespace pith
