// SPDX-License-Identifier: Apache-2.0
#include "cli/spelling.h"

#include <gtest/gtest.h>

namespace pith::cli {
namespace {

TEST(FlagSpelling, writes_options_with_hyphens) {
  EXPECT_EQ(render(option("drop"), flag_spelling), "--drop");
  EXPECT_EQ(render(option("target_bins", "sigma"), flag_spelling), "--target-bins sigma");
  EXPECT_EQ(render(option("missing", {"drop", "impute", "level"}), flag_spelling),
            "--missing drop, impute or level");
}

TEST(FlagSpelling, writes_one_letter_with_one_hyphen) {
  EXPECT_EQ(render(option("k"), flag_spelling), "-k");
  EXPECT_EQ(render(option("k", "auto"), flag_spelling), "-k auto");
}

TEST(FlagSpelling, quotes_commands) {
  EXPECT_EQ(render("see " + command("methods"), flag_spelling), "see 'pith methods'");
}

TEST(NoteText, spells_mentions_and_escapes_the_rest) {
  EXPECT_EQ(note_text("dropped 'a\x1b' (" + option("missing", "drop") + ")"),
            "dropped 'a\\x1b' (--missing drop)");
}

}  // namespace
}  // namespace pith::cli
