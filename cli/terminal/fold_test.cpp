// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/fold.h"

#include <gtest/gtest.h>

namespace pith::cli {
namespace {

constexpr Terminal narrow{.is_terminal = true, .has_unicode = true, .width = 12};

TEST(Fold, breaks_at_spaces_and_indents_the_rest) {
  EXPECT_EQ(fold("note: a few short words", narrow, 2), "note: a few\n  short\n  words\n");
  EXPECT_EQ(fold("", narrow), "");
}

TEST(Fold, counts_columns_of_wide_characters) {
  EXPECT_EQ(fold("漢字 漢字 漢字", narrow), "漢字 漢字\n漢字\n");
}

TEST(Fold, cuts_a_word_that_is_longer_than_a_line) {
  EXPECT_EQ(fold("in a_very_long_name.csv", narrow), "in\na_very_l…csv\n");
}

TEST(Fold, leaves_words_whole_where_there_is_no_terminal) {
  EXPECT_EQ(fold("in a_very_long_name.csv", {.width = 12}), "in\na_very_long_name.csv\n");
}

TEST(FoldStyled, styles_the_start) {
  Terminal terminal = narrow;
  terminal.has_color = true;
  EXPECT_EQ(fold_styled("Title", Style::bold, " (id)", terminal), "\x1b[1mTitle\x1b[0m (id)\n");
  EXPECT_EQ(fold_styled("A long title", Style::bold, " (id)", terminal),
            "\x1b[1mA long title\x1b[0m\n(id)\n");
  EXPECT_EQ(fold_styled("A longer title", Style::bold, " (id)", terminal),
            "A longer\ntitle (id)\n");
}

}  // namespace
}  // namespace pith::cli
