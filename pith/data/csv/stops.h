// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith {

/// How many entries find_csv_stops() may write beyond those it returns.
inline constexpr std::size_t csv_stops_slack = 8;

/// `native` needs AVX2, BMI and POPCNT.
enum class CsvStopsKernel { portable, native };
CsvStopsKernel best_csv_stops_kernel();

/// Positions of every delimiter and line feed in `text`, which is below 4 GiB; returns how many.
/// `stops` has room for text.size() + csv_stops_slack entries.
std::size_t find_csv_stops(std::string_view text, char delimiter, std::uint32_t* stops,
                           CsvStopsKernel kernel = best_csv_stops_kernel());

}  // namespace pith
