// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pith/report/charts/canvas.h"

namespace pith::drawing {

/// The lower triangle of a symmetric matrix of numbers in [0, 1]: the darker, the larger. Rows have
/// a number and a name, columns the number.
struct Matrix {
  struct Row {
    std::optional<std::size_t> feature = {};
    std::string name;
    bool is_strong = false;
  };
  std::string measure;  ///< what a number is
  std::vector<Row> rows = {};
  std::vector<std::vector<double>> values = {};
  double largest_cell = 46;
};

/// The height of the frame is set.
Chart draw_matrix(const Matrix& data, Canvas::Frame frame);

}  // namespace pith::drawing
