// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pith/report/charts/canvas.h"
#include "pith/report/charts/scale.h"

namespace pith::drawing {

constexpr std::size_t max_selected_bars = 40;

/// A bar for each feature: full for selected features, outlined for the others.
struct SelectedBars {
  struct Bar {
    std::size_t feature = 0;
    std::string rank;
    std::string name;
    double number = 0;
    std::string value;  ///< the number as text
    std::string tip;
    bool is_selected = false;
  };
  std::string headline = {};  ///< above the bars, cleaned, in lines; may be empty
  std::string axis;
  std::string selected = "selected";        ///< what full bars are
  std::string unselected = "not selected";  ///< what outlined bars are
  std::vector<Bar> bars = {};               ///< at most max_selected_bars
  std::size_t count = 0;                    ///< of all features, of which `bars` are the first
  NiceTicks ticks = {};
};

/// The height of the frame is set.
Chart draw_selected_bars(const SelectedBars& data, Canvas::Frame frame);

}  // namespace pith::drawing
