// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/npy_part.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/formats/npy.h"
#include "tests/support/csv_files.h"
#include "tests/support/row_blocks.h"

namespace pith {
namespace {

using csv_files::TextFile;

/// The bytes of an array whose elements are in the order of the file.
template <class T>
std::string npy_bytes(const std::string& type, bool is_fortran, std::size_t rows, std::size_t cols,
                      const std::vector<T>& values) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}, {}), }}",
                                   type, is_fortran ? "True" : "False", rows, cols);
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  return bytes;
}

FileBlocks blocks_of(const std::string& path, std::size_t rows, MissingTokens missing) {
  Input input = Input::open(path);
  NpyHeader header = read_npy_file_header(input);
  FileBlocks::Parts parts;
  parts.ends = BlockEnds::even(header.rows(), rows);
  parts.schema.rows = header.rows();
  for (std::size_t i = 0; i < header.cols(); ++i) {
    const bool is_boolean = header.kind == 'b';
    parts.schema.fields.push_back({.name = fmt::format("f{}", i),
                                   .kind = is_boolean ? Column::Kind::codes : Column::Kind::numbers,
                                   .is_boolean = is_boolean});
    parts.places.push_back({.part = 0, .column = i});
  }
  BlockEnds ends = parts.ends;
  parts.parts.push_back(
      std::make_unique<NpyPart>(std::move(input), header, std::move(ends), std::move(missing)));
  return FileBlocks(std::move(parts));
}

template <class T>
std::vector<T> random_values(std::size_t count) {
  std::vector<T> values(count);
  const Random random(7, 1);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>(static_cast<T>(random.below(i, 200)) / T{2});
  return values;
}

template <class T>
void expect_same_arrays(const std::string& type, std::size_t rows, std::size_t cols) {
  const std::vector<T> values = random_values<T>(rows * cols);
  for (const bool is_fortran : {false, true}) {
    const TextFile file(npy_bytes(type, is_fortran, rows, cols, values));
    Input input = Input::open(file.path());
    const Columns table = read_npy(input, {});
    for (const std::size_t block : {std::size_t{1}, std::size_t{7}, rows}) {
      expect_same_rows(blocks_of(file.path(), block, MissingTokens({}, false)), table);
    }
  }
}

TEST(NpyPart, reads_blocks_of_every_type_in_both_orders) {
  expect_same_arrays<double>("<f8", 50, 9);
  expect_same_arrays<float>("<f4", 50, 9);
  expect_same_arrays<std::int64_t>("<i8", 50, 9);
  expect_same_arrays<std::uint8_t>("|u1", 50, 9);
  expect_same_arrays<std::uint8_t>("|b1", 50, 9);
  expect_same_arrays<double>("<f8", 50, 1);
}

TEST(NpyPart, swaps_the_bytes_of_other_machines) {
  std::vector<double> values = random_values<double>(60);
  for (double& value : values) {
    std::array<char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    std::reverse(bytes.begin(), bytes.end());
    std::memcpy(&value, bytes.data(), sizeof value);
  }
  for (const bool is_fortran : {false, true}) {
    const TextFile file(npy_bytes(">f8", is_fortran, 20, 3, values));
    Input input = Input::open(file.path());
    const Columns table = read_npy(input, {});
    expect_same_rows(blocks_of(file.path(), 7, MissingTokens({}, false)), table);
  }
}

TEST(NpyPart, reads_rows_that_are_longer_than_a_tile) {
  constexpr std::size_t cols = 30'000;
  const std::vector<double> values = random_values<double>(5 * cols);
  const TextFile file(npy_bytes("<f8", false, 5, cols, values));
  const FileBlocks blocks = blocks_of(file.path(), 3, MissingTokens({}, false));
  const std::vector<std::size_t> some{0, 1, 5, 9'000, 9'001, cols - 1};
  std::size_t first = 0;
  blocks.read(some,
              [&](const RowBlock& block) {
                for (std::size_t i = 0; i < some.size(); ++i) {
                  for (std::size_t row = 0; row < block.rows; ++row)
                    EXPECT_EQ(block.columns[i].number(row), values[(first + row) * cols + some[i]]);
                }
                first += block.rows;
              },
              {});
  EXPECT_EQ(first, 5U);
}

TEST(NpyPart, reads_missing_values_and_numbers_that_stand_for_them) {
  std::vector<double> values = random_values<double>(60);
  values[4] = std::nan("");
  values[31] = -999;
  const TextFile file(npy_bytes("<f8", false, 20, 3, values));
  const FileBlocks blocks = blocks_of(file.path(), 7, MissingTokens({"-999"}, false));
  std::size_t missing = 0;
  const std::vector<std::size_t> fields{1};
  blocks.read(fields, [&](const RowBlock& block) { missing += block.columns[0].missing().count(); },
              {});
  EXPECT_EQ(missing, 2U);
}

TEST(NpyPart, names_the_row_of_an_infinite_value_in_the_file) {
  std::vector<double> values = random_values<double>(60);
  values[3 * 15 + 2] = std::numeric_limits<double>::infinity();
  const TextFile file(npy_bytes("<f8", false, 20, 3, values));
  const FileBlocks blocks = blocks_of(file.path(), 7, MissingTokens({}, false));
  std::string message;
  try {
    (void)shown_columns(blocks);
  } catch (const Error& error) {
    message = error.what();
  }
  Input input = Input::open(file.path());
  try {
    (void)read_npy(input, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(message, error.what());
  }
}

TEST(BlockEnds, blocks_keep_within_the_memory) {
  Context context;
  context.memory = std::uint64_t{64} << 20U;
  for (const std::size_t columns : {1U, 10U, 1000U, 20'000U}) {
    const std::size_t rows = block_rows_within(context, columns);
    EXPECT_GE(rows, 1U);
    EXPECT_LE(rows, 65'536U);
    EXPECT_LE(block_bytes_of(rows, columns), context.memory / 4) << columns;
  }
  EXPECT_EQ(block_rows_within(context, 1'000'000), 1U);
  const BlockEnds ends = BlockEnds::even(10, 4);
  EXPECT_EQ(ends.ends, (std::vector<std::uint64_t>{4, 8, 10}));
  EXPECT_EQ(ends.rows(2), 2U);
  EXPECT_EQ(ends.largest(), 4U);
  EXPECT_EQ(BlockEnds::even(0, 4).blocks(), 0U);
}

}  // namespace
}  // namespace pith
