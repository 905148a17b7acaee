// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/hdf5.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/base/error.h"
#include "pith/data/formats/mat/mat.h"
#include "pith/data/read.h"

namespace pith {
namespace {

std::string file(const std::string& name) {
  return std::string(PITH_SOURCE_DIR) + "/tests/data/hdf5/" + name;
}

Columns read(const std::string& name, const ReadOptions& options = {}, const Roles& roles = {}) {
  return read_columns(file(name), roles, options, {});
}

std::string message(const std::string& name, const ReadOptions& options = {},
                    const Roles& roles = {}) {
  try {
    (void)read(name, options, roles);
  } catch (const Error& error) {
    const std::string text = error.what();
    return text.substr(text.find(name) + name.size() + 2);
  }
  return "accepted";
}

const Column& column(const Columns& columns, const std::string& name) {
  const auto place = std::find(columns.names.begin(), columns.names.end(), name);
  EXPECT_NE(place, columns.names.end()) << name;
  return columns.columns[static_cast<std::size_t>(place - columns.names.begin())];
}

/// Of each row: `?` for missing, the level, or the number.
std::string values_of(const Column& column) {
  std::string text;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (!text.empty()) text += ' ';
    text += column.missing().test(row) ? "?"
            : column.is_codes()        ? column.level(column.code(row))
                                       : fmt::format("{}", column.number(row));
  }
  return text;
}

/// What tests/data/hdf5/make.py writes into the matrix.
double count_at(std::size_t row, std::size_t col) {
  const std::size_t value = (5 * row + col) % 7;
  return value < 3 ? 0 : static_cast<double>(value);
}

ReadOptions all_columns(const std::string& layer = "") {
  return {.layer = layer, .choice = [](std::span<const std::string> names) {
            return std::vector<bool>(names.size(), true);
          }};
}

TEST(ReadMat73, takes_x_and_vectors) {
  const Columns columns = read("v73.mat");
  EXPECT_EQ(columns.names, (std::vector<std::string>{"f0", "f1", "sparse", "truth", "y"}));
  EXPECT_EQ(values_of(columns.columns[0]), "1 2 3");
  EXPECT_EQ(values_of(columns.columns[1]), "4 ? 6");
  EXPECT_EQ(values_of(columns.columns[2]), "0 0 5");
  EXPECT_EQ(values_of(columns.columns[3]), "1 0 1");
  EXPECT_EQ(values_of(columns.columns[4]), "0 1 1");
  EXPECT_EQ(columns.notes,
            (std::vector<std::string>{
                "skipped 'cube', which has 3 dimensions", "skipped 'name', which is text",
                "skipped 'record', which is a structure", "skipped array 'none' of 0 x 0"}));
}

TEST(ReadHdf5, takes_x_and_vectors_in_their_own_types) {
  const Columns columns = read("arrays.h5");
  EXPECT_EQ(columns.names, (std::vector<std::string>{"f0", "f1", "f2", "f3", "f4", "fixed",
                                                     "more/big", "more/half", "more/truths", "y"}));
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t col = 0; col < 5; ++col)
      EXPECT_EQ(columns.columns[col].number(row), count_at(row, col));
  }
  ASSERT_NE(columns.columns[0].layout(), nullptr);
  EXPECT_EQ(columns.columns[0].layout()->type, NumberType::float32);
  EXPECT_EQ(values_of(column(columns, "fixed")), "x yy x yy x yy x yy");
  EXPECT_EQ(values_of(column(columns, "y")), "a b a b a b a b");
  EXPECT_EQ(values_of(column(columns, "more/big")), "0 1 2 3 4 5 6 7");
  EXPECT_EQ(values_of(column(columns, "more/half")), "0 1 2 3 4 5 6 7");
  EXPECT_EQ(values_of(column(columns, "more/truths")),
            "True False True False True False True False");
  EXPECT_EQ(columns.notes,
            std::vector<std::string>{"skipped 'cube', which has 3 dimensions of numbers"});
}

TEST(ReadHdf5, takes_one_dataset_by_its_path) {
  EXPECT_EQ(values_of(read("arrays.h5", {.layer = "/more/big"}).columns.front()),
            "0 1 2 3 4 5 6 7");
  EXPECT_EQ(read("arrays.h5", {.layer = "X"}).names.size(), 5U);
  EXPECT_EQ(message("arrays.h5", {.layer = "Z"}),
            "there is no dataset 'Z'; there are 'X', 'fixed', 'more/big', 'more/half', "
            "'more/truths', 'y'");
  EXPECT_EQ(message("arrays.h5", {.layer = "cube"}),
            "'cube': only numbers in one or two dimensions, and text in one, can be read");
}

