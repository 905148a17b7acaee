// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pith/data/formats/parquet/type.h"

namespace pith::parquet {

/// Makes numbers of the column (ColumnType::number) of `count` stored values of ColumnType::width
/// bytes each. The type must have a conversion. Throws Fault.
void convert(const ColumnType& type, const std::byte* stored, std::size_t count, std::byte* out);

/// The double nearest to a decimal whose integer is in bytes, the highest first. Throws Fault for
/// one that does not fit in 128 bits.
double decimal_of(std::string_view bytes, int scale);

/// Whether it is an integer, of scale 0, that no double equals. Throws Fault as decimal_of() does.
bool is_inexact_decimal(std::string_view bytes, int scale);

/// The first of these stored values that is such an integer.
std::optional<std::size_t> first_inexact(const ColumnType& type, const std::byte* stored,
                                         std::size_t count);

/// The text of a UUID of 16 bytes: `123e4567-e89b-12d3-a456-426614174000`.
std::string uuid_text(std::string_view bytes);

}  // namespace pith::parquet
