// SPDX-License-Identifier: Apache-2.0
#include "pith/base/version.h"

namespace pith {

std::string_view version() {
  return PITH_VERSION;
}

}  // namespace pith
