// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "pith/base/text.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/matrix.h"

namespace pith {

Chart agreement_chart(const AgreementData& data) {
  using namespace drawing;
  Matrix matrix{.measure = data.measure, .values = data.values, .largest_cell = 44};
  for (const std::string& name : data.names)
    matrix.rows.push_back({.name = name});
  return draw_matrix(
      matrix, {.id = data.id,
               .title = data.title,
               .description = fmt::format("The {} for each pair of {}.", tip_name(data.measure),
                                          counted(data.names.size(), "method"))});
}

}  // namespace pith
