// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/data/files/typed_columns.h"

namespace pith {

/// What a file says about itself as the JSON document `pith/schema/1` (docs/schema/schema-1.json).
std::string schema_json(const FileSchema& schema);

}  // namespace pith
