// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/methods/relief/class_neighbours.h"

// What the scores of the Relief family share. Nothing else includes this.
namespace pith {
inline namespace families {

/// The number of rows that are processed at a time, which bounds the number of pairs in memory and
/// the number of rows between two progress reports.
std::size_t rows_at_a_time(std::size_t pairs_per_row);

/// The memory for the pairs, for copies while they are gathered, and for lists of their ends.
Reservation reserve_pairs(std::size_t pairs, std::string_view remedy, const Context& context);

/// The weights of `count` rows by their rank of distance; the sum is 1.
std::vector<double> weights_by_rank(std::size_t count, double sigma);

/// The places of the wanted rows, or of all if empty, in the order of the classes.
std::vector<std::uint32_t> places_of(const ClassRows& rows,
                                     const std::vector<std::uint32_t>& wanted);

}  // namespace families
}  // namespace pith
