// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "pith/report/page/shape.h"

namespace pith {

/// What a report takes of a document with this schema, e.g. `pith/selection/1`; null: a report
/// cannot show such a document. Times and numbers of threads are left out, because two reports of
/// the same results must not differ.
const Shape* shape_of(std::string_view schema);

}  // namespace pith
