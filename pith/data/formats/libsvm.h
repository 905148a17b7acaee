// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/table.h"

namespace pith {

/// Reads LIBSVM's sparse text: `label index:value ...` per line, indices from 1 on and ascending,
/// `#` begins a comment, `qid:` is ignored. Columns `f1` ... `fD`, absent values being 0, and the
/// label last, as `target`. `nan` is missing. The table is dense; its size is checked against the
/// memory limit before it is made. Reads the file twice.
Columns read_libsvm(Input& input, const Context& context);

}  // namespace pith
