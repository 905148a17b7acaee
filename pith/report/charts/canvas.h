// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/report/charts/charts.h"

namespace pith::drawing {

// Sizes in units of the viewBox. A chart that is 480 wide is legible on a phone.
constexpr double page_width = 480;
constexpr double font_size = 13;
constexpr double small_size = 12;

/// Colours, as custom properties with fallbacks. The eight of series are those of Okabe and Ito,
/// which people with any kind of colour vision can tell apart.
enum class Ink { text, white, grid, blue, vermilion, green, pink, orange, sky, yellow, grey, none };
/// The colour of a series; they repeat after eight.
Ink series_ink(std::size_t series);

struct Point {
  double x = 0;
  double y = 0;
};

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

enum class Anchor { start, middle, end };

struct TextStyle {
  double size = small_size;
  Anchor anchor = Anchor::start;
  bool is_muted = false;
  bool is_bold = false;
  Ink ink = Ink::text;
};

/// How a shape is drawn. What is not filled has an outline.
struct Pen {
  Ink fill = Ink::none;
  Ink stroke = Ink::none;
  double width = 1;         ///< of the stroke
  double opacity = 1;       ///< of the filling
  std::string dashes = {};  ///< e.g. `4 3`
};

/// Shapes tell series apart without colours. They have about the same area.
enum class Shape { circle, square, triangle, diamond, cross, plus, down_triangle, star };
Shape series_shape(std::size_t series);

/// What a mark stands for.
struct Meaning {
  std::optional<std::size_t> feature = {};
  std::string tip;  ///< the exact numbers, cleaned
};

/// Collects the elements of an SVG. Numbers are printed with at most two decimals.
class Canvas {
 public:
  /// `text` must be cleaned.
  void text(Point at, std::string_view text, const TextStyle& style = {});
  /// With its middle at the point, or so far beside it that the text stays on the page.
  void text_on_page(Point middle, std::string_view text, TextStyle style);
  void line(Point from, Point to, const Pen& pen);
  void path(const std::vector<Point>& points, const Pen& pen, bool is_closed = false);
  void box(const Box& box, const Pen& pen);
  void shape(Shape shape, Point centre, double radius, const Pen& pen);

  /// Everything up to the matching end() is one mark.
  void begin(const Meaning& meaning);
  void end();
  /// A mark that is a single box, in few bytes: it has a tip, but no <title>.
  void small_mark(const Box& box, const Pen& pen, const Meaning& meaning);

  /// A grid line with its label.
  void grid_line(Point from, Point to);

  /// The chart with everything that was drawn.
  struct Frame {
    std::string id;
    std::string title;
    std::string description;  ///< for people who do not see it
    double width = page_width;
    double height = 0;
  };
  Chart chart(const Frame& frame) const;

 private:
  std::string body_;
};

/// A coordinate: at most two decimals, never `-0`.
std::string coordinate(double number);

}  // namespace pith::drawing
