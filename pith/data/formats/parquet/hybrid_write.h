// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace pith {

/// Appends numbers below 2^width in Parquet's hybrid encoding: eight or more equal ones as a run,
/// the others in groups of eight with `width` bits each. The last group is filled with zeros.
void append_hybrid(std::string& bytes, std::span<const std::uint32_t> values, unsigned width);

/// Appends numbers below 2^width with `width` bits each, the lowest bits first; zeros fill the last
/// byte.
void append_packed(std::string& bytes, std::span<const std::uint32_t> values, unsigned width);

}  // namespace pith
