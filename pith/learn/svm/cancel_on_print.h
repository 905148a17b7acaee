// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"

namespace pith {

/// Cancels a library that has no means to be cancelled but prints now and then. While an object
/// exists, on_print() on its thread throws Error(cancelled) through the library once the context is
/// told to stop. The memory that the library had allocated then leaks.
class CancelOnPrint {
 public:
  /// `context` is not owned and must outlive the object.
  explicit CancelOnPrint(const Context& context);
  CancelOnPrint(const CancelOnPrint&) = delete;
  CancelOnPrint& operator=(const CancelOnPrint&) = delete;
  ~CancelOnPrint();

  /// The print function to pass to the library; it prints nothing.
  static void on_print(const char* text);
};

}  // namespace pith
