// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/parquet.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>

#include "pith/base/error.h"
#include "tests/support/parquet_files.h"

namespace pith {
namespace {

std::string data_path(const std::string& name) {
  return std::string(PITH_SOURCE_DIR) + "/tests/data/parquet/" + name + ".parquet";
}

TypedColumns read_file(const std::string& path, const ColumnChoice& choice = {},
                       const Context& context = {}) {
  std::vector<Input> inputs;
  inputs.push_back(Input::open(path, context));
  return read_parquet(inputs, choice, context);
}

TypedColumns read_bytes(const std::vector<std::string>& files, const Context& context = {}) {
  std::vector<std::string> paths;
  std::vector<Input> inputs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    paths.push_back(testing::TempDir() + "pith_parquet_" + std::to_string(::getpid()) + "_" +
                    std::to_string(i));
    std::ofstream(paths.back(), std::ios::binary) << files[i];
    inputs.push_back(Input::open(paths.back(), context));
  }
  for (const std::string& path : paths)
    ::unlink(path.c_str());
  return read_parquet(inputs, {}, context);
}

struct Failure {
  ErrorKind kind = ErrorKind::io;
  std::string message = {};
  bool says(std::string_view words) const { return message.find(words) != std::string::npos; }
};

template <class Read>
Failure failure_of(Read read) {
  try {
    (void)read();
  } catch (const Error& error) {
    return {error.kind(), error.what()};
  }
  return {};
}

Failure failure_of(const ParquetParts& parts, const Context& context = {}) {
  return failure_of([&] { return read_bytes({parts.file()}, context); });
}

const Column& column(const TypedColumns& table, const std::string& name) {
  const auto& names = table.columns.names;
  const auto place = std::find(names.begin(), names.end(), name) - names.begin();
  return table.columns.columns.at(static_cast<std::size_t>(place));
}

/// The values of a column as texts; missing ones are empty.
std::vector<std::string> values(const TypedColumns& table, const std::string& name) {
  const Column& read = column(table, name);
  std::vector<std::string> texts(read.rows(), "-");
  for (std::size_t row = 0; row < read.rows(); ++row) {
    if (read.missing().test(row)) continue;
    texts[row] =
        read.is_codes() ? "'" + read.level(read.code(row)) + "'" : number_text(read.number(row));
  }
  return texts;
}

/// What make.py writes: f(row), and nothing in rows 3 and 7.
template <class Of>
std::vector<std::string> wanted(Of of) {
  std::vector<std::string> texts;
  for (int row = 0; row < 12; ++row)
    texts.push_back(row == 3 || row == 7 ? std::string("-") : of(row));
  return texts;
}

class ParquetFiles : public testing::TestWithParam<const char*> {};

TEST_P(ParquetFiles, hold_the_same_values_in_every_form) {
  const TypedColumns table = read_file(data_path(GetParam()));
  const auto numbers = [](auto of) {
    return wanted([&](int row) { return number_text(static_cast<double>(of(row))); });
  };
  EXPECT_EQ(values(table, "x")[7], "0.75");
  EXPECT_EQ(values(table, "real"), numbers([](int row) { return 1.5 * row; }));
  EXPECT_EQ(values(table, "single"), numbers([](int row) { return 0.5 * row; }));
  EXPECT_EQ(values(table, "half"), numbers([](int row) { return row; }));
  EXPECT_EQ(values(table, "byte"), numbers([](int row) { return row - 6; }));
  EXPECT_EQ(values(table, "short"), numbers([](int row) { return 1000 * row; }));
  EXPECT_EQ(values(table, "whole"), numbers([](int row) { return 100000 * row; }));
  EXPECT_EQ(values(table, "long"), numbers([](int row) { return 1e12 * row; }));
  EXPECT_EQ(values(table, "money"), numbers([](int row) { return row / 100.0; }));
  EXPECT_EQ(values(table, "day"), numbers([](int row) { return 19813 + row; }));
  EXPECT_EQ(values(table, "time"), numbers([](int row) { return 19813 + (row + 0.5) / 24; }));
  EXPECT_EQ(values(table, "truth"),
            wanted([](int row) { return row % 3 == 0 ? "'True'" : "'False'"; }));
  const std::vector<std::string> words{"'red'", "'green'", "'blue'", "''"};
  EXPECT_EQ(values(table, "text"),
            wanted([&](int row) { return words[static_cast<std::size_t>(row % 4)]; }));
  EXPECT_EQ(values(table, "nothing"), std::vector<std::string>(12, "-"));
  EXPECT_EQ(values(table, "class")[1], "'yes'");
  EXPECT_EQ(column(table, "text").level_names(),
            (std::vector<std::string>{"", "blue", "green", "red"}));
  EXPECT_TRUE(column(table, "day").is_date());
  EXPECT_TRUE(column(table, "time").is_date());
  EXPECT_TRUE(table.is_text[9]);
  EXPECT_FALSE(table.is_text[8]);
}

INSTANTIATE_TEST_SUITE_P(Forms, ParquetFiles,
                         testing::Values("none", "snappy", "gzip", "zstd", "lz4", "plain",
                                         "plain_v2", "delta", "prefix_v2"));

TEST(Parquet, keeps_numbers_in_their_own_type) {
  const TypedColumns table = read_file(data_path("snappy"));
  EXPECT_EQ(column(table, "single").layout()->type, NumberType::float32);
  EXPECT_EQ(column(table, "byte").layout()->type, NumberType::int8);
  EXPECT_EQ(column(table, "short").layout()->type, NumberType::uint16);
  EXPECT_EQ(column(table, "long").layout()->type, NumberType::int64);
  EXPECT_EQ(column(table, "real").layout(), nullptr) << "doubles are read in place";
}

TEST(Parquet, reads_only_what_is_chosen) {
  const auto choose = [](const std::string& name) {
    return [name](std::span<const std::string> names) {
      std::vector<bool> is_chosen(names.size());
      std::transform(names.begin(), names.end(), is_chosen.begin(),
                     [&](const std::string& one) { return one == name; });
      return is_chosen;
    };
  };
  const TypedColumns table = read_file(data_path("nested"), choose("x"));
  EXPECT_EQ(table.columns.names, std::vector<std::string>{"x"});
  EXPECT_EQ(table.is_text.size(), 1U);
  EXPECT_EQ(values(table, "x")[4], "0");
  EXPECT_TRUE(failure_of([&] {
                return read_file(data_path("nested"), choose("pair"));
              }).says("column 'pair' holds structs"));
}

TEST(Parquet, names_what_it_cannot_read) {
  const auto says = [](const char* name, std::string_view words) {
    const Failure failure = failure_of([&] { return read_file(data_path(name)); });
    EXPECT_EQ(failure.kind, ErrorKind::bad_data);
    EXPECT_TRUE(failure.says(words)) << failure.message;
  };
  says("nested", "column 'list' holds lists, which cannot be read; drop the column");
  says("brotli", "column 'x' is compressed with brotli");
  says("int96", "column 'time' holds INT96 timestamps");
  EXPECT_TRUE(failure_of(ParquetParts{.codec = 5}).says("LZ4 of Hadoop"));
  EXPECT_TRUE(failure_of(ParquetParts{.codec = 3}).says("LZO"));
  EXPECT_TRUE(failure_of(ParquetParts{.codec = 99}).says("codec 99"));
  EXPECT_TRUE(failure_of(ParquetParts{.mark = "PARE"}).says("the file is encrypted"));
  EXPECT_TRUE(failure_of(ParquetParts{.encoding = 40}).says("an encoding that cannot be read"));
}

TEST(Parquet, tells_its_schema) {
  std::vector<Input> inputs;
  inputs.push_back(Input::open(data_path("none")));
  const FileSchema schema = parquet_schema(inputs, {});
  EXPECT_EQ(schema.rows, 12U);
  EXPECT_EQ(schema.parts, 3U);
  EXPECT_EQ(schema.part_name, "row group");
  EXPECT_EQ(schema.writer.substr(0, 7), "parquet");
  ASSERT_EQ(schema.columns.size(), 15U);
  EXPECT_EQ(schema.columns[9].type, "string");
  EXPECT_EQ(schema.columns[9].kind, "category");
  EXPECT_EQ(schema.columns[12].type, "timestamp[us, UTC]");
  EXPECT_EQ(schema.columns[12].kind, "date");
  EXPECT_EQ(schema.columns[13].type, "null");
}

TEST(Parquet, is_one_table_in_several_files) {
  const TypedColumns table =
      read_bytes({ParquetParts{}.file(), ParquetParts{.values = {5, 6, 7, 8}}.file()});
  EXPECT_EQ(values(table, "x"), (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8"}));
  const auto both = [](const ParquetParts& other) {
    return failure_of([&] { return read_bytes({ParquetParts{}.file(), other.file()}); });
  };
  const Failure name = both({.name = "y"});
  EXPECT_TRUE(name.says("_1: column 0 (counted from 0) is 'y', but 'x' in ")) << name.message;
  const Failure type = both({.physical = 2});
  EXPECT_TRUE(type.says("_1: column 'x' is of type int64, but double in ")) << type.message;
}

TEST(Parquet, rejects_infinite_and_inexact_numbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Failure infinite = failure_of(ParquetParts{.values = {1, 2, infinity, 4}});
  EXPECT_TRUE(infinite.says("column 'x', row 2 (counted from 0): the value is infinite"));
  ParquetParts parts{.physical = 2};
  parts.values[1] = std::bit_cast<double>((std::int64_t{1} << 53U) + 1);
  EXPECT_TRUE(failure_of(parts).says("row 1 (counted from 0): the integer does not fit exactly"));
  const TypedColumns table = read_bytes({ParquetParts{.values = {1, std::nan(""), 3, 4}}.file()});
  EXPECT_EQ(values(table, "x"), (std::vector<std::string>{"1", "-", "3", "4"}));
}

TEST(Parquet, ends_at_once_where_rows_are_claimed_that_do_not_fit) {
  const std::int64_t rows = std::int64_t{1} << 40U;
  Context context;
  context.memory = std::uint64_t{1} << 30U;
  for (const std::int32_t physical : {0, 1, 5, 6}) {
    const Failure failure =
        failure_of(ParquetParts{.rows = rows, .chunk_values = rows, .physical = physical}, context);
    EXPECT_EQ(failure.kind, ErrorKind::resources) << physical;
  }
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(failure_of(ParquetParts{.rows = most, .chunk_values = most}, context).kind,
            ErrorKind::resources);
}

TEST(Parquet, says_what_is_damaged) {
  const auto says = [](const ParquetParts& parts, std::string_view words) {
    const Failure failure = failure_of(parts);
    EXPECT_EQ(failure.kind, ErrorKind::bad_data) << words;
    EXPECT_TRUE(failure.says(words)) << failure.message;
  };
  says({.rows = 5, .chunk_values = 5}, "column 'x': the data are damaged: fewer values than rows");
  says({.rows = 3, .chunk_values = 3}, "more values than rows");
  says({.rows = 5}, "another number of values than rows");
  says({.rows = 5, .chunk_values = 5, .page_values = 5}, "fewer values than its page says");
  says({.page_values = -1}, "negative");
  says({.encoding = 8}, "indices without a dictionary");
  says({.encoding = 5}, "an encoding that its type does not have");
  says({.size = 33}, "another size");
  says({.chunk_size = 20}, "a page ends behind its column");
  says({.chunk_size = 8}, "it ends too early");
  says({.codec = 1}, "damaged snappy data");
  says({.repetition = 1}, "it ends too early");
  EXPECT_TRUE(failure_of([] { return read_bytes({"PAR1"}); }).says("not a Parquet file"));
  EXPECT_TRUE(
      failure_of([] { return read_bytes({std::string(100, 'x')}); }).says("not a Parquet file"));
  const std::string file = ParquetParts{}.file();
  EXPECT_TRUE(failure_of([&] {
                return read_bytes({file.substr(0, file.size() - 4)});
              }).says("it was cut off"));
  EXPECT_TRUE(failure_of([&] {
                return read_bytes({"PAR1" + std::string("\xff\xff\xff\x7f") + "PAR1"});
              }).says("its description is larger than the file"));
}

TEST(Parquet, survives_every_changed_byte) {
  for (const char* name : {"required", "delta", "plain_v2", "prefix_v2"}) {
    std::ifstream in(data_path(name), std::ios::binary);
    const std::string good{std::istreambuf_iterator<char>(in), {}};
    Context context;
    context.memory = std::uint64_t{1} << 26U;
    context.threads = 1;
    for (std::size_t i = 0; i < good.size(); i += 3) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
      try {
        (void)read_bytes({bad}, context);
      } catch (const Error&) {  // or a table with another value
      }
    }
  }
}

}  // namespace
}  // namespace pith
