// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/recent_texts.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace pith {
namespace {

/// Texts of 0 to 16 letters, many of which are prefixes of others or end in zero bytes.
std::string text_of(std::size_t number) {
  std::string text(number % (RecentTexts::max_size + 1), 'a');
  for (std::size_t i = 0, rest = number / 7; i < text.size(); ++i, rest /= 3)
    text[i] = std::string_view("ab\0", 3)[rest % 3];
  return text;
}

RecentTexts::Key key_of(std::string text) {
  const std::size_t size = text.size();
  text += "more text than the field has";
  return RecentTexts::key_of(text.data(), size);
}

TEST(RecentTexts, a_code_that_is_found_is_that_of_the_same_text) {
  RecentTexts recent;
  std::map<std::string, std::uint32_t> codes;
  std::size_t hits = 0;
  constexpr std::size_t fields = 20'000;
  for (std::size_t i = 0; i < fields; ++i) {
    const std::string text = text_of(i * i * 2654435761U / 1024 % 997);
    const RecentTexts::Key key = key_of(text);
    const auto code = codes.emplace(text, static_cast<std::uint32_t>(codes.size())).first->second;
    std::uint32_t found = 0;
    if (recent.find(key, found)) {
      ++hits;
      ASSERT_EQ(found, code) << i;
    } else {
      recent.add(key, code, i, codes.size());
    }
  }
  EXPECT_GT(codes.size(), 200U);
  EXPECT_GT(hits, fields / 2);  // although it forgets all when it grows
}

TEST(RecentTexts, are_forgotten_when_cleared) {
  RecentTexts recent;
  std::uint32_t found = 0;
  EXPECT_FALSE(recent.find(key_of(""), found));
  recent.add(key_of(""), 7, 1, 1);
  ASSERT_TRUE(recent.find(key_of(""), found));
  EXPECT_EQ(found, 7U);
  EXPECT_FALSE(recent.find(key_of(std::string(1, '\0')), found));
  recent.clear();
  EXPECT_FALSE(recent.find(key_of(""), found));
}

TEST(RecentTexts, take_little_memory_for_few_fields) {
  RecentTexts recent;
  for (std::size_t i = 0; i < 1000; ++i)
    recent.add(key_of(text_of(i)), 0, i, i);
  EXPECT_LE(recent.bytes(), 8 * 1000U);
}

}  // namespace
}  // namespace pith
