// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/validity.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pith/data/formats/parquet/fault.h"

namespace pith::parquet {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// `1` for each row with a value, `0` for each without.
std::string shown(const Validity& validity) {
  std::string text(validity.rows(), '0');
  validity.for_each_present([&](std::size_t row) { text[row] = '1'; });
  return text;
}

TEST(ParquetValidity, reads_runs_and_packed_bits) {
  Validity validity;
  // 3 ones, then 16 packed ones and zeros, then 70 zeros, 70 ones.
  const std::string bytes("\x06\x01\x05\x0f\x55\x8c\x01\x00\x8c\x01\x01", 11);
  validity.read_hybrid(bytes_of(bytes), 159);
  EXPECT_EQ(shown(validity),
            "111"
            "1111000010101010" +
                std::string(70, '0') + std::string(70, '1'));
  EXPECT_EQ(validity.present(), 3U + 8 + 70);
}

TEST(ParquetValidity, knows_when_all_or_none_are_there) {
  Validity validity;
  validity.read_hybrid(bytes_of("\xc8\x01\x01"), 100);
  EXPECT_TRUE(validity.is_full());
  validity.read_hybrid(bytes_of(std::string("\xc8\x01\x00", 3)), 100);
  EXPECT_EQ(validity.present(), 0U);
  validity.read_hybrid(bytes_of("\x05\xff\xff"), 16);
  EXPECT_TRUE(validity.is_full());
  validity.read_hybrid({}, 0);
  EXPECT_EQ(validity.rows(), 0U);
  validity.set_none(3);
  EXPECT_EQ(shown(validity), "000");
  validity.set_all(3);
  EXPECT_EQ(shown(validity), "111");
}

TEST(ParquetValidity, reads_the_older_packing_from_the_highest_bit) {
  Validity validity;
  validity.read_packed(bytes_of("\xc1\x80"), 9);
  EXPECT_EQ(shown(validity), "110000011");
}

TEST(ParquetValidity, moves_values_to_their_rows) {
  Validity validity;
  validity.read_packed(bytes_of("\x5a\x80"), 10);  // 0101101010
  std::vector<int> values{1, 2, 3, 4, 5, 0, 0, 0, 0, 0};
  validity.spread(values.data(), -1);
  EXPECT_EQ(values, (std::vector{-1, 1, -1, 2, 3, -1, 4, -1, 5, -1}));
  Mask missing;
  validity.add_missing(100, missing);
  EXPECT_EQ(missing.count(), 5U);
  EXPECT_TRUE(missing.test(100) && missing.test(109) && !missing.test(101));
}

TEST(ParquetValidity, moves_many_values_as_one_by_one) {
  const std::size_t rows = 1000;
  std::string bits(rows / 8, '\0');
  for (std::size_t i = 0; i < bits.size(); ++i)
    bits[i] = static_cast<char>(i % 32 < 16 ? 0xFF : i * 37);  // whole words of ones, too
  Validity validity;
  validity.read_packed(bytes_of(bits), rows);
  std::vector<int> values(rows);
  std::vector<int> wanted(rows, -1);
  int next = 0;
  validity.for_each_present([&](std::size_t row) {
    values[static_cast<std::size_t>(next)] = next;
    wanted[row] = next++;
  });
  validity.spread(values.data(), -1);
  EXPECT_EQ(values, wanted);
}

TEST(ParquetValidity, rejects_damaged_levels) {
  Validity validity;
  EXPECT_THROW(validity.read_hybrid({}, 1), Fault);
  EXPECT_THROW(validity.read_hybrid(bytes_of("\x06"), 3), Fault);
  EXPECT_THROW(validity.read_hybrid(bytes_of("\x06\x02"), 3), Fault) << "a level of 2";
  EXPECT_THROW(validity.read_hybrid(bytes_of("\x06\x01"), 4), Fault) << "too few";
  EXPECT_THROW(validity.read_hybrid(bytes_of("\x05\xff"), 9), Fault);
  EXPECT_THROW(validity.read_hybrid(bytes_of(std::string("\x00\x01", 2)), 9), Fault);
}

}  // namespace
}  // namespace pith::parquet
