// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"

namespace pith {

/// Lets go of a library that knows no way to be stopped but prints now and then: while this lives,
/// what is printed on its thread is an occasion to throw Error(cancelled) through the library. What
/// that had allocated is then lost.
class Listening {
 public:
  explicit Listening(const Context& context);
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  ~Listening();

  /// To be given to the library in the place of its printing; prints nothing.
  static void hear(const char* text);
};

}  // namespace pith
