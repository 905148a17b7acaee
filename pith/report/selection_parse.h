// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "pith/select/apply.h"

namespace pith {

/// What the JSON document `pith/selection/1`, as selection_json() writes it, says about the
/// selected features. Other parts of the document are not looked at, so that a later version may
/// add some. Throws Error(bad_data) for a text that is not such a document; `source` names it in
/// the message.
FittedSelection parse_selection(std::string_view text, const std::string& source);

}  // namespace pith
