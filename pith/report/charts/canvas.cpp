// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pith/report/charts/label.h"

namespace pith::drawing {
namespace {

constexpr double muted_opacity = 0.72;

std::string_view color(Ink ink) {
  switch (ink) {
    case Ink::text:
      return "currentColor";
    case Ink::white:
      return "#fff";
    case Ink::grid:
      return "var(--pith-grid, #ddd)";
    case Ink::blue:
      return "var(--pith-1, #0072B2)";
    case Ink::vermilion:
      return "var(--pith-2, #D55E00)";
    case Ink::green:
      return "var(--pith-3, #009E73)";
    case Ink::pink:
      return "var(--pith-4, #CC79A7)";
    case Ink::orange:
      return "var(--pith-5, #E69F00)";
    case Ink::sky:
      return "var(--pith-6, #56B4E9)";
    case Ink::yellow:
      return "var(--pith-7, #F0E442)";
    case Ink::grey:
      return "var(--pith-8, #666666)";
    case Ink::none:
      break;
  }
  return "none";
}

std::string attributes(const Pen& pen) {
  std::string text = fmt::format(" fill=\"{}\"", color(pen.fill));
  if (pen.fill != Ink::none && pen.opacity < 1)
    text += fmt::format(" fill-opacity=\"{}\"", coordinate(pen.opacity));
  if (pen.stroke == Ink::none) return text;
  text += fmt::format(" stroke=\"{}\"", color(pen.stroke));
  if (pen.width != 1) text += fmt::format(" stroke-width=\"{}\"", coordinate(pen.width));
  if (!pen.dashes.empty()) text += fmt::format(" stroke-dasharray=\"{}\"", pen.dashes);
  return text;
}

std::string feature_attribute(const Meaning& meaning) {
  return meaning.feature ? fmt::format(" data-feature=\"{}\"", *meaning.feature) : "";
}

/// The corners of a shape around the origin, for a radius of 1.
std::vector<Point> corners(Shape shape) {
  switch (shape) {
    case Shape::square:
      return {{-0.88, -0.88}, {0.88, -0.88}, {0.88, 0.88}, {-0.88, 0.88}};
    case Shape::triangle:
      return {{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}};
    case Shape::diamond:
      return {{0, -1.3}, {1.1, 0}, {0, 1.3}, {-1.1, 0}};
    case Shape::cross:
      return {{-1.1, -0.7}, {-0.7, -1.1}, {0, -0.4}, {0.7, -1.1}, {1.1, -0.7}, {0.4, 0},
              {1.1, 0.7},   {0.7, 1.1},   {0, 0.4},  {-0.7, 1.1}, {-1.1, 0.7}, {-0.4, 0}};
    case Shape::plus:
      return {{-0.35, -1.2}, {0.35, -1.2}, {0.35, -0.35}, {1.2, -0.35},
              {1.2, 0.35},   {0.35, 0.35}, {0.35, 1.2},   {-0.35, 1.2},
              {-0.35, 0.35}, {-1.2, 0.35}, {-1.2, -0.35}, {-0.35, -0.35}};
    case Shape::down_triangle:
      return {{0, 1.2}, {1.1, -0.8}, {-1.1, -0.8}};
    case Shape::star: {
      std::vector<Point> points;
      for (int i = 0; i < 10; ++i) {
        const double angle = i * 3.14159265358979 / 5;
        const double radius = i % 2 == 0 ? 1.4 : 0.65;
        points.push_back({radius * std::sin(angle), -radius * std::cos(angle)});
      }
      return points;
    }
    case Shape::circle:
      break;
  }
  return {};
}

}  // namespace

Ink series_ink(std::size_t series) {
  constexpr std::array<Ink, 8> inks = {Ink::blue,   Ink::vermilion, Ink::green, Ink::pink,
                                       Ink::orange, Ink::sky,       Ink::grey,  Ink::yellow};
  return inks[series % inks.size()];
}

Shape series_shape(std::size_t series) {
  constexpr std::array<Shape, 8> shapes = {Shape::circle,        Shape::square, Shape::triangle,
                                           Shape::diamond,       Shape::cross,  Shape::plus,
                                           Shape::down_triangle, Shape::star};
  // Shifted after each round of colours, so that no two of 64 series look the same.
  return shapes[(series + series / shapes.size()) % shapes.size()];
}

std::string coordinate(double number) {
  const double rounded = std::round(number * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

void Canvas::text(Point at, std::string_view text, const TextStyle& style) {
  if (text.empty()) return;
  body_ += fmt::format("<text x=\"{}\" y=\"{}\"", coordinate(at.x), coordinate(at.y));
  if (style.size != font_size) body_ += fmt::format(" font-size=\"{}\"", coordinate(style.size));
  if (style.anchor != Anchor::start)
    body_ += fmt::format(" text-anchor=\"{}\"", style.anchor == Anchor::middle ? "middle" : "end");
  if (style.is_bold) body_ += " font-weight=\"600\"";
  if (style.ink != Ink::text) body_ += fmt::format(" fill=\"{}\"", color(style.ink));
  if (style.is_muted) body_ += fmt::format(" fill-opacity=\"{}\"", muted_opacity);
  body_ += fmt::format(">{}</text>\n", escaped(text));
}

void Canvas::text_on_page(Point middle, std::string_view text, TextStyle style) {
  const double half = text_width(text, style.size) / 2;
  style.anchor = Anchor::middle;
  this->text({std::max(half, std::min(middle.x, page_width - half)), middle.y}, text, style);
}

void Canvas::line(Point from, Point to, const Pen& pen) {
  body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n", coordinate(from.x),
                       coordinate(from.y), coordinate(to.x), coordinate(to.y), attributes(pen));
}

void Canvas::path(const std::vector<Point>& points, const Pen& pen, bool is_closed) {
  if (points.empty()) return;
  body_ += fmt::format("<{} points=\"", is_closed ? "polygon" : "polyline");
  for (std::size_t i = 0; i < points.size(); ++i) {
    body_ +=
        fmt::format("{}{},{}", i == 0 ? "" : " ", coordinate(points[i].x), coordinate(points[i].y));
  }
  body_ += fmt::format("\"{}/>\n", attributes(pen));
}

void Canvas::box(const Box& box, const Pen& pen) {
  body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n",
                       coordinate(box.x), coordinate(box.y), coordinate(box.width),
                       coordinate(box.height), attributes(pen));
}

void Canvas::shape(Shape shape, Point centre, double radius, const Pen& pen) {
  if (shape == Shape::circle) {
    body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", coordinate(centre.x),
                         coordinate(centre.y), coordinate(radius), attributes(pen));
    return;
  }
  std::vector<Point> points = corners(shape);
  for (Point& point : points)
    point = {centre.x + radius * point.x, centre.y + radius * point.y};
  path(points, pen, true);
}

