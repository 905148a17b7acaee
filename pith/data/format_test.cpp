// SPDX-License-Identifier: Apache-2.0
#include "pith/data/format.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(Format, is_that_of_the_extension_in_any_case) {
  EXPECT_EQ(format_of("a/B.PARQUET"), Format::parquet);
  EXPECT_EQ(format_of("x.feather"), Format::arrow);
  EXPECT_EQ(format_of("x.csv.zst"), Format::csv);
  EXPECT_EQ(format_of("-"), Format::csv);
  EXPECT_EQ(known_format("x.table"), std::nullopt);
  EXPECT_THROW(format_of("x.table"), Error);
}

TEST(Format, has_a_word_that_stands_for_it) {
  const std::vector<std::string> words = format_words();
  EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
  for (const std::string& word : words)
    EXPECT_EQ(format_word(parse_format(word)), word);
}

}  // namespace
}  // namespace pith
