// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/delta.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "pith/data/formats/parquet/texts.h"

namespace pith::parquet {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 0x7F; value >>= 7U)
    bytes += static_cast<char>(value | 0x80U);
  return bytes + static_cast<char>(value);
}

std::string zigzag(std::int64_t value) {
  return varint((static_cast<std::uint64_t>(value) << 1U) ^
                static_cast<std::uint64_t>(value >> 63U));
}

/// As a writer does it: blocks of 128 in parts of 32, each of the width that it needs.
std::string written(const std::vector<std::int64_t>& values) {
  std::string bytes = varint(128) + varint(4) + varint(values.size());
  bytes += zigzag(values.empty() ? 0 : values.front());
  for (std::size_t begin = 1; begin < values.size(); begin += 128) {
    std::vector<std::uint64_t> deltas;
    for (std::size_t i = begin; i < std::min(values.size(), begin + 128); ++i)
      deltas.push_back(static_cast<std::uint64_t>(values[i]) -
                       static_cast<std::uint64_t>(values[i - 1]));
    auto lowest = std::numeric_limits<std::int64_t>::max();
    for (const std::uint64_t delta : deltas)
      lowest = std::min(lowest, static_cast<std::int64_t>(delta));
    bytes += zigzag(lowest);
    std::string widths;
    std::string parts;
    for (std::size_t part = 0; part < 4; ++part) {
      std::uint64_t most = 0;
      std::vector<std::uint64_t> all(32, 0);
      for (std::size_t i = 0; i < 32 && part * 32 + i < deltas.size(); ++i) {
        all[i] = deltas[part * 32 + i] - static_cast<std::uint64_t>(lowest);
        most |= all[i];
      }
      const bool is_used = part * 32 < deltas.size();
      unsigned width = 0;
      while (width < 64 && most >> width != 0)
        ++width;
      widths += static_cast<char>(is_used ? width : 77);  // unused widths mean nothing
      std::string packed(is_used ? 4 * width : 0, '\0');
      for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
        if ((all[bit / width] >> (bit % width) & 1U) != 0)
          packed[bit / 8] = static_cast<char>(packed[bit / 8] | 1 << (bit % 8));
      }
      parts += packed;
    }
    bytes += widths + parts;
  }
  return bytes;
}

std::vector<std::int64_t> read_back(const std::string& bytes, std::size_t count,
                                    std::size_t at_once) {
  DeltaReader in(bytes_of(bytes), count);
  std::vector<std::int64_t> values(count);
  for (std::size_t i = 0; i < count; i += at_once)
    in.read(std::span(values).subspan(i, std::min(at_once, count - i)));
  return values;
}

std::vector<std::int64_t> sequence(std::size_t count, std::int64_t factor) {
  std::vector<std::int64_t> values(count);
  std::uint64_t state = 1;
  for (std::int64_t& value : values) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    value = static_cast<std::int64_t>(state >> 33U) % 1000 * factor;
  }
  return values;
}

TEST(ParquetDelta, reads_integers) {
  for (const std::size_t count : {1U, 2U, 32U, 33U, 129U, 130U, 1000U}) {
    for (const std::int64_t factor : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 20U,
                                      std::int64_t{1} << 40U, std::int64_t{1} << 53U}) {
      const std::vector<std::int64_t> values = sequence(count, factor);
      const std::string bytes = written(values);
      for (const std::size_t at_once : {1U, 7U, 256U})
        EXPECT_EQ(read_back(bytes, count, at_once), values) << count << " of " << factor;
    }
  }
}

