// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/levels.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(CsvLevels, numbers_texts_as_they_come) {
  CsvLevels levels;
  EXPECT_EQ(levels.code_of("b"), 0U);
  EXPECT_EQ(levels.code_of("a"), 1U);
  EXPECT_EQ(levels.code_of("b"), 0U);
  EXPECT_EQ(levels.code_of(""), 2U);
  EXPECT_EQ(levels.text(0), "b");
  EXPECT_EQ(levels.text(2), "");
  EXPECT_EQ(levels.size(), 3U);
}

TEST(CsvLevels, keeps_its_codes_while_it_grows) {
  CsvLevels levels;
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

}  // namespace
}  // namespace pith
