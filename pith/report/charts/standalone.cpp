// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "pith/report/charts/canvas.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"

namespace pith {
namespace {

using namespace drawing;

constexpr double margin = 16;
constexpr double title_height = 30;
constexpr double bold = 1.15;  // how much wider bold letters are

/// Attributes `="var(--pith-1, #0072B2)"` become `="#0072B2"`. Texts of users cannot look like one:
/// their quotes are escaped.
std::string with_plain_colors(std::string_view svg) {
  constexpr std::string_view start = "=\"var(--pith-";
  std::string out;
  for (;;) {
    const std::size_t at = svg.find(start);
    out += svg.substr(0, at);
    if (at == std::string_view::npos) return out;
    svg.remove_prefix(at);
    const std::size_t comma = svg.find(", ");
    const std::size_t end = svg.find(')');
    out += "=\"";
    out += svg.substr(comma + 2, end - comma - 2);
    svg.remove_prefix(end + 1);
  }
}

}  // namespace

std::string standalone_svg(const std::vector<Chart>& charts) {
  double width = 0;
  double height = margin;
  std::string body;
  for (const Chart& chart : charts) {
    width = std::max(width, chart.width + 2 * margin);
    body += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"15\" font-weight=\"600\">{}</text>\n",
                        coordinate(margin), coordinate(height + 14),
                        escaped(shortened(chart.title, chart.width / bold, 15)));
    height += title_height;
    body += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", coordinate(margin),
                        coordinate(height), with_plain_colors(chart.svg));
    height += chart.height + margin;
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
             "height=\"{1}\" color=\"#222\" fill=\"currentColor\">\n"
             "<style>svg {{ font-family: system-ui, sans-serif; }}</style>\n"
             "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
             coordinate(width), coordinate(height)) +
         body + "</svg>\n";
}

}  // namespace pith
