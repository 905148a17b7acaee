// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"

namespace pith::python {

/// What options of the library are called where the user is: by the name of the option, or by a
/// name with its value (`missing=drop`). An empty name leaves the mention out.
using OptionNames = std::map<std::string, std::string>;

/// Spells options as arguments of Python: `missing='drop', 'impute' or 'level'`, `cap=False`,
/// `alpha=0.05`; and commands as functions of the package: `pith.methods()`.
Spelling python_spelling(OptionNames names);

/// Raises the error as an exception of Python. The exception has the attribute `pith_cause`, the
/// name of its Cause, and OSError has `errno` where the operating system gave the reason.
[[noreturn]] void raise(const Error& error, const Spelling& spelling);

/// Calls `work` and raises its errors as exceptions of Python.
template <class Work>
auto with_python_errors(const Spelling& spelling, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const Error& error) {
    raise(error, spelling);
  }
}

}  // namespace pith::python
