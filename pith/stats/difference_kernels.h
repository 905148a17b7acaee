// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace pith {

/// Rows of a strip: values of so many rows lie side by side, feature after feature.
inline constexpr std::size_t strip_rows = 16;

/// out[x * stride + y] += sum[f] 2 max(x_f, y_f) for the rows x and y of two strips. With the sums
/// of both rows this is their distance, sum |x - y| = sum 2 max(x, y) - x - y, for two operations
/// per term. The sum is taken in single precision, so features come in short blocks.
void add_twice_larger(const float* x, const float* y, std::size_t features, double* out,
                      std::size_t stride);

/// out[x * stride + y] += the number of features in which rows of two strips differ.
void add_unequal(const float* x, const float* y, std::size_t features, double* out,
                 std::size_t stride);

/// sum |a - b|
double sum_of_differences(const double* a, const double* b, std::size_t size);
/// sums += weight |a - b|
void add_differences(const double* a, const double* b, double weight, std::size_t size,
                     double* sums);
/// sums += weight where a and b are unequal
void add_inequalities(const double* a, const double* b, double weight, std::size_t size,
                      double* sums);

/// Writes the places of the values that are at most `bound`, ascending, and returns their number.
std::size_t places_within(const double* values, std::size_t size, double bound,
                          std::uint32_t* places);

}  // namespace pith
