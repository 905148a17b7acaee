// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Internal: what is said about missing values, whether the table is in memory or read by passes.
namespace pith {

/// The feature that is the first with missing values, as far as it is known.
struct MissingValues {
  std::string source = {};  ///< of the table
  std::string feature;
  std::size_t count = 0;
  std::optional<std::size_t> first_row = {};  ///< counted from 0
  std::string stray = {};  ///< stray_text() of the column, if it has stray tokens
};
/// Throws Error(bad_data).
[[noreturn]] void reject_missing(const MissingValues& found, std::string_view remedy);
[[noreturn]] void reject_no_rows_left();
[[noreturn]] void reject_one_class_left(const std::string& name);
[[noreturn]] void reject_imputing_empty(const std::string& name);

/// The code with the largest count; ties go to the lowest. None where nothing is counted.
std::optional<std::uint32_t> most_frequent_code(std::span<const double> counts);

std::string dropped_note(std::size_t dropped, std::size_t rows);
std::string imputed_note(std::size_t values, std::size_t features);
std::string missing_level_note(std::size_t features);

}  // namespace pith