TEST(ReadHdf5, rejects_what_it_cannot_read_by_name) {
  const std::string table =
      "'table': this is a table of records (as PyTables and pandas write them), which cannot be "
      "read; write a Parquet file (in pandas to_parquet), or each column as a dataset of its own";
  EXPECT_EQ(message("records.h5"), table);
  EXPECT_EQ(message("records.h5", {.layer = "table"}), table);
  EXPECT_EQ(message("make.py", {.format = Format::hdf5}),
            "this is not an HDF5 file on the disk, or it is damaged or still being written; write "
            "it again");
  const std::string filter = message("lzf.h5");
  EXPECT_TRUE(filter == "accepted" || filter.starts_with("'X': the values are compressed by filter "
                                                         "32000 (lzf), which this HDF5 library"))
      << filter;
}

TEST(ReadHdf5, lets_nothing_take_the_place_of_x_or_y) {
  const std::string why =
      "'y' has 1 dimension of enumerated values; write it as one dimension of numbers or texts, "
      "one per row, or name another target (target)";
  EXPECT_EQ(message("enum.h5"), why);
  EXPECT_EQ(message("enum.h5", {}, {.target = "y"}), why);
  const Columns columns = read("enum.h5", {}, {.target = "z"});
  EXPECT_EQ(columns.names, (std::vector<std::string>{"f0", "f1", "z"}));
  EXPECT_EQ(columns.notes,
            std::vector<std::string>{"skipped 'y', which has 1 dimension of enumerated values"});
  EXPECT_EQ(message("complex.h5", {}, {.target = "z"}),
            "'X' has complex numbers; write it as a matrix of real numbers, or choose another "
            "dataset (layer)");
  EXPECT_EQ(message("complex.h5", {.layer = "X"}),
            "'X': complex numbers cannot be read; write their real part or absolute value");
}

TEST(ReadHdf5, keeps_to_the_memory_limit) {
  try {
    (void)read_columns(file("arrays.h5"), {}, {}, {.memory = 1U << 10U});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources) << error.what();
  }
}

TEST(ReadHdf5, counts_a_chunk_that_is_larger_than_its_dataset) {
  EXPECT_EQ(values_of(read("chunk.h5").columns.front()), "1 1 1");
  try {
    (void)read_columns(file("chunk.h5"), {}, {}, {.memory = 8U << 20U});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources) << error.what();
  }
}

TEST(ReadH5ad, takes_x_and_every_kind_of_column) {
  const Columns columns = read("cells.h5ad", all_columns(), {.has_target = false});
  EXPECT_EQ(columns.names,
            (std::vector<std::string>{"CD3D", "CD19", "MS4A1", "NKG7", "LYZ", "cell_type", "donor",
                                      "age", "score", "is_dead", "count", "is_kept", "cluster"}));
  EXPECT_EQ(values_of(column(columns, "cell_type")), "T B T ? B T B T");
  EXPECT_EQ(column(columns, "cell_type").level_names(), (std::vector<std::string>{"B", "T"}));
  EXPECT_EQ(values_of(column(columns, "donor")), "d1 d2 d1 d2 d1 d2 d1 d2");
  EXPECT_EQ(values_of(column(columns, "age")), "31 42 31 42 31 42 31 42");
  EXPECT_EQ(values_of(column(columns, "score")), "0.5 ? 1.5 2 2.5 3 3.5 4");
  EXPECT_EQ(values_of(column(columns, "is_dead")), "True False True False True False True False");
  EXPECT_EQ(values_of(column(columns, "count")), "1 ? 3 4 5 6 7 8");
  EXPECT_EQ(values_of(column(columns, "is_kept")), "True ? True ? True ? True ?");
  EXPECT_EQ(values_of(column(columns, "cluster")), "2 1 2 1 10 10 2 1");
}

TEST(ReadH5ad, takes_dense_and_sparse_layers) {
  for (const std::string layer : {"", "X", "by_rows", "by_columns", "raw/X"}) {
    const Columns columns = read("cells.h5ad", all_columns(layer), {.has_target = false});
    const double unit = layer == "raw/X" ? 2 : 1;
    for (std::size_t row = 0; row < 8; ++row) {
      for (std::size_t col = 0; col < 5; ++col)
        EXPECT_EQ(columns.columns[col].number(row), unit * count_at(row, col)) << layer;
    }
    EXPECT_EQ(columns.columns[0].layout()->type, NumberType::float32);
  }
  const Columns logs = read("cells.h5ad", all_columns("log"), {.has_target = false});
  EXPECT_NEAR(logs.columns[0].number(1), std::log1p(count_at(1, 0)), 1e-7);
  EXPECT_EQ(message("cells.h5ad", {.layer = "none"}),
            "there is no layer 'none'; there are 'X', 'by_columns', 'by_rows', 'log', 'raw/X'");
}

