// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"

namespace pith {

/// Lets go of a library that knows no way to be stopped but prints now and then: while this lives,
/// what is printed on its thread is an occasion to throw Error(cancelled) through the library. What
/// that had allocated is then lost.
class CancelOnPrint {
 public:
  explicit CancelOnPrint(const Context& context);
  CancelOnPrint(const CancelOnPrint&) = delete;
  CancelOnPrint& operator=(const CancelOnPrint&) = delete;
  ~CancelOnPrint();

  /// To be given to the library in the place of its printing; prints nothing.
  static void on_print(const char* text);
};

}  // namespace pith
