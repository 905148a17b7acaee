// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/class_rows.h"

#include <algorithm>

namespace pith {

ClassRows::ClassRows(const Table& table) {
  std::vector<std::uint32_t> codes(table.rows());
  for (std::size_t row = 0; row < codes.size(); ++row)
    codes[row] = table.target().code(row);
  const auto counts = [&](std::size_t row) {
    return !table.has_weights() || table.weights()[row] > 0;
  };
  std::vector<std::size_t> ends(table.classes());
  for (std::size_t row = 0; row < codes.size(); ++row)
    ends[codes[row]] += counts(row) ? 1 : 0;
  std::size_t total = 0;
  for (std::size_t& end : ends) {
    const std::size_t size = end;
    if (size > 0) sizes.push_back(static_cast<std::uint32_t>(size));
    end = total;
    total += size;
  }
  rows.resize(total);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (counts(row)) rows[ends[codes[row]]++] = static_cast<std::uint32_t>(row);
  }
  const auto weight = [&](std::uint32_t row) { return table.weights()[row]; };
  if (table.has_weights() &&
      std::any_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return weight(row) != 1; })) {
    weights.resize(total);
    std::transform(rows.begin(), rows.end(), weights.begin(), weight);
  }
}

}  // namespace pith
