// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/hdf5.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/data/dense.h"
#include "pith/data/formats/hdf5/anndata.h"
#include "pith/data/formats/hdf5/frame.h"
#include "pith/data/formats/hdf5/matrix.h"
#include "pith/data/formats/hdf5/node.h"

namespace pith {
namespace {

[[noreturn]] void fail(const std::string& source, const std::string& what) {
  throw Error(ErrorKind::bad_data, source + ": " + what);
}

[[noreturn]] void fail_table(const Hdf5Node& node) {
  if (node.is_dataset() && node.type().word == complex_numbers)
    fail(node.source(), "complex numbers cannot be read; write their real part or absolute value");
  fail(node.source(),
       "this is a table of records (as PyTables and pandas write them), which cannot be read; "
       "write a Parquet file (in pandas to_parquet), or each column as a dataset of its own");
}

bool is_number(const Hdf5Type& type) {
  return type.kind == Hdf5Type::Kind::number || type.kind == Hdf5Type::Kind::boolean;
}

/// The datasets of a file, and why others are skipped.
struct Found {
  std::vector<Hdf5Node> datasets;
  std::vector<Hdf5Node> tables;
  std::vector<SkippedArray> skipped;
};

/// Why a dataset cannot be read: `has 3 dimensions of numbers`.
std::string why_skipped(const Hdf5Type& type, std::size_t dimensions) {
  if (type.word == complex_numbers) return "has complex numbers";
  if (type.kind == Hdf5Type::Kind::compound) return "is a table of records";
  return fmt::format("has {} of {}", counted(dimensions, "dimension"),
                     is_number(type) ? "numbers" : type.word);
}

void find_datasets(const Hdf5Node& group, std::size_t depth, Found& found) {
  constexpr std::size_t deepest = 32;
  constexpr std::size_t most = 100'000;
  if (group.has_attribute("pandas_type")) fail_table(group);
  for (const std::string& name : group.children()) {
    const std::optional<Hdf5Node> node = group.child(name);
    if (!node || found.datasets.size() > most) continue;
    if (node->is_group()) {
      if (depth < deepest) find_datasets(*node, depth + 1, found);
    } else if (node->is_dataset()) {
      const Hdf5Type type = node->type();
      const std::size_t dimensions = node->extents().size();
      const bool is_read = (is_number(type) && (dimensions == 1 || dimensions == 2)) ||
                           (type.kind == Hdf5Type::Kind::text && dimensions == 1);
      if (is_read) {
        found.datasets.push_back(*node);
      } else if (dimensions > 0 || type.kind == Hdf5Type::Kind::compound) {
        if (type.kind == Hdf5Type::Kind::compound) found.tables.push_back(*node);
        found.skipped.push_back({.name = node->path(), .why = why_skipped(type, dimensions)});
      }
    }
  }
}

ArrayShape shape_of(const Hdf5Node& node) {
  const std::vector<std::uint64_t> extents = node.extents();
  const std::uint64_t cols = extents.size() > 1 ? extents[1] : 1;
  return {.name = node.path(),
          .rows = extents[0],
          .cols = cols,
          .is_vector = cols == 1,
          .is_matrix = extents.size() == 2 && is_number(node.type()) && extents[0] > 0 && cols > 0};
}

void append_matrix(const Hdf5Node& node, const Context& context, TypedColumns& read) {
  const NumberMatrix matrix = read_matrix(node, context);
  const std::vector<std::uint64_t> extents = node.extents();
  std::vector<std::string> names =
      feature_names(static_cast<std::size_t>(extents.size() > 1 ? extents[1] : 1));
  std::vector<Column> columns = matrix.columns(names);
  std::move(columns.begin(), columns.end(), std::back_inserter(read.columns.columns));
  std::move(names.begin(), names.end(), std::back_inserter(read.columns.names));
  read.is_text.resize(read.columns.names.size(), false);
}

void append_vector(const Hdf5Node& node, const Context& context, TypedColumns& read) {
  const std::vector<std::uint64_t> extents = node.extents();
  Hdf5Column column =
      extents.size() == 1
          ? read_vector(node, context)
          : Hdf5Column{.column =
                           read_matrix(node, context).columns(std::vector{node.path()}).front()};
  read.columns.names.push_back(node.path());
  read.columns.columns.push_back(std::move(column.column));
  read.is_text.push_back(column.is_text);
}

/// The dataset at a path, or an error that lists those that are there.
Hdf5Node find_dataset(const Hdf5Node& root, const std::string& path) {
  const std::optional<Hdf5Node> node = root.child(path);
  if (!node || !node->is_dataset()) {
    Found found;
    find_datasets(root, 0, found);
    std::vector<std::string> paths;
    for (const Hdf5Node& dataset : found.datasets)
      paths.push_back(quoted(dataset.path()));
    constexpr std::size_t few = 12;
    fail(root.source(),
         fmt::format("there is no dataset {}; there {}", quoted(path),
                     paths.empty() ? "is none that can be read" : "are " + listed(paths, few)));
  }
  return *node;
}

TypedColumns read_dataset(const Hdf5Node& root, const std::string& path, const Context& context) {
  const Hdf5Node node = find_dataset(root, path);
  const Hdf5Type type = node.type();
  const std::size_t dimensions = node.extents().size();
  if (type.kind == Hdf5Type::Kind::compound) fail_table(node);
  if (dimensions < 1 || dimensions > 2 ||
      !(is_number(type) || (type.kind == Hdf5Type::Kind::text && dimensions == 1)))
    fail(node.source(), "only numbers in one or two dimensions, and text in one, can be read");
  TypedColumns read;
  if (dimensions == 2) {
    append_matrix(node, context, read);
  } else {
    append_vector(node, context, read);
  }
  return read;
}

/// Nothing takes the place of X; for y, another target may be named.
void check_missing(const std::string& source, const MissingArrays& missing, TypedColumns& read) {
  if (!missing.x.empty())
    fail(source, missing.x + "; write it as a matrix of real numbers, or choose another dataset (" +
                     option("layer") + ")");
  if (!missing.y.empty()) {
    read.missing_target = fmt::format(
        "{}: {}; write it as one dimension of numbers or texts, one per row, or name "
        "another target ({})",
        source, missing.y, option("target"));
  }
}

}  // namespace

TypedColumns read_hdf5(const Input& input, const std::string& path, const Context& context) {
  const Hdf5Turn turn;
  const Hdf5Node root = Hdf5Node::open(input);
  if (!path.empty()) return read_dataset(root, path, context);
  Found found;
  find_datasets(root, 0, found);
  std::vector<ArrayShape> shapes(found.datasets.size());
  std::transform(found.datasets.begin(), found.datasets.end(), shapes.begin(), shape_of);
  ArrayChoice choice = choose_arrays(shapes);
  TypedColumns read;
  check_missing(input.name(), missing_arrays(shapes, choice, found.skipped), read);
  if (!choice.matrix && choice.vectors.empty()) {
    if (!found.tables.empty()) fail_table(found.tables.front());
    fail(input.name(), "there is no dataset of numbers in one or two dimensions; write X and y");
  }
  // Each array reserves what it takes in its own type.
  check_choice(input.name(), shapes, choice, {.memory = std::numeric_limits<std::uint64_t>::max()});
  if (choice.matrix) append_matrix(found.datasets[*choice.matrix], context, read);
  for (const std::size_t i : choice.vectors)
    append_vector(found.datasets[i], context, read);
  for (const SkippedArray& array : found.skipped)
    read.columns.notes.push_back(
        fmt::format("skipped {}, which {}", quoted(array.name), array.why));
  std::move(choice.notes.begin(), choice.notes.end(), std::back_inserter(read.columns.notes));
  unique_names(read.columns.names, read.columns.notes);
  return read;
}

FileSchema hdf5_schema(const Input& input, Format format, const std::string& layer,
                       const Context& context) {
  const Hdf5Turn turn;
  const Hdf5Node root = Hdf5Node::open(input);
  FileSchema schema;
  if (format == Format::h5ad) {
    schema = h5ad_schema(root, layer, context);
  } else {
    Found found;
    if (layer.empty()) {
      find_datasets(root, 0, found);
    } else {
      found.datasets.push_back(find_dataset(root, layer));
    }
    for (const Hdf5Node& node : found.datasets) {
      const Hdf5Type type = node.type();
      schema.columns.push_back(
          {.name = node.path(),
           .type = fmt::format("{} of {}", type.word, fmt::join(node.extents(), " x ")),
           .kind = type.kind == Hdf5Type::Kind::number ? "number" : "category"});
    }
  }
  schema.source = input.name();
  schema.format = format;
  return schema;
}

}  // namespace pith
