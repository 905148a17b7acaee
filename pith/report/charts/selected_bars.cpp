// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/selected_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "pith/report/charts/label.h"
#include "pith/report/charts/rows.h"

namespace pith::drawing {
namespace {

Pen pen_of(bool is_selected) {
  return {.fill = Ink::blue, .stroke = Ink::blue, .opacity = is_selected ? 1 : 0.12};
}

/// Of a bar, across.
struct Extent {
  double middle = 0;
  double thick = 0;
};

void draw_bar(Canvas& canvas, const Scale& scale, const SelectedBars::Bar& bar,
              const Extent& extent) {
  if (std::isnan(bar.number)) return;
  const double from = scale(0);
  const double to = scale(bar.number);
  const auto [middle, thick] = extent;
  canvas.box({.x = std::min(from, to),
              .y = middle - thick / 2,
              .width = std::max(1.0, std::abs(to - from)),
              .height = thick},
             pen_of(bar.is_selected));
  if (std::isinf(bar.number)) draw_arrow(canvas, {to, middle}, bar.number > 0, Ink::blue);
}

void draw_legend(Canvas& canvas, const SelectedBars& data, double y) {
  double x = 0;
  for (const bool is_selected : {true, false}) {
    const std::string& text = is_selected ? data.selected : data.unselected;
    canvas.box({.x = x + 0.5, .y = y - 9, .width = 14, .height = 9}, pen_of(is_selected));
    canvas.text({x + 20, y}, text, {.is_muted = true});
    x += 20 + text_width(text, small_size) + 14;
  }
}

/// The headline in as many lines as it needs, broken at spaces; none where it is empty.
std::vector<std::string> headline_lines(std::string_view headline) {
  constexpr double bold = 1.12;  // how much wider bold letters are
  constexpr double width = page_width / bold;
  std::vector<std::string> lines;
  while (!headline.empty()) {
    std::size_t end = headline.size();
    while (text_width(headline.substr(0, end), font_size) > width) {
      const std::size_t space = headline.substr(0, end).rfind(' ');
      if (space == std::string_view::npos || space == 0) break;
      end = space;
    }
    lines.push_back(shortened(headline.substr(0, end), width, font_size));
    headline.remove_prefix(std::min(headline.size(), end + 1));
  }
  return lines;
}

}  // namespace

Chart draw_selected_bars(const SelectedBars& data, Canvas::Frame frame) {
  Canvas canvas;
  double top = 0;
  for (const std::string& line : headline_lines(data.headline)) {
    canvas.text({0, top + 14}, line, {.size = font_size, .is_bold = true});
    top += 18;
  }
  if (top > 0) top += 6;
  const auto selected = static_cast<std::size_t>(std::count_if(
      data.bars.begin(), data.bars.end(), [](const auto& bar) { return bar.is_selected; }));
  if (!data.bars.empty() && selected < data.bars.size()) {
    draw_legend(canvas, data, top + 12);
    top += 24;
  }
  std::vector<Rows::Row> labels;
  for (const SelectedBars::Bar& bar : data.bars)
    labels.push_back({.rank = bar.rank, .name = bar.name, .value = bar.value});
  const Rows rows(std::move(labels), {.axis = data.axis, .values = ""}, top);
  const Scale scale = rows.draw_axis(canvas, data.ticks);
  for (std::size_t i = 0; i < data.bars.size(); ++i) {
    canvas.begin({.feature = data.bars[i].feature, .tip = data.bars[i].tip});
    draw_bar(canvas, scale, data.bars[i], {rows.middle(i), rows.bar_height() - 1});
    rows.draw_texts(canvas, i);
    canvas.end();
  }
  const double zero = scale(0);
  canvas.line({zero, top + 35}, {zero, rows.bottom()}, {.stroke = Ink::grey});
  frame.height = rows.bottom() + 6;
  if (data.bars.size() < data.count) {
    canvas.text({0, rows.bottom() + 16},
                fmt::format("and {} more features", grouped(data.count - data.bars.size())),
                {.is_muted = true});
    frame.height += 18;
  }
  return canvas.chart(frame);
}

}  // namespace pith::drawing
