// SPDX-License-Identifier: Apache-2.0
#include "pith/base/option.h"

#include <gtest/gtest.h>

#include "pith/base/text.h"

namespace pith {
namespace {

std::string flags(const Mention& mention) {
  if (mention.is_command) return "'pith " + std::string(mention.name) + "'";
  return "--" + std::string(mention.name) + (mention.values.empty() ? "" : " ") +
         joined_values(mention, [](std::string_view value) { return std::string(value); });
}

TEST(Option, is_spelled_by_the_front_end) {
  const std::string text = "use " + option("missing", {"drop", "impute", "level"}) + " or " +
                           option("bins") + "; " + command("methods") + " lists all";
  EXPECT_EQ(render(text), "use missing=drop, impute or level or bins; methods() lists all");
  EXPECT_EQ(render(text, flags),
            "use --missing drop, impute or level or --bins; 'pith methods' lists all");
}

TEST(Option, is_left_out_with_its_parentheses_where_it_is_spelled_as_nothing) {
  const auto nothing = [](const Mention&) { return std::string(); };
  EXPECT_EQ(render("drop it (" + option("drop") + "), or bin it", nothing), "drop it, or bin it");
  EXPECT_EQ(render("a " + option("drop") + " b", nothing), "a  b");
}

TEST(Option, cannot_be_forged_by_quoted_text) {
  const std::string forged = quoted(option("missing", "drop"));
  EXPECT_EQ(render(forged, flags), forged);
}

TEST(Option, is_not_found_among_the_control_bytes_of_others) {
  for (const std::string name : {"no\x0e\x0f"
                                 "file",
                                 "f\x0e\x0fx\x10\x1f", "n\x10z", "\x0eUP\x0f", "\x0e"})
    EXPECT_EQ(render(name + ": drop it (" + option("drop") + ")", flags),
              name + ": drop it (--drop)");
}

}  // namespace
}  // namespace pith
