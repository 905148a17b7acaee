// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/data/table.h"

namespace pith {
inline namespace families {

/// 1 for the rows of a class and -1 for all others.
inline std::vector<double> signs_of(const Table& table, std::size_t positive) {
  std::vector<double> signs(table.rows());
  for (std::size_t row = 0; row < signs.size(); ++row)
    signs[row] = table.target().code(row) == positive ? 1.0 : -1.0;
  return signs;
}

/// The classes that a model of one class against the rest is made for: all; of two the second, as
/// the other one is its mirror image.
inline std::vector<std::size_t> machines_of(const Table& table) {
  if (table.classes() == 2) return {1};
  std::vector<std::size_t> classes(table.classes());
  for (std::size_t i = 0; i < classes.size(); ++i)
    classes[i] = i;
  return classes;
}

}  // namespace families
}  // namespace pith
