// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/report/page/shape.h"

namespace pith {

/// The parts of a result that its shape names, with values that are possible: features exist and
/// are listed once, ranks count from 1, no list of steps is longer than k, and a similarity matrix
/// has a row and a column for each of its features. Throws Error(bad_data) with the place and the
/// value that is not possible; `source` names the result. Columns of an inspection are not checked.
Json checked_result(const ParsedJson& json, const Shape& shape, const std::string& source);

}  // namespace pith
