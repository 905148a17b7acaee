// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/html_table.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pith {
namespace {

TEST(HtmlTable, rounds_in_cells_and_is_exact_in_attributes) {
  HtmlTable table("t", "A & B", {{"name"}, {"value", true, "what it is"}});
  EXPECT_TRUE(table.is_empty());
  table.row(7, "row-7").head("<b>x</b>").number(0.123456789);
  table.row().head("y").number(std::nan(""));
  EXPECT_EQ(table.html(),
            "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"t-caption\">\n"
            "<table id=\"t\"><caption id=\"t-caption\">A &amp; B</caption>\n"
            "<thead><tr><th scope=\"col\">name</th><th scope=\"col\" class=\"n\" title=\"what it "
            "is\">value</th></tr></thead>\n<tbody>\n"
            "<tr id=\"row-7\" data-feature=\"7\"><th scope=\"row\"><b>x</b></th><td "
            "data-v=\"0.123456789\">0.1235</td></tr>\n"
            "<tr><th scope=\"row\">y</th><td class=\"n\">\xE2\x80\x93</td></tr>\n"
            "</tbody></table>\n</div>\n");
}

TEST(HtmlTable, shows_intervals_with_their_exact_limits) {
  HtmlTable table("t", "errors", {{"error", true}});
  table.row().interval({.mean = 0.125, .lower = 0.1, .upper = 0.15, .is_percent = true});
  EXPECT_NE(table.html().find("<td data-v=\"0.125\" data-tip=\"0.125 (95 % interval 0.1 to "
                              "0.15)\">12.5\xC2\xA0% <small>10.0\xC2\xA0% to "
                              "15.0\xC2\xA0%</small></td>"),
            std::string::npos);
}

}  // namespace
}  // namespace pith
