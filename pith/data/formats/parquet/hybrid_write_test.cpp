// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/hybrid_write.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace pith {
namespace {

using Values = std::vector<std::uint32_t>;

std::uint64_t varint_at(const std::string& bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.at(at++));
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80U) return value;
  }
}

/// As the specification of Parquet defines the encoding.
Values decoded(const std::string& bytes, unsigned width, std::size_t count) {
  Values values;
  for (std::size_t at = 0; values.size() < count;) {
    const std::uint64_t head = varint_at(bytes, at);
    if ((head & 1U) == 0) {
      std::uint32_t value = 0;
      for (unsigned bit = 0; bit < width; bit += 8)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at++))) << bit;
      values.insert(values.end(), head >> 1U, value);
      continue;
    }
    for (std::uint64_t i = 0; i < (head >> 1U) * 8; ++i) {
      std::uint32_t value = 0;
      for (unsigned bit = 0; bit < width; ++bit) {
        const std::uint64_t place = i * width + bit;
        const auto byte = static_cast<unsigned char>(bytes.at(at + place / 8));
        value |= static_cast<std::uint32_t>((byte >> (place % 8)) & 1U) << bit;
      }
      values.push_back(value);
    }
    at += (head >> 1U) * width;
  }
  values.resize(count);
  return values;
}

TEST(HybridWrite, has_the_bytes_of_the_specification) {
  std::string packed;
  append_packed(packed, Values{0, 1, 2, 3, 4, 5, 6, 7}, 3);
  EXPECT_EQ(packed, "\x88\xC6\xFA");
  std::string run;
  append_hybrid(run, Values(100, 4), 3);
  EXPECT_EQ(run, std::string("\xC8\x01\x04", 3));
}

TEST(HybridWrite, keeps_values_of_any_width_and_runs_of_any_length) {
  std::mt19937 random(3);
  for (unsigned width = 1; width <= 32; ++width) {
    const std::uint32_t mask = width == 32 ? ~0U : (1U << width) - 1;
    for (const unsigned repeat : {1U, 2U, 7U, 9U, 40U}) {
      Values values;
      while (values.size() < 300) {
        const auto value = static_cast<std::uint32_t>(random()) & mask;
        values.insert(values.end(), 1 + random() % repeat, value);
      }
      std::string bytes;
      append_hybrid(bytes, values, width);
      EXPECT_EQ(decoded(bytes, width, values.size()), values) << width << " " << repeat;
    }
  }
}

TEST(HybridWrite, of_nothing_is_nothing) {
  std::string bytes;
  append_hybrid(bytes, {}, 1);
  EXPECT_TRUE(bytes.empty());
}

}  // namespace
}  // namespace pith