TEST(ParquetDelta, wraps_around) {
  const std::vector<std::int64_t> values{std::numeric_limits<std::int64_t>::max(),
                                         std::numeric_limits<std::int64_t>::min(), 0, -1,
                                         std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(read_back(written(values), values.size(), 2), values);
}

TEST(ParquetDelta, knows_where_it_ends) {
  const std::string bytes = written(sequence(200, 77)) + "rest";
  EXPECT_EQ(text_of(DeltaReader(bytes_of(bytes), 200).finish()), "rest");
  DeltaReader in(bytes_of(bytes), 200);
  std::vector<std::int64_t> some(50);
  in.read(some);
  EXPECT_EQ(text_of(in.finish()), "rest");
  const std::string none = written({}) + "rest";
  EXPECT_EQ(text_of(DeltaReader(bytes_of(none), 0).finish()), "rest");
}

TEST(ParquetDelta, rejects_impossible_blocks) {
  const auto is_damaged = [](const std::string& bytes, std::size_t count) {
    try {
      (void)read_back(bytes, count, 16);
      return false;
    } catch (const Fault&) {
      return true;
    }
  };
  const std::string good = written(sequence(100, 3));
  EXPECT_FALSE(is_damaged(good, 100));
  EXPECT_TRUE(is_damaged(good, 99));
  EXPECT_TRUE(is_damaged(good.substr(0, good.size() / 2), 100));
  EXPECT_TRUE(is_damaged("", 1));
  EXPECT_TRUE(is_damaged(varint(0) + varint(4) + varint(2) + varint(0), 2));
  EXPECT_TRUE(is_damaged(varint(128) + varint(0) + varint(2) + varint(0), 2));
  EXPECT_TRUE(is_damaged(varint(128) + varint(3) + varint(2) + varint(0), 2));
  EXPECT_TRUE(is_damaged(varint(~std::uint64_t{0}) + varint(4) + varint(2) + varint(0), 2));
  EXPECT_TRUE(is_damaged(varint(128) + varint(4) + varint(2) + varint(0) + varint(0) +
                             std::string("\x41\x00\x00\x00", 4) + std::string(500, 'x'),
                         2))
      << "65 bits";
}

template <class Reader>
std::vector<std::string> texts_of(Reader read, const std::string& bytes, std::size_t count) {
  std::vector<std::string> texts;
  read(bytes_of(bytes), count, [&](std::string_view text, bool is_again) {
    EXPECT_TRUE(!is_again || texts.back() == text);
    texts.emplace_back(text);
  });
  return texts;
}

constexpr auto plain = [](auto... arguments) { for_each_plain(arguments...); };
constexpr auto by_length = [](auto... arguments) { for_each_by_length(arguments...); };
constexpr auto by_prefix = [](auto... arguments) { for_each_by_prefix(arguments...); };

TEST(ParquetTexts, reads_all_forms) {
  using Texts = std::vector<std::string>;
  const std::string each(
      "\x02\x00\x00\x00"
      "ab"
      "\x00\x00\x00\x00"
      "\x01\x00\x00\x00"
      "c",
      15);
  EXPECT_EQ(texts_of(plain, each, 3), (Texts{"ab", "", "c"}));
  EXPECT_EQ(texts_of(by_length, written({2, 0, 1}) + "abc", 3), (Texts{"ab", "", "c"}));
  EXPECT_EQ(texts_of(by_prefix, written({0, 3, 1}) + written({4, 0, 2}) + "axisbc", 3),
            (Texts{"axis", "axi", "abc"}));
}

TEST(ParquetTexts, rejects_what_does_not_fit) {
  EXPECT_THROW((void)texts_of(plain,
                              std::string("\x02\x00\x00\x00"
                                          "a",
                                          5),
                              1),
               Fault);
  EXPECT_THROW((void)texts_of(plain,
                              "\xff\xff\xff\xff"
                              "a",
                              1),
               Fault);
  EXPECT_THROW((void)texts_of(by_length, written({2, 2}) + "abc", 2), Fault);
  EXPECT_THROW((void)texts_of(by_length, written({-1, 1}) + "abc", 2), Fault);
  EXPECT_THROW((void)texts_of(by_prefix, written({0, 3}) + written({2, 1}) + "abc", 2), Fault);
  EXPECT_THROW((void)texts_of(by_prefix, written({1}) + written({2}) + "abc", 1), Fault);
}

TEST(ParquetTexts, do_not_grow_without_end) {
  // Each text takes over most of the one before, which costs the file one letter.
  const std::size_t count = 100'000;
  std::vector<std::int64_t> prefixes(count, 99'999);
  std::vector<std::int64_t> suffixes(count, 1);
  prefixes[0] = 0;
  suffixes[0] = 100'000;
  const std::string bytes = written(prefixes) + written(suffixes) + std::string(2 * count, 'x');
  EXPECT_THROW((void)for_each_by_prefix(bytes_of(bytes), count, [](std::string_view, bool) {}),
               Fault);
}

TEST(ParquetTexts, may_be_all_the_same) {
  const std::size_t count = 1'000'000;
  std::vector<std::int64_t> prefixes(count, 1000);
  std::vector<std::int64_t> suffixes(count, 0);
  prefixes[0] = 0;
  suffixes[0] = 1000;
  const std::string bytes = written(prefixes) + written(suffixes) + std::string(1000, 'x');
  std::size_t repeated = 0;
  for_each_by_prefix(bytes_of(bytes), count,
                     [&](std::string_view, bool is_again) { repeated += is_again ? 1 : 0; });
  EXPECT_EQ(repeated, count - 1);
}

}  // namespace
}  // namespace pith::parquet
