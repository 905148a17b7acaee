// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/anndata.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/data/dense.h"
#include "pith/data/formats/hdf5/frame.h"
#include "pith/data/formats/hdf5/hdf5.h"
#include "pith/data/formats/hdf5/matrix.h"
#include "pith/data/formats/hdf5/node.h"

namespace pith {
namespace {

[[noreturn]] void fail(const std::string& source, const std::string& what) {
  throw Error(ErrorKind::bad_data, source + ": " + what);
}

/// The matrix that is read, and the data frame with the names of its columns.
struct Chosen {
  Hdf5Node matrix;
  Hdf5Node names;
};

std::string layers_of(const Hdf5Node& root) {
  std::vector<std::string> names;
  if (const auto layers = root.child("layers")) names = layers->children();
  if (root.child("X")) names.insert(names.begin(), "X");
  if (root.child("raw/X")) names.emplace_back("raw/X");
  for (std::string& name : names)
    name = quoted(name);
  constexpr std::size_t few = 12;
  return names.empty() ? "there is none" : "there are " + listed(names, few);
}

Chosen choose(const Hdf5Node& root, const std::string& layer) {
  const std::string name = layer.empty() ? "X" : layer;
  std::optional<Hdf5Node> matrix = root.child("layers/" + name);
  if (!matrix && (name == "X" || name == "raw/X")) matrix = root.child(name);
  if (!matrix) {
    fail(root.source(),
         layer.empty() ? fmt::format("there is no X; choose a layer ({}): {}", option("layer"),
                                     layers_of(root))
                       : fmt::format("there is no layer {}; {}", quoted(layer), layers_of(root)));
  }
  const bool is_raw = matrix->path() == "raw/X";
  for (const char* frame : {"var", "obs"}) {
    const std::optional<Hdf5Node> node = root.child(frame);
    if (!node || !node->is_group()) {
      fail(root.source(), fmt::format("there is no data frame {}: this is not an AnnData file, or "
                                      "one of a version before 0.7; write it again with a newer "
                                      "version",
                                      quoted(frame)));
    }
  }
  return {.matrix = *matrix, .names = root.need(is_raw ? "raw/var" : "var")};
}

/// Rows and columns of a dense or sparse matrix.
std::vector<std::uint64_t> extents_of(const Hdf5Node& matrix) {
  if (matrix.is_group()) {
    const std::vector<std::uint64_t> extents = sparse_extents(matrix);
    if (extents.empty())
      fail(matrix.source(), "this is neither a dense nor a CSR or CSC matrix; write it again");
    return extents;
  }
  const Hdf5Type::Kind kind = matrix.type().kind;
  const std::vector<std::uint64_t> extents = matrix.extents();
  if (extents.size() != 2 || (kind != Hdf5Type::Kind::number && kind != Hdf5Type::Kind::boolean))
    fail(matrix.source(), "this is not a matrix of numbers");
  return extents;
}

/// The columns of obs that can be read; notes say which cannot.
std::vector<std::string> readable_columns(const Hdf5Node& obs, std::vector<std::string>& notes) {
  std::vector<std::string> names = frame_columns(obs);
  std::erase_if(names, [&](const std::string& name) {
    if (!column_word(obs, name).empty()) return false;
    notes.push_back(
        fmt::format("skipped {} of obs, whose kind of values cannot be read", quoted(name)));
    return true;
  });
  return names;
}

/// Renames the columns of the matrix that have the name of a column of obs: those are the ones that
/// a target or weights mean.
void rename_genes(std::span<const std::string> obs, Columns& read) {
  const std::set<std::string_view> annotations(obs.begin(), obs.end());
  const bool is_clash =
      std::any_of(read.names.begin(), read.names.end(),
                  [&](const std::string& name) { return annotations.contains(name); });
  if (!is_clash) return;
  std::set<std::string> taken(obs.begin(), obs.end());
  taken.insert(read.names.begin(), read.names.end());
  std::vector<std::string> renamed;
  for (std::string& name : read.names) {
    if (name.empty() || !annotations.contains(name)) continue;
    std::string made;
    std::size_t number = 2;
    do {
      made = fmt::format("{}.{}", name, number++);
    } while (!taken.insert(made).second);
    renamed.push_back(fmt::format("{} is {}", quoted(name), quoted(made)));
    name = std::move(made);
  }
  constexpr std::size_t few = 12;
  if (!renamed.empty()) {
    read.notes.push_back(fmt::format("renamed {} of the matrix, whose {} a column of obs has: {}",
                                     counted(renamed.size(), "column"),
                                     renamed.size() == 1 ? "name" : "names", listed(renamed, few)));
  }
}

}  // namespace

TypedColumns read_h5ad(const Input& input, const std::string& layer, const Context& context) {
  const Hdf5Turn turn;
  const Hdf5Node root = Hdf5Node::open(input);
  const Chosen chosen = choose(root, layer);
  const std::vector<std::uint64_t> extents = extents_of(chosen.matrix);
  TypedColumns read;
  read.columns.names = frame_index(chosen.names, context);
  if (read.columns.names.size() != extents[1]) {
    fail(chosen.matrix.source(),
         fmt::format("there are {} for {}; write the file again",
                     counted(read.columns.names.size(), "name"), counted(extents[1], "column")));
  }
  const NumberMatrix matrix = chosen.matrix.is_group() ? read_sparse_matrix(chosen.matrix, context)
                                                       : read_matrix(chosen.matrix, context);
  read.columns.columns = matrix.columns(read.columns.names);
  read.is_text.resize(read.columns.names.size(), false);
  const Hdf5Node obs = root.need("obs");
  read.annotations = 0;
  const std::vector<std::string> described = readable_columns(obs, read.columns.notes);
  rename_genes(described, read.columns);
  for (const std::string& name : described) {
    context.check_cancelled();
    Hdf5Column column = read_frame_column(obs, name, context);
    if (column.column.rows() != extents[0]) {
      fail(obs.source(),
           fmt::format("column {} has {} for {}; write the file again", quoted(name),
                       counted(column.column.rows(), "value"), counted(extents[0], "row")));
    }
    read.columns.names.push_back(name);
    read.columns.columns.push_back(std::move(column.column));
    read.is_text.push_back(column.is_text);
    ++*read.annotations;
  }
  unique_names(read.columns.names, read.columns.notes);
  return read;
}

FileSchema h5ad_schema(const Hdf5Node& root, const std::string& layer, const Context& context) {
  FileSchema schema;
  const bool is_raw = layer.empty() && !root.child("X");
  const Chosen chosen = choose(root, is_raw ? "raw/X" : layer);
  const std::vector<std::uint64_t> extents = extents_of(chosen.matrix);
  schema.rows = extents[0];
  const std::string type = chosen.matrix.is_group()
                               ? chosen.matrix.need("data").type().word + ", sparse"
                               : chosen.matrix.type().word;
  for (std::string& name : frame_index(chosen.names, context))
    schema.columns.push_back({.name = std::move(name), .type = type, .kind = "number"});
  const Hdf5Node obs = root.need("obs");
  for (const std::string& name : frame_columns(obs)) {
    const std::string word = column_word(obs, name);
    const bool is_coded = word == "category" || word.ends_with("text") || word.ends_with("bool");
    schema.columns.push_back({.name = name,
                              .type = "obs, " + (word.empty() ? "not read" : word),
                              .kind = word.empty() ? ""
                                      : is_coded   ? "category"
                                                   : "number"});
  }
  return schema;
}

}  // namespace pith
