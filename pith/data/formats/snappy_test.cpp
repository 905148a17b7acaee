// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/snappy.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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
