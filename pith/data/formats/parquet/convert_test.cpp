// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/convert.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "pith/data/formats/parquet/fault.h"

namespace pith::parquet {
namespace {

template <class To, class From>
std::vector<To> converted(const ColumnType& type, const std::vector<From>& from) {
  std::vector<To> to(from.size());
  convert(type, std::as_bytes(std::span(from)).data(), from.size(),
          std::as_writable_bytes(std::span(to)).data());
  return to;
}

TEST(ParquetConvert, narrows_integers_that_fit) {
  using Integers = std::vector<std::int32_t>;
  ColumnType type{.conversion = Conversion::narrow};
  type.number = NumberType::int8;
  EXPECT_EQ(converted<std::int8_t>(type, Integers{-128, 0, 127}),
            (std::vector<std::int8_t>{-128, 0, 127}));
  EXPECT_THROW((void)converted<std::int8_t>(type, Integers{128}), Fault);
  type.number = NumberType::uint8;
  EXPECT_EQ(converted<std::uint8_t>(type, Integers{255})[0], 255);
  EXPECT_THROW((void)converted<std::uint8_t>(type, Integers{-1}), Fault);
  type.number = NumberType::int16;
  EXPECT_EQ(converted<std::int16_t>(type, Integers{-32768})[0], -32768);
  type.number = NumberType::uint16;
  EXPECT_THROW((void)converted<std::uint16_t>(type, Integers{1, 65536}), Fault);
}

TEST(ParquetConvert, counts_days) {
  ColumnType type{.physical = Physical::int64, .conversion = Conversion::ticks};
  const std::vector<std::int64_t> ticks{0, 43'200'000, -1};
  type.ticks_per_day = 86'400'000;
  EXPECT_EQ(converted<double>(type, ticks),
            (std::vector<double>{0, 0.5, -1 + 86'399'999 / 86'400'000.0}));
  type.ticks_per_day *= 1000;
  EXPECT_EQ(converted<double>(type, ticks)[1], 0.0005);
  type.ticks_per_day *= 1000;
  EXPECT_EQ(converted<double>(type, ticks)[1], 0.0000005);
  type.physical = Physical::int32;
  type.ticks_per_day = 1;
  EXPECT_EQ(converted<double>(type, std::vector<std::int32_t>{-3})[0], -3);
}

TEST(ParquetConvert, divides_decimals_once) {
  ColumnType type{.physical = Physical::int32, .width = 4, .conversion = Conversion::decimal};
  type.scale = 2;
  EXPECT_EQ(converted<double>(type, std::vector<std::int32_t>{-12345})[0], -123.45);
  type.physical = Physical::int64;
  type.width = 8;
  EXPECT_EQ(converted<double>(type, std::vector<std::int64_t>{12345})[0], 123.45);
}

TEST(ParquetConvert, reads_decimals_in_bytes_from_the_highest) {
  EXPECT_EQ(decimal_of(std::string("\x01\x00", 2), 1), 25.6);
  EXPECT_EQ(decimal_of("\xff", 0), -1);
  EXPECT_EQ(decimal_of("\x80", 2), -1.28);
  EXPECT_EQ(decimal_of(std::string(31, '\0') + "\x7b", 0), 123);
  EXPECT_EQ(decimal_of(std::string(31, '\xff') + "\x85", 0), -123);
  EXPECT_THROW((void)decimal_of(std::string("\x01") + std::string(31, '\0'), 0), Fault);
  EXPECT_THROW((void)decimal_of(std::string(1, '\0') + std::string(16, '\xff'), 0), Fault)
      << "its sign would be lost";
  EXPECT_THROW((void)decimal_of("", 0), Fault);
}

TEST(ParquetConvert, widens_halves) {
  const ColumnType type{.conversion = Conversion::half};
  EXPECT_EQ(converted<float>(type, std::vector<std::uint16_t>{0x3C00, 0xC000}),
            (std::vector{1.0F, -2.0F}));
}

TEST(ParquetConvert, writes_identifiers) {
  EXPECT_EQ(uuid_text(std::string_view("\x12\x3e\x45\x67\xe8\x9b\x12\xd3\xa4\x56\x42\x66\x14\x17"
                                       "\x40\x00",
                                       16)),
            "123e4567-e89b-12d3-a456-426614174000");
}

}  // namespace
}  // namespace pith::parquet
