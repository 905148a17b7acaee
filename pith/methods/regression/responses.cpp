// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/regression/responses.h"

#include <cmath>

namespace pith {
inline namespace families {

Directions class_responses(const Table& table) {
  const auto weight = [&](std::size_t row) {
    return table.has_weights() ? table.weights()[row] : 1.0;
  };
  std::vector<double> shares(table.classes());
  double total = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    shares[table.target().code(row)] += weight(row);
    total += weight(row);
  }
  Directions responses(table.classes(), table.rows());
  for (std::size_t c = 0; c < table.classes(); ++c) {
    const double share = shares[c] / total;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double hit = table.target().code(row) == c ? 1 : 0;
      responses.at(c)[row] = std::sqrt(weight(row)) * (hit - share);
    }
  }
  return responses;
}

}  // namespace families
}  // namespace pith
