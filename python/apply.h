// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace pith::python {

/// Adds the functions that apply a selection to other columns.
void bind_apply(nanobind::module_& module);

}  // namespace pith::python
