// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/table.h"

namespace pith {

/// Reads LIBSVM's sparse text: `label index:value ...` per line, with ascending indices from 1 on;
/// `#` begins a comment, `qid:` is ignored. The columns are `f1` ... `fD`, in which absent values
/// are 0, and the label, named `target`. Where lines begin with lists of labels, `1,5 3:0.2`, every
/// label becomes a boolean column that is named after it, and a line that begins with a pair has
/// none; a label of every row is left out with a note. `nan` is missing. The table is dense; its
/// size is checked against the memory limit before it is allocated. Reads the file twice.
Columns read_libsvm(Input& input, const Context& context);

}  // namespace pith
