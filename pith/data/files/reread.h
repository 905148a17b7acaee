// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pith/data/write.h"

namespace pith {

/// What a reader without options gets from the written file that is not in the columns, each with
/// the option that reads it as it was, where there is one. None: it reads the same names, kinds,
/// levels, values and missing values. Found by the rules of the readers, without reading.
std::vector<std::string> reread_notes(const WrittenColumns& written, Format format);

}  // namespace pith
