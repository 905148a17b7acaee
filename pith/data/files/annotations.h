// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/data/files/typed_columns.h"
#include "pith/data/roles.h"

namespace pith {

/// Keeps the annotations that a role or a declaration names, and a note about the others: they
/// describe the rows, and are no features unless they are named. Patterns with wildcards do not
/// name them. Throws Error(bad_argument) with their names where a target or weights are wanted that
/// are not there, or a target that is not named. Does nothing where there are no annotations.
void keep_named_annotations(TypedColumns& read, const Roles& roles, const std::string& source);

}  // namespace pith
