// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/text.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/matrix.h"

namespace pith {
namespace {

using namespace drawing;

constexpr std::size_t max_features = 40;

/// The pair that is most alike.
std::string description(const HeatMapData& data, const Matrix& matrix) {
  std::string text = fmt::format("The {} of each pair of {}.", tip_name(data.measure),
                                 counted(matrix.rows.size(), "feature"));
  double best = -1;
  std::string pair;
  for (std::size_t row = 0; row < matrix.rows.size() && row < data.values.size(); ++row) {
    for (std::size_t column = 0; column < row && column < data.values[row].size(); ++column) {
      if (!(data.values[row][column] > best)) continue;
      best = data.values[row][column];
      pair = fmt::format("{} and {}", tip_name(matrix.rows[column].name),
                         tip_name(matrix.rows[row].name));
    }
  }
  if (!pair.empty()) text += fmt::format(" Largest: {}, {}.", pair, exact(best));
  return text;
}

}  // namespace

Chart heat_map(const HeatMapData& data) {
  Matrix matrix{.measure = data.measure, .values = data.values};
  for (std::size_t i = 0; i < std::min(max_features, data.features.size()); ++i) {
    const HeatMapData::Feature& each = data.features[i];
    matrix.rows.push_back(
        {.feature = each.feature, .name = each.name, .is_strong = each.is_selected});
  }
  // Where all are selected, there is nothing to tell apart.
  const bool all = std::all_of(matrix.rows.begin(), matrix.rows.end(),
                               [](const Matrix::Row& row) { return row.is_strong; });
  for (Matrix::Row& row : matrix.rows)
    row.is_strong = row.is_strong && !all;
  return draw_matrix(
      matrix, {.id = data.id, .title = data.title, .description = description(data, matrix)});
}

}  // namespace pith
