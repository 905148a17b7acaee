// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/snappy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

std::string fault_of(const std::string& from, std::string& to) {
  return std::string(
      decompress_snappy(std::as_bytes(std::span(from)), std::as_writable_bytes(std::span(to))));
}

std::string decompressed(const std::string& from, std::size_t size) {
  std::string to(size, '?');
  const std::string fault = fault_of(from, to);
  return fault.empty() ? to : "fault: " + fault;
}

TEST(Snappy, copies_literals) {
  EXPECT_EQ(decompressed(std::string("\x00", 1), 0), "");
  EXPECT_EQ(decompressed("\x05\x10"
                         "Hello",
                         5),
            "Hello");
  const std::string letters(100, 'a');
  EXPECT_EQ(decompressed("\x64\xf0\x63" + letters, 100), letters);
  EXPECT_EQ(decompressed(std::string("\x64\xf4\x63\x00", 4) + letters, 100), letters);
}

TEST(Snappy, repeats_what_was_written) {
  // 'ab', then 4 bytes from 2 back, in the three forms of a copy.
  EXPECT_EQ(decompressed(std::string("\x06\x04"
                                     "ab"
                                     "\x01\x02",
                                     6),
                         6),
            "ababab");
  EXPECT_EQ(decompressed(std::string("\x06\x04"
                                     "ab"
                                     "\x0e\x02\x00",
                                     7),
                         6),
            "ababab");
  EXPECT_EQ(decompressed(std::string("\x06\x04"
                                     "ab"
                                     "\x0f\x02\x00\x00\x00",
                                     9),
                         6),
            "ababab");
}

TEST(Snappy, copies_far_and_near_alike) {
  for (const std::size_t period : {1U, 3U, 7U, 8U, 9U, 15U, 16U, 17U, 40U}) {
    std::string pattern;
    for (std::size_t i = 0; i < period; ++i)
      pattern += static_cast<char>('a' + i % 26);
    std::string from("\x00", 1);
    std::string wanted = pattern;
    from += static_cast<char>((period - 1) << 2U);
    from += pattern;
    for (int i = 0; i < 5; ++i) {
      from += static_cast<char>(63 << 2U | 2U);
      from += static_cast<char>(period);
      from += '\0';
      for (int j = 0; j < 64; ++j)
        wanted += wanted[wanted.size() - period];
    }
    std::string length;
    length += static_cast<char>((wanted.size() & 0x7FU) | 0x80U);
    length += static_cast<char>(wanted.size() >> 7U);
    EXPECT_EQ(decompressed(length + from.substr(1), wanted.size()), wanted) << period;
  }
}

/// Literals and copies of all kinds and lengths, and what they mean.
struct Stream {
  std::string stored;
  std::string wanted;

  void add_literal(const std::string& letters) {
    constexpr std::size_t most_in_tag = 60;
    const std::size_t code = letters.size() - 1;
    if (letters.size() <= most_in_tag) {
      stored += static_cast<char>(code << 2U);
    } else {
      stored += static_cast<char>(most_in_tag << 2U | 1U << 2U);
      add_little_endian(code, 2);
    }
    stored += letters;
    wanted += letters;
  }

  void add_copy(unsigned kind, std::size_t offset, std::size_t length) {
    if (kind == 1) {
      stored += static_cast<char>(1U | (length - 4) << 2U | offset >> 8U << 5U);
      add_little_endian(offset, 1);
    } else {
      stored += static_cast<char>(kind | (length - 1) << 2U);
      add_little_endian(offset, kind == 2 ? 2 : 4);
    }
    for (std::size_t i = 0; i < length; ++i)
      wanted += wanted[wanted.size() - offset];
  }

  std::string with_length() const {
    std::string all;
    std::size_t length = wanted.size();
    for (; length >= 0x80; length >>= 7U)
      all += static_cast<char>(length | 0x80U);
    return all + static_cast<char>(length) + stored;
  }

 private:
  void add_little_endian(std::size_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      stored += static_cast<char>(value >> 8U * i);
  }
};

Stream random_stream(std::uint64_t seed) {
  const Random random(seed, 0);
  std::uint64_t draws = 0;
  const auto below = [&](std::uint64_t n) { return random.below(draws++, n); };
  Stream stream;
  stream.add_literal("begin");
  for (int i = 0; i < 60; ++i) {
    const auto kind = static_cast<unsigned>(below(4));
    if (kind == 0) {
      std::string letters(1 + below(below(4) == 0 ? 300 : 20), ' ');
      for (char& letter : letters)
        letter = static_cast<char>(below(256));
      stream.add_literal(letters);
    } else {
      const std::size_t farthest = below(2) == 0 ? 20 : 2047;
      const std::size_t offset = 1 + below(std::min(stream.wanted.size(), farthest));
      stream.add_copy(kind, offset, kind == 1 ? 4 + below(8) : 1 + below(64));
    }
  }
  return stream;
}

TEST(Snappy, reads_any_sequence_of_elements) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Stream stream = random_stream(seed);
    EXPECT_EQ(decompressed(stream.with_length(), stream.wanted.size()), stream.wanted) << seed;
  }
}

TEST(Snappy, rejects_copies_from_nowhere_wherever_they_are) {
  const Stream good = random_stream(1);
  for (const std::size_t offset : {std::size_t{0}, good.wanted.size() + 1, std::size_t{0xFFFF}}) {
    Stream stream = good;
    stream.stored += static_cast<char>(2U | 9U << 2U);
    stream.stored += static_cast<char>(offset);
    stream.stored += static_cast<char>(offset >> 8U);
    stream.wanted += std::string(10, '?');
    for (const std::size_t more : {std::size_t{0}, std::size_t{200}}) {
      Stream whole = stream;
      if (more > 0) whole.add_literal(std::string(more, 'x'));
      std::string to(whole.wanted.size(), '?');
      EXPECT_EQ(fault_of(whole.with_length(), to), "an impossible element") << offset;
    }
  }
}

TEST(Snappy, rejects_what_does_not_fit) {
  const std::vector<std::pair<std::string, std::size_t>> damaged{
      {"", 0},
      {"\x05\x10"
       "Hello",
       4},  // longer than wanted
      {"\x05\x10"
       "Hello",
       6},  // shorter
      {"\x05\x10"
       "Hell",
       5},              // cut off
      {"\x05\xf0", 5},  // without a length
      {std::string("\x06\x04"
                   "ab"
                   "\x01\x03",
                   6),
       6},  // before the beginning
      {std::string("\x06\x04"
                   "ab"
                   "\x01\x00",
                   6),
       6},  // from itself
      {std::string("\x04\x04"
                   "ab"
                   "\x01\x02",
                   6),
       4},                                                  // beyond the end
      {std::string("\xff\xff\xff\xff\xff\xff\x00", 7), 1},  // an endless length
  };
  for (const auto& [from, size] : damaged) {
    std::string to(size, '?');
    EXPECT_NE(fault_of(from, to), "") << testing::PrintToString(from);
  }
}

}  // namespace
}  // namespace pith
