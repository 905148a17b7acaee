// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/hybrid.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace pith::parquet {
namespace {

std::string packed(const std::vector<std::uint32_t>& values, unsigned width) {
  std::string bytes((values.size() * width + 7) / 8, '\0');
  for (std::size_t i = 0; i < values.size() * width; ++i) {
    if ((values[i / width] >> (i % width) & 1U) != 0)
      bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << (i % 8));
  }
  return bytes;
}

std::vector<std::uint32_t> random_values(std::size_t count, unsigned width) {
  std::mt19937 random(width);  // NOLINT(cert-msc51-cpp): the same in every run
  std::vector<std::uint32_t> values(count);
  for (std::uint32_t& value : values)
    value = static_cast<std::uint32_t>(random() & ((std::uint64_t{1} << width) - 1));
  return values;
}

std::vector<std::uint32_t> read_all(const std::string& bytes, unsigned width, std::size_t count,
                                    std::size_t at_once = 8) {
  HybridReader in(std::as_bytes(std::span(bytes)), width, count);
  std::vector<std::uint32_t> values;
  std::vector<std::uint32_t> some(at_once);
  while (const std::size_t got = in.read(some))
    values.insert(values.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(got));
  return values;
}

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 0x7F; value >>= 7U)
    bytes += static_cast<char>(value | 0x80U);
  return bytes + static_cast<char>(value);
}

TEST(ParquetUnpack, reads_every_width) {
  for (unsigned width = 1; width <= 32; ++width) {
    for (const std::size_t count : {1U, 7U, 8U, 9U, 64U, 100U}) {
      const std::vector<std::uint32_t> values = random_values(count, width);
      std::vector<std::uint32_t> out(count, 99);
      const std::string bytes = packed(values, width);
      unpack(std::as_bytes(std::span(bytes)), width, out);
      EXPECT_EQ(out, values) << width << " bits, " << count;
    }
  }
  std::vector<std::uint32_t> zeros(9, 5);
  unpack({}, 0, zeros);
  EXPECT_EQ(zeros, std::vector<std::uint32_t>(9, 0));
}

TEST(ParquetHybrid, reads_runs_and_packed_groups) {
  const std::vector<std::uint32_t> some = random_values(24, 11);
  const std::string bytes = varint(5U << 1U) + std::string("\x07\x04", 2) + varint(3U << 1U | 1U) +
                            packed(some, 11) + varint(3U << 1U) + std::string("\x01\x00", 2);
  std::vector<std::uint32_t> wanted(5, 0x407);
  wanted.insert(wanted.end(), some.begin(), some.end());
  wanted.insert(wanted.end(), 3, 1U);
  for (const std::size_t at_once : {8U, 9U, 15U, 16U, 1000U})
    EXPECT_EQ(read_all(bytes, 11, wanted.size(), at_once), wanted);
  wanted.resize(20);
  EXPECT_EQ(read_all(bytes, 11, 20), wanted) << "the rest is not wanted";
}

TEST(ParquetHybrid, accepts_a_last_group_that_was_cut_off) {
  const std::vector<std::uint32_t> some = random_values(3, 5);
  EXPECT_EQ(read_all(varint(1U << 1U | 1U) + packed(some, 5), 5, 3), some);
}

TEST(ParquetHybrid, needs_no_bits_for_zeros) {
  EXPECT_EQ(read_all(varint(200U << 1U), 0, 150), std::vector<std::uint32_t>(150, 0));
  EXPECT_EQ(read_all("", 7, 0), std::vector<std::uint32_t>());
}

TEST(ParquetHybrid, rejects_what_ends_too_early) {
  EXPECT_THROW((void)read_all("", 3, 1), Fault);
  EXPECT_THROW((void)read_all(varint(2U << 1U) + "\x01", 3, 3), Fault);
  EXPECT_THROW((void)read_all(varint(1U << 1U | 1U) + "\x01", 3, 8), Fault);
  EXPECT_THROW((void)read_all(std::string("\x00\x01", 2), 3, 1), Fault) << "an empty run";
  EXPECT_THROW((void)read_all(std::string("\x01", 1), 3, 1), Fault) << "an empty run";
  EXPECT_THROW((void)read_all(varint(~std::uint64_t{0}), 3, 8), Fault) << "an endless run";
  EXPECT_THROW((void)read_all("abc", 33, 8), Fault) << "too wide";
}

}  // namespace
}  // namespace pith::parquet
