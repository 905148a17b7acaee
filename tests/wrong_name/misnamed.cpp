// SPDX-License-Identifier: Apache-2.0
#include "pith/select/method.h"

namespace pith::methods {

// The file is called misnamed.cpp, so the catalogue looks for misnamed().
Method another_name() {
  return {};
}

}  // namespace pith::methods
