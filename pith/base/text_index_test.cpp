// SPDX-License-Identifier: Apache-2.0
#include "pith/base/text_index.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/support/cpu_time.h"
#include "tests/support/flood.h"

namespace pith {
namespace {

TEST(TextIndex, numbers_texts_as_they_come) {
  TextIndex levels;
  EXPECT_EQ(levels.code_of("b"), 0U);
  EXPECT_EQ(levels.code_of("a"), 1U);
  EXPECT_EQ(levels.code_of("b"), 0U);
  EXPECT_EQ(levels.code_of(""), 2U);
  EXPECT_EQ(levels.text(0), "b");
  EXPECT_EQ(levels.text(2), "");
  EXPECT_EQ(levels.size(), 3U);
}

TEST(TextIndex, keeps_its_codes_while_it_grows) {
  TextIndex levels;
  for (int turn = 0; turn < 2; ++turn) {
    for (std::uint32_t i = 0; i < 10000; ++i) {
      ASSERT_EQ(levels.code_of("level " + std::to_string(i)), i);
    }
  }
  EXPECT_GT(levels.bytes(), 100000U);
  levels.clear();
  EXPECT_EQ(levels.size(), 0U);
  EXPECT_EQ(levels.code_of("level 7"), 0U);
}

TEST(TextIndex, finds_what_was_added) {
  TextIndex index;
  EXPECT_EQ(index.find("a"), std::nullopt);
  EXPECT_TRUE(index.insert("a"));
  EXPECT_TRUE(index.insert("b"));
  EXPECT_FALSE(index.insert("a"));
  EXPECT_EQ(index.find("b"), 1U);
  EXPECT_FALSE(index.contains("c"));
}

/// The time to number the texts, twice each.
double time_of(const std::vector<std::string>& texts) {
  return least_cpu_time([&] {
    TextIndex index;
    for (int again = 0; again < 2; ++again) {
      for (std::size_t i = 0; i < texts.size(); ++i)
        ASSERT_EQ(index.code_of(texts[i]), i);
    }
  });
}

TEST(TextIndex, is_not_slowed_down_by_texts_with_equal_hashes) {
  constexpr std::size_t count = 50'000;
  const std::vector<std::string> flood = colliding_texts(count, false);
  const std::hash<std::string> hash;
  ASSERT_EQ(hash(flood.front()), hash(flood.back())) << "the flood is for another hash";
  EXPECT_LT(time_of(flood), 10 * time_of(ordinary_texts(count)));
}

TEST(TextIndex, is_not_slowed_down_by_a_few_such_texts_again_and_again) {
  std::vector<std::string> flood = colliding_texts(100, false);
  std::vector<std::string> ordinary = ordinary_texts(100);
  const auto time = [](const std::vector<std::string>& texts) {
    return least_cpu_time([&] {
      TextIndex index;
      for (int turn = 0; turn < 2000; ++turn) {
        for (const std::string& text : texts)
          (void)index.code_of(text);
      }
    });
  };
  EXPECT_LT(time(flood), 10 * time(ordinary));
}

TEST(TextIndex, needs_no_key_for_ordinary_texts) {
  // The steps of long searches stay far below those that change the hash.
  std::size_t steps = 0;
  const std::vector<std::string> texts = ordinary_texts(400'000);
  const std::size_t mask = (std::size_t{1} << 20U) - 1;
  std::vector<bool> is_taken(mask + 1);
  for (const std::string& text : texts) {
    const std::size_t first = std::hash<std::string>{}(text)&mask;
    std::size_t slot = first;
    while (is_taken[slot])
      slot = (slot + 1) & mask;
    is_taken[slot] = true;
    if (((slot - first) & mask) >= FloodGuard::long_search) steps += (slot - first) & mask;
  }
  EXPECT_FALSE(FloodGuard().is_flooded_by(10 * steps, texts.size())) << steps;
}

}  // namespace
}  // namespace pith
