// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "cli/help.h"
#include "cli/parse.h"
#include "pith/base/error.h"

namespace pith::cli {
namespace {

TEST(Commands, have_options_with_different_names) {
  for (const Command& command : commands()) {
    std::set<std::string> names;
    std::set<char> letters;
    const std::vector<Option> options = all_options(command);
    for (const Option& option : options) {
      EXPECT_TRUE(option.name.starts_with("--")) << option.name;
      EXPECT_TRUE(names.insert(option.name).second) << command.name << " " << option.name;
      for (const std::string& alias : option.aliases)
        EXPECT_TRUE(names.insert(alias).second) << command.name << " " << alias;
      if (option.letter != 0) {
        EXPECT_TRUE(letters.insert(option.letter).second) << option.letter;
      }
    }
  }
}

TEST(Commands, describe_everything) {
  for (const Command& command : commands()) {
    EXPECT_FALSE(command.summary.empty());
    EXPECT_FALSE(command.examples.empty()) << command.name;
    EXPECT_NE(command.run, nullptr) << command.name;
    for (const Option& option : options_of(command)) {
      EXPECT_FALSE(option.text.empty()) << option.name;
      EXPECT_FALSE(option.group.empty()) << option.name;
    }
  }
}

TEST(Parse, takes_values_in_both_spellings) {
  const std::vector<std::string> words = {"in.csv", "--target", "-1",  "--drop=a b",
                                          "--drop", "c",        "-k7", "--form=quotient",
                                          "--",     "-file"};
  Command two = select_command();
  two.operands.max = 2;
  const Arguments arguments = parse(two, words);
  EXPECT_EQ(arguments.operands(), (std::vector<std::string>{"in.csv", "-file"}));
  EXPECT_EQ(arguments.value("--target"), "-1");
  EXPECT_EQ(arguments.values("--drop"), (std::vector<std::string>{"a b", "c"}));
  EXPECT_EQ(arguments.value("--k"), "7");
  EXPECT_EQ(arguments.settings(), (Settings{{"form", "quotient"}}));
  EXPECT_FALSE(arguments.has("--save"));
  EXPECT_EQ(arguments.value("--save", "nothing"), "nothing");
}

TEST(Parse, takes_aliases) {
  const std::vector<std::string> words = {"in.csv", "--methods", "mim", "--most=3"};
  const Arguments arguments = parse(select_command(), words);
  EXPECT_EQ(arguments.value("--method"), "mim");
  EXPECT_EQ(arguments.value("--max-features"), "3");
}

TEST(Parse, looks_for_help_before_the_operands_end) {
  const std::vector<std::string> brief = {"in.csv", "--nonsense", "-h"};
  EXPECT_TRUE(parse(select_command(), brief).has("-h"));
  const std::vector<std::string> operand = {"--", "--help"};
  EXPECT_FALSE(parse(select_command(), operand).has("--help"));
}

TEST(Help, fits_on_one_screen_if_brief) {
  std::vector<std::string> pages = {program_help(HelpKind::brief, {})};
  for (const Command& command : commands())
    pages.push_back(help(command, HelpKind::brief, {}));
  for (const std::string& page : pages) {
    EXPECT_LE(std::count(page.begin(), page.end(), '\n'), 24) << page;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 80) << line;
  }
}

TEST(Parse, never_splits_a_value) {
  const std::vector<std::string> words = {"in.csv", "--keep", "[a,b]", "--keep", "c,d"};
  EXPECT_EQ(parse(select_command(), words).values("--keep"),
            (std::vector<std::string>{"[a,b]", "c,d"}));
}

}  // namespace
}  // namespace pith::cli
