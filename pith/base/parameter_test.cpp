// SPDX-License-Identifier: Apache-2.0
#include "pith/base/parameter.h"

#include <gtest/gtest.h>

#include "pith/base/error.h"

namespace pith {
namespace {

std::vector<Parameter> some_parameters() {
  return {Parameter::real("beta", 1.0, 0.0, 10.0, "weight of the charge"),
          Parameter::integer("n_rows", 5, 1, 100, "how many rows"),
          Parameter::flag("cap", true, "whether to cap"),
          Parameter::choice("form", {"difference", "quotient"}, "how they are set off")};
}

std::string message_of(const Settings& settings) {
  try {
    const Params params("mifs", some_parameters(), settings);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_argument);
    return error.what();
  }
  return "accepted";
}

TEST(Parameter, integers_may_have_no_upper_end) {
  const auto rows = Parameter::integer("rows", 10, 1, no_upper_end, "how many");
  EXPECT_EQ(rows.range_text(), "an integer of at least 1");
  EXPECT_EQ(Params("x", {rows}, {{"rows", "3000000000"}}).integer("rows"), 3'000'000'000);
  EXPECT_THROW(Params("x", {rows}, {{"rows", "0"}}), Error);
  EXPECT_EQ(Parameter::integer("rows", 1, 0, 100'000, "how many").range_text(),
            "an integer from 0 to 100000");
}

TEST(Params, start_from_the_defaults) {
  const Params params("mifs", some_parameters(), {});
  EXPECT_EQ(params.real("beta"), 1.0);
  EXPECT_EQ(params.integer("n_rows"), 5);
  EXPECT_TRUE(params.flag("cap"));
  EXPECT_EQ(params.choice("form"), "difference");
}

TEST(Params, take_what_is_given_in_either_spelling) {
  const Params params("mifs", some_parameters(),
                      {{"beta", "0.5"}, {"n-rows", "7"}, {"cap", "false"}, {"form", "quotient"}});
  EXPECT_EQ(params.real("beta"), 0.5);
  EXPECT_EQ(params.integer("n_rows"), 7);
  EXPECT_FALSE(params.flag("cap"));
  EXPECT_EQ(params.choice("form"), "quotient");
}

TEST(Params, take_a_number_or_a_word_where_both_are_known) {
  const std::vector<Parameter> parameters{
      Parameter::real_or("auto", Parameter::real("alpha", 0, 0, 1, "the balance"), {"auto", "cv"})};
  EXPECT_EQ(Params("qpfs", parameters, {}).choice("alpha"), "auto");
  EXPECT_EQ(Params("qpfs", parameters, {{"alpha", "0.25"}}).real("alpha"), 0.25);
  EXPECT_FALSE(Params("qpfs", parameters, {{"alpha", "0.25"}}).is_word("alpha"));
  EXPECT_EQ(Params("qpfs", parameters, {{"alpha", "cv"}}).choice("alpha"), "cv");
  for (const char* bad : {"2", "-0.1", "none", "nan", ""}) {
    try {
      (void)Params("qpfs", parameters, {{"alpha", bad}});
      ADD_FAILURE() << bad << " is taken";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()),
                "alpha of qpfs must be a number from 0 to 1, auto or cv (got '" + std::string(bad) +
                    "')");
    }
  }
}

TEST(Params, reject_with_the_range_and_the_value) {
  EXPECT_EQ(message_of({{"beta", "50"}}), "beta of mifs must be a number from 0 to 10 (got '50')");
  EXPECT_EQ(message_of({{"beta", "nan"}}),
            "beta of mifs must be a number from 0 to 10 (got 'nan')");
  EXPECT_EQ(message_of({{"n-rows", "1.5"}}),
            "n_rows of mifs must be an integer from 1 to 100 (got '1.5')");
  EXPECT_EQ(message_of({{"cap", "yes"}}), "cap of mifs must be true or false (got 'yes')");
  EXPECT_EQ(message_of({{"form", "sum"}}),
            "form of mifs must be difference or quotient (got 'sum')");
}

TEST(Params, reject_unknown_names_with_the_nearest) {
  EXPECT_EQ(message_of({{"betta", "1"}}), "mifs has no parameter 'betta'; did you mean beta?");
  EXPECT_EQ(message_of({{"temperature", "1"}}),
            "mifs has no parameter 'temperature'; it has beta, n_rows, cap, form");
  EXPECT_EQ(message_of({{"beta", "1"}, {"beta", "2"}}), "beta is given twice");
}

}  // namespace
}  // namespace pith
