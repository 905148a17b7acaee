// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/report/charts/label.h"

namespace pith::drawing {
namespace {

constexpr double gap = 8;
constexpr double bold = 1.12;                // how much wider bold letters are
constexpr std::size_t max_with_titles = 12;  // beyond, cells take few bytes

struct Layout {
  double number_width = 0;
  double name_width = 0;
  double left = 0;
  double cell = 0;    ///< width
  double height = 0;  ///< of a cell
};

Layout layout_of(const Matrix& data) {
  Layout layout;
  const auto count = static_cast<double>(data.rows.size());
  layout.number_width = text_width(std::to_string(data.rows.size()), small_size) + gap;
  for (const Matrix::Row& row : data.rows)
    layout.name_width = std::max(
        layout.name_width, text_width(clean(row.name), small_size) * (row.is_strong ? bold : 1));
  // Names give way to the cells as far as they can be read.
  constexpr double wide = 250;
  constexpr double narrow = 150;
  constexpr double roomy_cell = 24;
  const double wished = page_width - layout.number_width - gap - count * roomy_cell;
  layout.name_width = std::min(layout.name_width, std::clamp(wished, narrow, wide));
  layout.left = layout.number_width + layout.name_width + gap + 3;
  layout.cell = std::min(data.largest_cell, (page_width - layout.left) / std::max(1.0, count));
  constexpr double line_height = 11.5;
  layout.height = std::max(layout.cell, line_height);
  return layout;
}

double value_at(const Matrix& data, std::size_t row, std::size_t column) {
  if (row >= data.values.size() || column >= data.values[row].size())
    return std::numeric_limits<double>::quiet_NaN();
  return data.values[row][column];
}

Pen pen_of(double value) {
  if (std::isnan(value)) return {.stroke = Ink::grid};
  constexpr double palest = 0.04;
  return {.fill = Ink::blue, .opacity = std::clamp(value, palest, 1.0)};
}

struct Cell {
  std::size_t row = 0;
  std::size_t column = 0;
};

void draw_cell(Canvas& canvas, const Matrix& data, const Layout& layout, const Cell& cell) {
  const auto [row, column] = cell;
  const double value = value_at(data, row, column);
  const double line = layout.cell > 12 ? 1 : 0.5;  // between cells
  const Box box{.x = layout.left + static_cast<double>(column) * layout.cell,
                .y = static_cast<double>(row) * layout.height,
                .width = layout.cell - line,
                .height = layout.height - line};
  const bool is_small = data.rows.size() > max_with_titles;
  const Meaning meaning{.feature = data.rows[row].feature,
                        .tip = fmt::format("{} and {}: {}", tip_name(data.rows[row].name),
                                           tip_name(data.rows[column].name), exact(value))};
  if (is_small) {
    canvas.small_mark(box, pen_of(value), meaning);
    return;
  }
  canvas.begin(meaning);
  canvas.box(box, pen_of(value));
  constexpr double min_cell = 30;  // for a number
  if (layout.cell >= min_cell) {
    const std::string text = std::isnan(value) ? "\xE2\x80\x93" : fmt::format("{:.2f}", value);
    canvas.text({box.x + box.width / 2, box.y + box.height / 2 + 4.5}, text,
                {.anchor = Anchor::middle, .ink = value > 0.55 ? Ink::white : Ink::text});
  }
  canvas.end();
}

/// Shades from 0 to 1, and what they mean.
void draw_legend(Canvas& canvas, const Matrix& data, double y) {
  constexpr double step = 20;
  constexpr int steps = 6;
  canvas.text({0, y + 10}, "0", {.is_muted = true});
  for (int i = 0; i < steps; ++i) {
    canvas.box({.x = 12 + i * step, .y = y, .width = step - 1, .height = 11},
               pen_of(i / (steps - 1.0)));
  }
  constexpr double end = 12 + steps * step;
  canvas.text({end + 4, y + 10}, "1", {.is_muted = true});
  canvas.text({end + 20, y + 10}, shortened(data.measure, page_width - end - 20, small_size),
              {.is_muted = true});
}

void draw_numbers(Canvas& canvas, const Layout& layout, std::size_t count) {
  const double y = static_cast<double>(count) * layout.height + 14;
  std::vector<double> places;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back(layout.left + (static_cast<double>(i) + 0.5) * layout.cell);
    numbers.push_back(std::to_string(i + 1));
  }
  for (const std::size_t i : labels_with_room(places, numbers, 5))
    canvas.text_on_page({places[i], y}, numbers[i], {.is_muted = true});
}

}  // namespace

Chart draw_matrix(const Matrix& data, Canvas::Frame frame) {
  Canvas canvas;
  const Layout layout = layout_of(data);
  const std::size_t count = data.rows.size();
  const double size = std::clamp(layout.height - 1, 10.5, small_size);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t column = 0; column <= row; ++column)
      draw_cell(canvas, data, layout, {row, column});
    const bool is_strong = data.rows[row].is_strong;
    const double y = (static_cast<double>(row) + 0.5) * layout.height + size * 0.36;
    canvas.text({layout.number_width - gap, y}, std::to_string(row + 1),
                {.size = size, .anchor = Anchor::end, .is_muted = true});
    canvas.text({layout.number_width, y},
                shortened(data.rows[row].name, layout.name_width / (is_strong ? bold : 1), size),
                {.size = size, .is_bold = is_strong});
  }
  draw_numbers(canvas, layout, count);
  const double bottom = static_cast<double>(count) * layout.height + 24;
  draw_legend(canvas, data, bottom);
  frame.height = bottom + 18;
  return canvas.chart(frame);
}

}  // namespace pith::drawing
