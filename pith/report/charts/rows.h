// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pith/report/charts/canvas.h"
#include "pith/report/charts/scale.h"

namespace pith::drawing {

/// The layout of charts with one row for each feature: rank and name, a bar, and a number at the
/// right edge. Long names stand above their bars, so that they can be read in full. Where there are
/// many rows, they are thin and only some have texts.
class Rows {
 public:
  struct Row {
    std::string rank;   ///< may be empty
    std::string name;   ///< any text
    std::string value;  ///< cleaned
  };
  struct Heads {
    std::string axis;    ///< what the bars are
    std::string values;  ///< what the numbers at the right edge are
  };

  /// `top` is the space above the axis.
  Rows(std::vector<Row> rows, Heads heads, double top);

  /// Draws ticks and grid, and returns the scale of the bars.
  Scale draw_axis(Canvas& canvas, const NiceTicks& ticks) const;
  /// Draws the texts of a row.
  void draw_texts(Canvas& canvas, std::size_t row) const;
  /// The middle of the bar of a row, and its height.
  double middle(std::size_t row) const;
  double bar_height() const;
  double left() const { return left_; }
  double right() const { return right_; }
  double bottom() const;  ///< below the last row

 private:
  void draw_grid(Canvas& canvas, double x) const;
  bool has_texts(std::size_t row) const { return row % label_step_ == 0; }

  std::vector<Row> rows_;
  Heads heads_;
  double top_;
  double rank_width_ = 0;
  double name_width_ = 0;
  double left_ = 0;
  double right_ = 0;
  double pitch_ = 0;
  std::size_t label_step_ = 1;
  bool is_stacked_ = false;
};

/// Marks the end of a bar that would go on to infinity; `tip` is where the bar ends.
void draw_arrow(Canvas& canvas, Point tip, bool points_right, Ink ink);

}  // namespace pith::drawing
