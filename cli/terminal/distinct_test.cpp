// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/distinct.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/terminal/display.h"

namespace pith::cli {
namespace {

using Texts = std::vector<std::string>;

Texts fitted(const Texts& texts, std::size_t width, bool has_unicode = true) {
  return fit_distinct(texts, std::vector<std::size_t>(texts.size(), width), has_unicode);
}

TEST(FitDistinct, keeps_what_fits_and_cuts_the_middle) {
  EXPECT_EQ(fitted({"a", "gene_expression_042"}, 12), (Texts{"a", "gene_exp…042"}));
}

TEST(FitDistinct, keeps_more_of_the_end_where_names_differ_there) {
  EXPECT_EQ(fitted({"gene_expression_a_2042_day", "gene_expression_b_2042_day"}, 16),
            (Texts{"gene…_a_2042_day", "gene…_b_2042_day"}));
}

TEST(FitDistinct, keeps_the_place_where_names_differ) {
  const std::string start(40, 's');
  const std::string end(40, 'e');
  EXPECT_EQ(fitted({start + "one" + end, start + "two" + end}, 16),
            (Texts{"sss…ssoneeee…eee", "sss…sstwoeee…eee"}));
}

TEST(FitDistinct, numbers_names_as_a_last_resort) {
  EXPECT_EQ(fitted({"abcdefgh_1_x", "abcdefgh_2_x"}, 4), (Texts{"ab~1", "ab~2"}));
}

TEST(FitDistinct, treats_equal_names_equally) {
  EXPECT_EQ(fitted({"gene_expression", "gene_expression"}, 8), (Texts{"gene_…on", "gene_…on"}));
}

TEST(FitDistinct, respects_a_name_that_looks_like_a_cut_one) {
  const Texts found = fitted({"gene_…on", "gene_expression"}, 8);
  EXPECT_EQ(found[0], "gene_…on");
  EXPECT_NE(found[1], found[0]);
}

TEST(FitDistinct, stays_distinct_and_within_the_width) {
  Texts names;
  for (std::size_t i = 0; i < 300; ++i) {
    names.push_back(fmt::format("{}{}{}", std::string(5'000, 'x'), i, std::string(5'000, 'y')));
    names.push_back(fmt::format("測定した遺伝子の発現量_{}_平均値と標準偏差", i));
    names.push_back(fmt::format("e\xCC\x81{}e\xCC\x81{}", std::string(i % 30, 'a'), i));
  }
  const std::set<std::string> different(names.begin(), names.end());
  for (const bool has_unicode : {true, false}) {
    for (const std::size_t width : {8, 12, 16, 30}) {
      const Texts found = fitted(names, width, has_unicode);
      EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), different.size())
          << width;
      for (const std::string& each : found)
        EXPECT_LE(display_width(each), width) << each;
    }
  }
}

}  // namespace
}  // namespace pith::cli
