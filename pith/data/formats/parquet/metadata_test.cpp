// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/metadata.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/data/formats/parquet/fault.h"
#include "pith/data/formats/parquet/type.h"
#include "tests/support/parquet_files.h"

namespace pith::parquet {
namespace {

Metadata read(const ThriftBytes& footer, std::uint64_t file_size = 1000) {
  const std::string bytes = footer.done();
  return read_metadata(std::as_bytes(std::span(bytes)), file_size, {});
}

ThriftBytes leaf(const std::string& name, int physical, int repetition = 1) {
  return ThriftBytes().small(1, physical).small(3, repetition).text(4, name);
}

ThriftBytes group(const std::string& name, int children, int repetition = 1) {
  return ThriftBytes().small(3, repetition).text(4, name).small(5, children);
}

TEST(ParquetMetadata, tells_rows_columns_and_chunks) {
  const Metadata metadata = read(ParquetParts{}.footer(100));
  EXPECT_EQ(metadata.rows, 4U);
  EXPECT_EQ(metadata.leaves, 1U);
  EXPECT_EQ(metadata.writer, "by hand");
  EXPECT_EQ(metadata.group_rows, std::vector<std::uint64_t>{4});
  EXPECT_EQ(metadata.chunk(0, 0).offset, 4U);
  EXPECT_EQ(metadata.chunk(0, 0).size, 100U);
  EXPECT_GT(metadata.held.bytes(), 0U);
}

TEST(ParquetMetadata, rejects_what_the_file_cannot_hold) {
  EXPECT_THROW((void)read(ParquetParts{.rows = -1}.footer(100)), Fault);
  EXPECT_THROW((void)read(ParquetParts{.chunk_values = -1}.footer(100)), Fault);
  EXPECT_THROW((void)read(ParquetParts{.offset = 900}.footer(100)), Fault) << "behind the end";
  EXPECT_THROW((void)read(ParquetParts{.offset = 2}.footer(100)), Fault) << "before the data";
  EXPECT_THROW((void)read(ParquetParts{.offset = -4}.footer(100)), Fault);
  EXPECT_THROW((void)read(ParquetParts{.chunk_size = std::int64_t{1} << 62U}.footer(100)), Fault);
  EXPECT_THROW((void)read(ParquetParts{.physical = 8}.footer(100)), Fault) << "an unknown type";
  EXPECT_THROW((void)read(ThriftBytes()), Fault) << "no schema";
}

TEST(ParquetMetadata, needs_a_tree_of_columns) {
  const auto schema = [](const std::vector<ThriftBytes>& elements) {
    return ThriftBytes().list(2, elements).integer(3, 0);
  };
  EXPECT_EQ(read(schema({group("", 1), leaf("a", 1)})).leaves, 1U);
  EXPECT_THROW((void)read(schema({})), Fault);
  EXPECT_THROW((void)read(schema({group("", 2), leaf("a", 1)})), Fault) << "one is missing";
  EXPECT_THROW((void)read(schema({group("", 1), leaf("a", 1), leaf("b", 1)})), Fault);
  EXPECT_THROW((void)read(schema({group("", -1), leaf("a", 1)})), Fault);
  EXPECT_THROW((void)read(schema({group("", 2'000'000'000), leaf("a", 1)})), Fault);
}

TEST(ParquetMetadata, counts_the_rows_of_row_groups) {
  const auto file = [](std::int64_t rows, const std::vector<std::int64_t>& groups) {
    std::vector<ThriftBytes> written;
    for (const std::int64_t count : groups)
      written.push_back(ThriftBytes().list(1, {ThriftBytes()}).integer(3, count));
    return ThriftBytes().list(2, {group("", 1), leaf("a", 1)}).integer(3, rows).list(4, written);
  };
  EXPECT_EQ(read(file(7, {3, 0, 4})).group_rows, (std::vector<std::uint64_t>{3, 0, 4}));
  EXPECT_THROW((void)read(file(8, {3, 0, 4})), Fault);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_THROW((void)read(file(0, {most, most, 2})), Fault) << "the sum overflows";
  const ThriftBytes other = ThriftBytes()
                                .list(2, {group("", 1), leaf("a", 1)})
                                .integer(3, 0)
                                .list(4, {ThriftBytes().list(1, {}).integer(3, 0)});
  EXPECT_THROW((void)read(other), Fault) << "a row group without the column";
}

TEST(ParquetMetadata, is_reserved_before_it_is_read) {
  const std::vector<ThriftBytes> many(100'000, leaf("a", 1));
  std::vector<ThriftBytes> elements{group("", 100'000)};
  elements.insert(elements.end(), many.begin(), many.end());
  const std::string bytes = ThriftBytes().list(2, elements).integer(3, 0).done();
  Context context;
  context.memory = 1 << 20U;
  try {
    (void)read_metadata(std::as_bytes(std::span(bytes)), 1'000'000, context);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
  }
}

/// The type of a column with a newer annotation.
ColumnType logical(int physical, int kind, const ThriftBytes& details = {}, int length = 0) {
  ThriftBytes element = ThriftBytes().small(1, physical).small(2, length).small(3, 1).text(4, "a");
  element.structure(10, ThriftBytes().structure(kind, details));
  const ThriftBytes footer = ThriftBytes().list(2, {group("", 1), element}).integer(3, 0);
  return fields_of(read(footer).schema)[0].type;
}

/// And of one with an older annotation.
ColumnType converted(int physical, int kind, int scale = 0, int length = 0) {
  ThriftBytes element = ThriftBytes().small(1, physical).small(2, length).small(3, 1).text(4, "a");
  element.small(6, kind).small(7, scale).small(8, 9);
  const ThriftBytes footer = ThriftBytes().list(2, {group("", 1), element}).integer(3, 0);
  return fields_of(read(footer).schema)[0].type;
}

TEST(ParquetType, says_what_columns_become) {
  const ThriftBytes unit =
      ThriftBytes().truth(1, true).structure(2, ThriftBytes().structure(2, ThriftBytes()));
  EXPECT_EQ(logical(2, 8, unit).words, "timestamp[us, UTC]");
  EXPECT_EQ(logical(2, 8, unit).kind, Kind::date);
  EXPECT_EQ(logical(2, 7, unit).words, "time[us]");
  EXPECT_EQ(logical(2, 7, unit).kind, Kind::number);
  EXPECT_EQ(logical(1, 6).kind, Kind::date);
  EXPECT_EQ(logical(1, 10, ThriftBytes().byte(1, 8).truth(2, false)).number, NumberType::uint8);
  EXPECT_EQ(logical(1, 10, ThriftBytes().byte(1, 7).truth(2, false)).number, NumberType::int32);
  EXPECT_EQ(logical(1, 5, ThriftBytes().small(1, 2).small(2, 9)).words, "decimal[9, 2]");
  EXPECT_EQ(logical(7, 15, {}, 2).number, NumberType::float32);
  EXPECT_TRUE(logical(7, 14, {}, 16).is_uuid);
  EXPECT_FALSE(logical(7, 14, {}, 15).is_uuid);
  EXPECT_EQ(logical(6, 1).kind, Kind::text);
  EXPECT_TRUE(logical(6, 1).is_plain_text);
  EXPECT_FALSE(logical(6, 4).is_plain_text) << "an enumeration";
  EXPECT_EQ(logical(1, 11).kind, Kind::null);
  EXPECT_EQ(converted(6, 0).words, "string");
  EXPECT_EQ(converted(2, 9).words, "timestamp[ms, UTC]");
  EXPECT_EQ(converted(2, 14).number, NumberType::uint64);
  EXPECT_EQ(converted(7, 5, 3, 16).scale, 3);
}

TEST(ParquetType, says_what_cannot_be_read_and_what_to_do) {
  EXPECT_NE(logical(6, 13).why.find("BSON"), std::string::npos);
  EXPECT_NE(logical(6, 17).why.find("shapes"), std::string::npos);
  EXPECT_NE(converted(3, 0).why.find("INT96"), std::string::npos);
  EXPECT_NE(converted(7, 21, 0, 12).why.find("intervals"), std::string::npos);
  EXPECT_NE(converted(7, 5, -1, 16).why.find("decimals"), std::string::npos);
  EXPECT_EQ(converted(7, 5, 77, 16).kind, Kind::other);
}

TEST(ParquetType, keeps_groups_apart_from_columns) {
  const ThriftBytes footer = ThriftBytes()
                                 .list(2, {group("", 4), leaf("a", 1), group("list", 1, 2),
                                           leaf("item", 2), leaf("many", 2, 2), leaf("z", 5)})
                                 .integer(3, 0);
  const std::vector<Field> fields = fields_of(read(footer).schema);
  ASSERT_EQ(fields.size(), 4U);
  EXPECT_EQ(fields[1].type.kind, Kind::other);
  EXPECT_EQ(fields[2].type.kind, Kind::other);
  EXPECT_EQ(fields[3].name, "z");
  EXPECT_EQ(fields[3].leaf, 3U);
}

}  // namespace
}  // namespace pith::parquet
