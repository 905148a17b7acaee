// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/parse.h"
#include "pith/base/error.h"

namespace pith::cli {
namespace {

TEST(Commands, have_options_whose_names_differ) {
  for (const Command& command : commands()) {
    std::set<std::string> names;
    std::set<char> letters;
    std::vector<Option> options = options_of(command);
    if (command.takes_parameters) {
      for (Option& option : parameter_options())
        options.push_back(std::move(option));
    }
    for (const Option& option : options) {
      EXPECT_TRUE(option.name.starts_with("--")) << option.name;
      EXPECT_TRUE(names.insert(option.name).second)
          << option.name << " is there twice; a parameter of a method must not be called like a "
          << "general option";
      if (option.letter != 0) {
        EXPECT_TRUE(letters.insert(option.letter).second) << option.letter;
      }
    }
  }
}

TEST(Commands, say_what_everything_is) {
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

TEST(Parse, takes_values_in_both_spellings_and_negative_ones) {
  const std::vector<std::string> words = {"in.csv", "--target", "-1",  "--drop=a b",
                                          "--drop", "c",        "-k7", "--form=quotient",
                                          "--",     "-file"};
  Command two = select_command();
  two.operands.most = 2;
  const Arguments arguments = parse(two, words);
  EXPECT_EQ(arguments.operands(), (std::vector<std::string>{"in.csv", "-file"}));
  EXPECT_EQ(arguments.value("--target"), "-1");
  EXPECT_EQ(arguments.values("--drop"), (std::vector<std::string>{"a b", "c"}));
  EXPECT_EQ(arguments.value("--k"), "7");
  EXPECT_EQ(arguments.settings(), (Settings{{"form", "quotient"}}));
  EXPECT_FALSE(arguments.has("--save"));
  EXPECT_EQ(arguments.value("--save", "nothing"), "nothing");
}

TEST(Parse, never_splits_a_value) {
  const std::vector<std::string> words = {"in.csv", "--keep", "[a,b]", "--keep", "c,d"};
  EXPECT_EQ(parse(select_command(), words).values("--keep"),
            (std::vector<std::string>{"[a,b]", "c,d"}));
}

}  // namespace
}  // namespace pith::cli
