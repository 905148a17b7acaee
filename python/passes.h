// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace pith::python {

/// Adds what runs passes over rows that are elsewhere: the kernels for the places where the rows
/// are, and the selection by a runner that is written in Python.
void bind_passes(nanobind::module_& module);

}  // namespace pith::python
