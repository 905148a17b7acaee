// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pith/select/passes/pass_table.h"

// Internal: the categories of features and classes that are read by passes.
namespace pith::select_internal {

/// Categories in the order of their codes: by value where all names are finite numbers, else by the
/// bytes of the names. The order of the rows does not matter.
struct Levels {
  std::vector<std::string> names = {};
  std::vector<double> values = {};  ///< where the field holds numbers
  std::vector<double> counts = {};  ///< of rows

  std::size_t size() const { return names.size(); }
  /// The code of most rows; ties go to the lowest. None without rows.
  std::optional<std::uint32_t> mode() const;
};

/// Of text, with these counts.
Levels levels_of(const std::map<std::string, std::uint64_t>& counts);
/// Of numbers.
Levels levels_of(const std::map<double, std::uint64_t>& counts);

/// Of a feature whose values are categories. Throws Error(bad_data) if there are too many.
Levels feature_levels(const PassFeature& feature, const ColumnSummary& summary);
/// The same levels with the counts of another summary, which has no others.
Levels with_counts(Levels levels, const PassFeature& feature, const ColumnSummary& summary);

}  // namespace pith::select_internal
