// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/table.h"

namespace pith {

/// The synthetic tree of Gao, Ver Steeg and Galstyan (2016), supplement D: y is 0 or 1, x1, x2, x3
/// are normal around y, y/1.5, y/2.25; x4, x5 around x1; x6, x7 around x2; x8, x9 around x3; every
/// standard deviation is 1.
inline Table vmi_tree(std::size_t rows, std::uint64_t seed) {
  constexpr std::size_t features = 9;
  constexpr std::size_t roots = 3;
  constexpr std::array<double, roots> slopes{1.0, 1 / 1.5, 1 / 2.25};
  // Box and Muller's normal numbers; stream 0 is the target, stream j is x_j.
  const auto normal = [&](std::size_t j, std::size_t row) {
    const Random random(seed, j);
    const double radius = std::sqrt(-2 * std::log1p(-random.uniform(2 * row)));
    return radius * std::cos(2 * std::numbers::pi * random.uniform(2 * row + 1));
  };
  std::vector<std::uint32_t> target(rows);
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    target[row] = Random(seed, 0).uniform(row) < 0.5 ? 0 : 1;
    for (std::size_t j = 0; j < features; ++j) {
      const double mean = j < roots ? target[row] * slopes[j] : columns[(j - roots) / 2][row];
      columns[j][row] = mean + normal(j + 1, row);
    }
  }
  TableParts parts;
  for (std::size_t j = 0; j < features; ++j) {
    parts.features.push_back(Column::from_numbers(std::move(columns[j])));
    parts.names.emplace_back("x").append(std::to_string(j + 1));
  }
  parts.target = Column::from_codes(target, {"0", "1"});
  parts.target_name = std::string("y");
  return Table(std::move(parts));
}

/// I(x_j;y) of the tree by numerical integration, and I(x1..xj;y) of its first layer: the means of
/// the classes differ by d standard deviations, with d^2 = slope^2 / variance, added up for the
/// joint values.
inline constexpr std::array<double, 9> vmi_tree_information{
    0.1114214822,  0.05267163686, 0.02410063885, 0.05887828223, 0.05887828223,
    0.02703296464, 0.02703296464, 0.0121956984,  0.0121956984};
inline constexpr std::array<double, 3> vmi_tree_joint_information{0.1114, 0.1536, 0.1712};

}  // namespace pith
