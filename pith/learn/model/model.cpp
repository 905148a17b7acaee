// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/model.h"

#include <algorithm>

namespace pith {

std::uint32_t best_class(std::span<const double> scores) {
  return static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) -
                                    scores.begin());
}

std::vector<double> predict_numbers(const Model& model, const MatrixView<const double>& rows) {
  std::vector<double> numbers(rows.extent(0));
  model.score(rows, MatrixView<double>::row_major(numbers.data(), numbers.size(), 1));
  return numbers;
}

std::vector<std::uint32_t> predict(const Model& model, const MatrixView<const double>& rows,
                                   std::size_t class_count) {
  std::vector<double> scores(rows.extent(0) * class_count);
  model.score(rows, MatrixView<double>::row_major(scores.data(), rows.extent(0), class_count));
  std::vector<std::uint32_t> best;
  best.reserve(rows.extent(0));
  for (std::size_t row = 0; row < rows.extent(0); ++row)
    best.push_back(best_class(std::span(scores).subspan(row * class_count, class_count)));
  return best;
}

}  // namespace pith
