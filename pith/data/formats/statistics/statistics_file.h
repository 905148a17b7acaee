// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/files/typed_columns.h"
#include "pith/data/input.h"

namespace pith {

/// Reads a file of SAS, Stata or SPSS with libreadstat, which is loaded with the first one. Numbers
/// stay in their type; those with a format of dates are dates, those of times are days. A number
/// whose values in use all have labels is a category of these labels; other labels are ignored.
/// Values that are missing in these programs are missing, among them declared ones and empty texts.
TypedColumns read_statistics_file(const Input& input, Format format, const Context& context);

}  // namespace pith
