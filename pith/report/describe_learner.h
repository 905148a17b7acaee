// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/evaluate/learner.h"

namespace pith {

/// A learner as text for a terminal.
std::string describe_text(const Learner& learner);

/// All learners as a JSON array.
std::string learners_json();

}  // namespace pith
