// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/parquet_write.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <vector>

#include "pith/data/files/typed_file.h"
#include "pith/data/read.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

class ParquetWriteTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = (fs::temp_directory_path() / "pith-parquet-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    path_ = fs::path(path) / "a.parquet";
  }
  void TearDown() override { fs::remove_all(fs::path(path_).parent_path()); }

  Columns round_trip(const Columns& columns) const {
    {
      std::ofstream file(path_, std::ios::binary);
      write_parquet(columns, [&](std::string_view bytes) { file << bytes; });
    }
    return read_columns(path_, {.has_target = false}, {}, {.threads = 2});
  }
  std::string path_;
};

void expect_same(const Column& found, const Column& expected, const std::string& what) {
  ASSERT_EQ(found.rows(), expected.rows()) << what;
  ASSERT_EQ(found.kind(), expected.kind()) << what;
  EXPECT_EQ(found.is_date(), expected.is_date()) << what;
  std::size_t differences = 0;
  for (std::size_t row = 0; row < found.rows(); ++row) {
    const bool is_missing = expected.missing().test(row);
    if (found.missing().test(row) != is_missing) ++differences;
    if (is_missing || found.missing().test(row)) continue;
    const bool is_same =
        found.is_codes()
            ? found.level(found.code(row)) == expected.level(expected.code(row))
            : found.number(row) == expected.number(row) &&
                  std::signbit(found.number(row)) == std::signbit(expected.number(row));
    differences += is_same ? 0 : 1;
  }
  EXPECT_EQ(differences, 0) << what;
}

template <class T>
Column borrowed(NumberType type, std::vector<T> values, Mask missing = {}) {
  const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
  return Column::borrow({.type = type, .values = owner->data(), .rows = owner->size()}, owner,
                        std::move(missing));
}

template <class T>
Column extremes(NumberType type, bool has_missing) {
  Mask missing;
  if (has_missing) missing.set(1);
  const auto low = std::max<std::int64_t>(-(std::int64_t{1} << 53U),
                                          std::is_signed_v<T> ? std::numeric_limits<T>::min() : 0);
  const auto high = std::min<std::uint64_t>(std::uint64_t{1} << 53U, std::numeric_limits<T>::max());
  return borrowed<T>(type, {static_cast<T>(low), 1, static_cast<T>(high), 2}, missing);
}

