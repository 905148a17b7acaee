// SPDX-License-Identifier: Apache-2.0
#include "pith/search/information_errors.h"

#include "pith/measure/information_bounds.h"

namespace pith {

std::vector<double> class_weights(const Table& table) {
  std::vector<double> sums(table.classes());
  for (std::size_t row = 0; row < table.rows(); ++row)
    sums[table.target().code(row)] += table.weights().empty() ? 1 : table.weights()[row];
  return sums;
}

void add_error_bounds(Selection& selection, std::span<const double> class_weights) {
  for (Selected& step : selection.selected)
    step.bayes_error = information_error(step.score, class_weights);
  const double last = selection.selected.empty() ? 0 : selection.selected.back().score;
  add_error_figures(selection, last, class_weights);
}

void add_error_figures(Selection& selection, double information,
                       std::span<const double> class_weights, InformationValue value) {
  const ErrorBounds bounds = information_error(information, class_weights);
  if (value != InformationValue::at_most)
    selection.diagnostics.push_back({"fano_bound", bounds.lower});
  if (value != InformationValue::at_least)
    selection.diagnostics.push_back({"hellman_raviv_bound", bounds.upper});
}

}  // namespace pith
