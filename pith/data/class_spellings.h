// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "pith/data/column.h"

namespace pith {

/// A warning about classes that differ only by case or blanks, with their spellings and counts:
/// they are rarely meant to be different. None where there are no such classes.
std::optional<std::string> class_spellings(const Column& target);
/// The same for classes with these names and numbers of rows.
std::optional<std::string> class_spellings(std::span<const std::string> names,
                                           std::span<const std::uint64_t> rows);

}  // namespace pith