TEST_F(ParquetWriteTest, numbers_keep_their_type) {
  for (const bool has_missing : {false, true}) {
    Mask missing;
    if (has_missing) missing.set(1);
    const Columns columns{
        .names = {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"},
        .columns = {extremes<std::int8_t>(NumberType::int8, has_missing),
                    extremes<std::int16_t>(NumberType::int16, has_missing),
                    extremes<std::int32_t>(NumberType::int32, has_missing),
                    extremes<std::int64_t>(NumberType::int64, has_missing),
                    extremes<std::uint8_t>(NumberType::uint8, has_missing),
                    extremes<std::uint16_t>(NumberType::uint16, has_missing),
                    extremes<std::uint32_t>(NumberType::uint32, has_missing),
                    extremes<std::uint64_t>(NumberType::uint64, has_missing),
                    borrowed<float>(NumberType::float32, {-0.0F, 1.5F, 3e38F, 1e-45F}, missing),
                    Column::from_numbers(
                        {-0.0, has_missing ? std::nan("") : 2.0, 1.7976931348623157e308, 5e-324},
                        missing)}};
    const Columns back = round_trip(columns);
    ASSERT_EQ(back.names, columns.names);
    for (std::size_t i = 0; i < columns.names.size(); ++i) {
      const auto type_of = [](const Column& column) {
        return column.layout() == nullptr ? NumberType::float64 : column.layout()->type;
      };
      expect_same(back.columns[i], columns.columns[i], columns.names[i]);
      EXPECT_EQ(type_of(back.columns[i]), type_of(columns.columns[i])) << columns.names[i];
    }
  }
}

TEST_F(ParquetWriteTest, steps_and_sparse_columns_are_written_as_their_values) {
  const auto matrix =
      std::make_shared<const std::vector<float>>(std::vector<float>{1, 10, 2, 20, 3, 30, 4, 40});
  const auto rows =
      std::make_shared<const std::vector<std::int32_t>>(std::vector<std::int32_t>{1, 3});
  const Column strided = Column::borrow({.type = NumberType::float32,
                                         .values = matrix->data() + 1,
                                         .rows = 4,
                                         .step = 2 * sizeof(float)},
                                        matrix);
  const Column sparse = Column::borrow({.type = NumberType::float32,
                                        .values = matrix->data(),
                                        .rows = 4,
                                        .stored = std::span<const std::int32_t>(*rows)},
                                       matrix);
  const Columns columns{.names = {"a", "b"}, .columns = {strided, sparse}};
  const Columns back = round_trip(columns);
  expect_same(back.columns[0], strided, "strided");
  expect_same(back.columns[1], sparse, "sparse");
  EXPECT_EQ(back.columns[1].number(1), 1);
  EXPECT_EQ(back.columns[1].number(2), 0);
}

TEST_F(ParquetWriteTest, many_rows_are_in_several_groups_and_pages) {
  constexpr std::size_t rows = (std::size_t{1} << 20U) + 70'001;
  std::vector<double> numbers(rows);
  std::vector<std::uint32_t> codes(rows);
  std::vector<std::uint8_t> truths(rows);
  Mask missing;
  for (std::size_t row = 0; row < rows; ++row) {
    numbers[row] = static_cast<double>(row * 7919 % 100'003) / 8;
    codes[row] = static_cast<std::uint32_t>(row / 1000 % 700);
    truths[row] = row % 3 == 0 ? 1 : 0;
    if (row % 11 != 5) continue;
    missing.set(row);
    numbers[row] = std::nan("");
    codes[row] = 0;
  }
  std::vector<std::string> levels;
  for (int level = 1000; level < 1700; ++level)
    levels.push_back(std::to_string(level));
  const Columns columns{.names = {"x", "c", "t", "d"},
                        .columns = {Column::from_numbers(numbers, missing),
                                    Column::from_codes(codes, levels, missing),
                                    Column::from_bytes(truths, {"False", "True"}),
                                    Column::from_numbers(numbers, missing).as_date()}};
  const Columns back = round_trip(columns);
  for (std::size_t i = 0; i < columns.names.size(); ++i)
    expect_same(back.columns[i], columns.columns[i], columns.names[i]);
  const FileSchema schema = read_schema(path_, {}, {});
  EXPECT_EQ(schema.rows, rows);
  EXPECT_EQ(schema.parts, 2);
  EXPECT_EQ(schema.files, 1);
  EXPECT_TRUE(schema.writer.starts_with("pith version "));
  EXPECT_EQ(schema.columns.size(), 4);
}

TEST_F(ParquetWriteTest, large_dictionaries_are_written_as_texts) {
  constexpr std::size_t rows = 300;
  std::vector<std::uint32_t> codes(rows);
  std::vector<std::string> levels;
  for (std::uint32_t row = 0; row < rows; ++row) {
    codes[row] = row;
    levels.push_back(std::to_string(1000 + row) + std::string(300'000, 'x'));
  }
  const Columns columns{.names = {"c"}, .columns = {Column::from_codes(codes, levels)}};
  expect_same(round_trip(columns).columns[0], columns.columns[0], "texts");
}

TEST_F(ParquetWriteTest, a_table_without_rows_is_a_file) {
  const Columns columns{.names = {"a"}, .columns = {Column::from_numbers({})}};
  {
    std::ofstream file(path_, std::ios::binary);
    write_parquet(columns, [&](std::string_view bytes) { file << bytes; });
  }
  const FileSchema schema = read_schema(path_, {}, {});
  EXPECT_EQ(schema.rows, 0);
  EXPECT_EQ(schema.parts, 0);
}

}  // namespace
}  // namespace pith