TEST(ReadH5ad, sums_the_values_of_one_position) {
  const Roles roles{.has_target = false};
  const Columns twice = read("odd.h5ad", all_columns("twice"), roles);
  EXPECT_EQ(values_of(twice.columns[0]), "0 4");
  EXPECT_EQ(values_of(twice.columns[1]), "3 0");
  EXPECT_EQ(values_of(read("odd.h5ad", all_columns("truths"), roles).columns[1]), "1 0");
  EXPECT_EQ(message("odd.h5ad", all_columns("small"), roles),
            "'layers/small': values of one position have a sum beyond int8; write the matrix with "
            "a larger type");
}

TEST(ReadH5ad, rejects_negative_positions_of_sparse_matrices) {
  EXPECT_EQ(message("odd.h5ad", {.layer = "negative"}),
            "'layers/negative/indices': the sparse matrix is damaged: a position is outside the "
            "matrix; write it again");
  EXPECT_EQ(message("odd.h5ad", {.layer = "start"}),
            "'layers/start/indptr': the sparse matrix is damaged: the starts are not in order, or "
            "beyond the values; write it again");
  EXPECT_EQ(message("odd.h5ad", {.layer = "shape"}),
            "'layers/shape': the file is damaged: a number of attribute 'shape' is negative; write "
            "it again");
}

TEST(ReadH5ad, renames_a_gene_with_the_name_of_an_annotation) {
  const Columns columns = read("odd.h5ad", {}, {.target = "a"});
  EXPECT_EQ(columns.names, (std::vector<std::string>{"a.2", "b", "a"}));
  EXPECT_EQ(values_of(columns.columns[0]), "1 3");
  EXPECT_EQ(values_of(columns.columns[2]), "x y");
  EXPECT_EQ(columns.notes,
            std::vector<std::string>{
                "renamed 1 column of the matrix, whose name a column of obs has: 'a' is 'a.2'"});
}

TEST(ReadH5ad, keeps_only_the_annotations_that_are_named) {
  const Columns columns = read("cells.h5ad", {}, {.target = "donor", .drop = {"age,CD3D"}});
  EXPECT_EQ(columns.names,
            (std::vector<std::string>{"CD3D", "CD19", "MS4A1", "NKG7", "LYZ", "donor", "age"}));
  EXPECT_EQ(columns.notes,
            std::vector<std::string>{
                "left out 6 columns of obs, which are no features unless named: 'cell_type', "
                "'score', 'is_dead', 'count', 'is_kept', 'cluster'"});
  EXPECT_EQ(message("cells.h5ad"),
            "name the target (target), a column of obs: 'cell_type', 'donor', 'age', 'score', "
            "'is_dead', 'count', 'is_kept', 'cluster'");
  EXPECT_EQ(message("cells.h5ad", {}, {.target = "cel_type"}),
            "there is no column 'cel_type' for the target; did you mean 'cell_type'?");
  EXPECT_EQ(message("cells.h5ad", {}, {.target = "-1"}).substr(0, 42),
            "there is no column '-1' for the target; gi");
}

TEST(Hdf5Schema, says_what_is_there_without_the_values) {
  const FileSchema cells = hdf5_schema(Input::open(file("cells.h5ad")), Format::h5ad, "", {});
  EXPECT_EQ(cells.rows, 8U);
  ASSERT_EQ(cells.columns.size(), 13U);
  EXPECT_EQ(cells.columns[0].name, "CD3D");
  EXPECT_EQ(cells.columns[0].type, "float32");
  EXPECT_EQ(cells.columns[5].type, "obs, category");
  EXPECT_EQ(cells.columns[10].type, "obs, nullable int64");
  EXPECT_EQ(cells.columns[11].kind, "category");
  const FileSchema arrays = hdf5_schema(Input::open(file("arrays.h5")), Format::hdf5, "", {});
  EXPECT_EQ(arrays.columns[0].type, "float32 of 8 x 5");
  const FileSchema big = hdf5_schema(Input::open(file("arrays.h5")), Format::hdf5, "/more/big", {});
  ASSERT_EQ(big.columns.size(), 1U);
  EXPECT_EQ(big.columns[0].name, "more/big");
  EXPECT_THROW((void)hdf5_schema(Input::open(file("arrays.h5")), Format::hdf5, "Z", {}), Error);
  EXPECT_THROW((void)hdf5_schema(Input::open(file("cells.h5ad")), Format::h5ad, "Z", {}), Error);
}

}  // namespace
}  // namespace pith
