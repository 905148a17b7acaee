// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pith/base/text.h"
#include "pith/report/charts/canvas.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/scale.h"

namespace pith {
namespace {

using namespace drawing;

constexpr double plot_top = 24;
constexpr double plot_bottom = 340;
constexpr double plot_right = page_width - 10;
constexpr std::size_t max_points = 300;

bool overlap(const Box& a, const Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

Box around(Point centre, double radius) {
  return {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
}

/// Places texts beside points where they cover neither points nor other texts.
class LabelPlaces {
 public:
  LabelPlaces(const Box& area, std::vector<Box> taken) : area_(area), taken_(std::move(taken)) {}

  /// Where a text beside a point begins, or ends where it is on the left; none: there is no room.
  struct Place {
    Point at;
    Anchor anchor = Anchor::start;
  };

  std::optional<Place> find(Point point, double width) {
    constexpr double height = 13;
    constexpr double distance = 8;
    const std::array<Point, 6> corners = {{{point.x + distance, point.y - height / 2},
                                           {point.x - distance - width, point.y - height / 2},
                                           {point.x - width / 2, point.y - distance - height},
                                           {point.x - width / 2, point.y + distance},
                                           {point.x + 5, point.y - distance - height + 2},
                                           {point.x + 5, point.y + distance - 2}}};
    for (const Point& corner : corners) {
      const Box box{corner.x, corner.y, width, height};
      const bool is_inside = box.x >= area_.x && box.y >= area_.y &&
                             box.x + box.width <= area_.x + area_.width &&
                             box.y + box.height <= area_.y + area_.height;
      const bool is_free = std::none_of(taken_.begin(), taken_.end(),
                                        [&box](const Box& other) { return overlap(box, other); });
      if (!is_inside || !is_free) continue;
      taken_.push_back(box);
      const double baseline = corner.y + height - 3;
      // The width is an estimate: the end of the text must not touch the point.
      if (&corner == &corners[1]) return Place{{corner.x + width, baseline}, Anchor::end};
      return Place{{corner.x, baseline}};
    }
    return std::nullopt;
  }

 private:
  Box area_;
  std::vector<Box> taken_;
};

bool has_place(const RelevanceData::Point& point) {
  return !std::isnan(point.relevance) && !std::isnan(point.redundancy);
}

/// The points that can be drawn: selected features first, which get the best places for labels.
std::vector<RelevanceData::Point> drawn_points(const RelevanceData& data) {
  std::vector<RelevanceData::Point> points;
  std::copy_if(data.points.begin(), data.points.end(), std::back_inserter(points), has_place);
  std::stable_partition(points.begin(), points.end(),
                        [](const RelevanceData::Point& point) { return point.rank.has_value(); });
  points.resize(std::min(max_points, points.size()));
  return points;
}

Meaning meaning_of(const RelevanceData::Point& point) {
  return {
      .feature = point.feature,
      .tip = fmt::format("{}{}: relevance {}, redundancy {}",
                         point.rank ? fmt::format("{}. ", *point.rank) : "", tip_name(point.name),
                         exact(point.relevance), exact(point.redundancy))};
}

struct Axes {
  Scale x;
  Scale y;
  double left = 0;

  Point place(const RelevanceData::Point& point) const {
    return {x(point.redundancy), y(point.relevance)};
  }
};

Axes draw_axes(Canvas& canvas, const RelevanceData& data,
               const std::vector<RelevanceData::Point>& points) {
  Range x_range;
  Range y_range;
  x_range.add(0);
  y_range.add(0);
  for (const RelevanceData::Point& point : points) {
    x_range.add(point.redundancy);
    y_range.add(point.relevance);
  }
  constexpr std::size_t tick_count = 5;
  const NiceTicks across = nice_ticks(x_range, tick_count);
  const NiceTicks up = nice_ticks(y_range, tick_count);
  double left = 0;
  for (const Tick& tick : up.ticks)
    left = std::max(left, text_width(tick.text, small_size) + 8);
  const Axes axes{.x = Scale(across.ends, {left + 8, plot_right - 4}),
                  .y = Scale(up.ends, {plot_bottom, plot_top}),
                  .left = left};
  for (const Tick& tick : up.ticks) {
    const double y = axes.y(tick.value);
    canvas.grid_line({left, y}, {plot_right, y});
    canvas.text({left - 6, y + 4.5}, tick.text, {.anchor = Anchor::end, .is_muted = true});
  }
  for (const Tick& tick : across.ticks) {
    const double x = axes.x(tick.value);
    canvas.grid_line({x, plot_top}, {x, plot_bottom});
    canvas.text_on_page({x, plot_bottom + 18}, tick.text, {.is_muted = true});
  }
  const std::string unit =
      data.unit.empty() ? "" : fmt::format(" ({})", shortened(data.unit, 80, small_size));
  canvas.text({0, 12}, "relevance" + unit, {.is_muted = true});
  canvas.text({(left + plot_right) / 2, plot_bottom + 36},
              "redundancy with the features selected before" + unit,
              {.anchor = Anchor::middle, .is_muted = true});
  return axes;
}

std::string label_of(const RelevanceData::Point& point) {
  constexpr double widest = 150;
  const std::string name = shortened(point.name, widest, small_size);
  return point.rank ? fmt::format("{} {}", *point.rank, name) : name;
}

}  // namespace

Chart relevance_chart(const RelevanceData& data) {
  Canvas canvas;
  const std::vector<RelevanceData::Point> points = drawn_points(data);
  const Axes axes = draw_axes(canvas, data, points);
  std::vector<Box> taken;
  for (const RelevanceData::Point& point : points)
    taken.push_back(around(axes.place(point), 5));
  LabelPlaces places({axes.left, plot_top - 8, page_width - axes.left, plot_bottom - plot_top + 8},
                     std::move(taken));
  std::size_t selected = 0;
  for (const RelevanceData::Point& point : points) {
    const Point place = axes.place(point);
    canvas.begin(meaning_of(point));
    if (point.rank) {
      ++selected;
      canvas.shape(Shape::circle, place, 4.5, {.fill = Ink::blue});
    } else {
      canvas.shape(Shape::diamond, place, 3.5, {.stroke = Ink::grey});
    }
    const std::string label = label_of(point);
    const double width = text_width(label, small_size);
    if (const auto found = places.find(place, width))
      canvas.text(found->at, label, {.anchor = found->anchor, .is_muted = !point.rank});
    canvas.end();
  }
  std::string description = fmt::format(
      "{}: relevance to the target against redundancy with the features selected before.",
      counted(selected, "selected feature"));
  if (points.size() > selected)
    description +=
        fmt::format(" Diamonds are {}.", counted(points.size() - selected, "other feature"));
  if (points.size() > selected && selected > 0) {
    canvas.shape(Shape::circle, {plot_right - 200, 8}, 4.5, {.fill = Ink::blue});
    canvas.text({plot_right - 190, 12}, "selected", {.is_muted = true});
    canvas.shape(Shape::diamond, {plot_right - 100, 8}, 3.5, {.stroke = Ink::grey});
    canvas.text({plot_right - 90, 12}, "not selected", {.is_muted = true});
  }
  return canvas.chart({.id = data.id,
                       .title = data.title,
                       .description = std::move(description),
                       .height = plot_bottom + 44});
}

}  // namespace pith
