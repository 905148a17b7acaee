// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/regression/responses.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pith {
inline namespace families {
namespace {

double weight_of(const Table& table, std::size_t row) {
  return table.has_weights() ? table.weights()[row] : 1.0;
}

Directions class_responses(const Table& table) {
  std::vector<double> shares(table.classes());
  double total = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    shares[table.target().code(row)] += weight_of(table, row);
    total += weight_of(table, row);
  }
  Directions responses(table.classes(), table.rows());
  for (std::size_t c = 0; c < table.classes(); ++c) {
    const double share = shares[c] / total;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double hit = table.target().code(row) == c ? 1 : 0;
      responses.at(c)[row] = std::sqrt(weight_of(table, row)) * (hit - share);
    }
  }
  return responses;
}

/// Relative to the first number, so that a large mean causes no rounding errors, and to the largest
/// distance from it, so that squares neither overflow nor vanish.
Directions numeric_response(const Table& table) {
  const Numbers numbers = table.target().numbers();
  const double origin = numbers[0];
  double largest = 0;
  for (const double value : numbers)
    largest = std::max(largest, std::abs(value - origin));
  double sum = 0;
  double total = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    sum += weight_of(table, row) * ((numbers[row] - origin) / largest);
    total += weight_of(table, row);
  }
  Directions response(1, table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    response.at(0)[row] =
        std::sqrt(weight_of(table, row)) * ((numbers[row] - origin) / largest - sum / total);
  }
  return response;
}

Directions responses_of_one(const Table& table) {
  return table.has_numeric_target() ? numeric_response(table) : class_responses(table);
}

}  // namespace

/// Where there are several targets, each has a sum of squares of 1: R2 is the mean over the
/// targets.
Directions target_responses(const Table& table) {
  if (table.targets() == 1) return responses_of_one(table);
  Directions all(response_count(table), table.rows());
  std::size_t next = 0;
  for (std::size_t i = 0; i < table.targets(); ++i) {
    const Directions some = responses_of_one(table.with_target(i));
    double squares = 0;
    for (std::size_t r = 0; r < some.count; ++r) {
      for (const double value : some.at(r))
        squares += value * value;
    }
    const double length = std::sqrt(squares);
    for (std::size_t r = 0; r < some.count; ++r, ++next) {
      std::transform(some.at(r).begin(), some.at(r).end(), all.at(next).begin(),
                     [&](double value) { return value / length; });
    }
  }
  return all;
}

std::size_t response_count(const Table& table) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < table.targets(); ++i)
    count += table.target(i).is_numbers() ? 1 : table.target(i).levels();
  return count;
}

}  // namespace families
}  // namespace pith
