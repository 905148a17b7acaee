// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pith/report/charts/canvas.h"
#include "pith/report/charts/scale.h"

namespace pith::drawing {

/// The name of a line of a plot.
struct SeriesLabel {
  std::string name;
  double y = 0;                            ///< where the line ends
  std::optional<std::size_t> series = {};  ///< its number; none: a line without points
  std::string dashes = {};
};

/// The width that names beside the plot need; 0: they are too long or too many, and belong into a
/// legend.
double direct_label_width(const std::vector<std::string>& names);

/// Draws the names from `x` on, at the heights of their lines, moved apart within the ends.
void draw_direct_labels(Canvas& canvas, const std::vector<SeriesLabel>& labels, double x,
                        const Scale::Ends& heights);

/// Draws the names below a plot that ends at `top`; returns where the legend ends.
double draw_legend(Canvas& canvas, const std::vector<SeriesLabel>& labels, double top);

}  // namespace pith::drawing
