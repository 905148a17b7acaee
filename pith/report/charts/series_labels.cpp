// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/series_labels.h"

#include <algorithm>
#include <numeric>

#include "pith/report/charts/label.h"

namespace pith::drawing {
namespace {

constexpr double key_width = 20;
constexpr double line_height = 16;
constexpr std::size_t max_direct = 12;

/// A point, or a piece of a dashed line.
void draw_key(Canvas& canvas, const SeriesLabel& label, Point at) {
  if (!label.series) {
    canvas.line({at.x, at.y}, {at.x + 14, at.y},
                {.stroke = Ink::grey, .width = 1.25, .dashes = label.dashes});
    return;
  }
  canvas.shape(series_shape(*label.series), {at.x + 7, at.y}, 4,
               {.fill = series_ink(*label.series)});
}

/// Heights at least a line apart, as near to the wished ones as their order allows.
std::vector<double> spread(std::vector<double> heights, const Scale::Ends& ends) {
  for (std::size_t i = 1; i < heights.size(); ++i)
    heights[i] = std::max(heights[i], heights[i - 1] + line_height);
  double limit = ends.end;
  for (std::size_t i = heights.size(); i-- > 0;) {
    heights[i] = std::min(heights[i], limit);
    limit = heights[i] - line_height;
  }
  return heights;
}

}  // namespace

double direct_label_width(const std::vector<std::string>& names) {
  constexpr double widest = 130;
  double width = 0;
  for (const std::string& name : names)
    width = std::max(width, text_width(clean(name), small_size));
  return names.size() > max_direct || width > widest ? 0 : width + key_width + 18;
}

void draw_direct_labels(Canvas& canvas, const std::vector<SeriesLabel>& labels, double x,
                        const Scale::Ends& heights) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&labels](std::size_t a, std::size_t b) { return labels[a].y < labels[b].y; });
  std::vector<double> wished;
  for (const std::size_t i : order)
    wished.push_back(labels[i].y);
  const std::vector<double> places = spread(wished, heights);
  for (std::size_t at = 0; at < order.size(); ++at) {
    const SeriesLabel& label = labels[order[at]];
    draw_key(canvas, label, {x + 4, places[at]});
    canvas.text({x + 4 + key_width, places[at] + 4}, clean(label.name));
  }
}

double draw_legend(Canvas& canvas, const std::vector<SeriesLabel>& labels, double top) {
  double x = 0;
  double y = top + line_height / 2;
  for (const SeriesLabel& label : labels) {
    const std::string name = shortened(label.name, page_width - key_width - 4, small_size);
    const double width = key_width + text_width(name, small_size) + 14;
    if (x > 0 && x + width > page_width) {
      x = 0;
      y += line_height + 2;
    }
    draw_key(canvas, label, {x, y});
    canvas.text({x + key_width, y + 4}, name);
    x += width;
  }
  return y + line_height / 2 + 4;
}

}  // namespace pith::drawing
