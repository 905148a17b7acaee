// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/option.h"
#include "pith/evaluate/inspection.h"

namespace pith {

/// What was seen as the JSON document `pith/inspect/1` (docs/schema/inspect-1.json).
std::string inspection_json(const Inspection& inspection,
                            const Spelling& spelling = plain_spelling);

}  // namespace pith
