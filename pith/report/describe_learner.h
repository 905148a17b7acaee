// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/option.h"
#include "pith/learn/model/learner.h"

namespace pith {

/// A learner as text for a terminal.
std::string describe_text(const Learner& learner, const Spelling& spelling = plain_spelling,
                          std::size_t width = 80);

/// All learners as a JSON array.
std::string learners_json(const Spelling& spelling = plain_spelling);

}  // namespace pith