void Canvas::begin(const Meaning& meaning) {
  const std::string tip = escaped(meaning.tip);
  body_ +=
      fmt::format("<g{} data-tip=\"{}\"><title>{}</title>\n", feature_attribute(meaning), tip, tip);
}

void Canvas::end() {
  body_ += "</g>\n";
}

void Canvas::small_mark(const Box& box, const Pen& pen, const Meaning& meaning) {
  body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{} data-tip=\"{}\"/>\n",
                       coordinate(box.x), coordinate(box.y), coordinate(box.width),
                       coordinate(box.height), attributes(pen), feature_attribute(meaning),
                       escaped(meaning.tip));
}

void Canvas::grid_line(Point from, Point to) {
  line(from, to, {.stroke = Ink::grid});
}

Chart Canvas::chart(const Frame& frame) const {
  const std::string id = escaped(clean(frame.id));
  const std::string title = tip_name(frame.title);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"{0}-title "
      "{0}-desc\" viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" fill=\"currentColor\" "
      "font-size=\"{3}\">\n<title id=\"{0}-title\">{4}</title>\n<desc "
      "id=\"{0}-desc\">{5}</desc>\n",
      id, coordinate(frame.width), coordinate(frame.height), coordinate(font_size), escaped(title),
      escaped(clean(frame.description)));
  svg += body_;
  svg += "</svg>\n";
  return {.id = frame.id,
          .title = title,
          .svg = std::move(svg),
          .width = frame.width,
          .height = frame.height};
}

}  // namespace pith::drawing
