// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace pith {

/// The version of the library, e.g. "0.1.0".
std::string_view version();

}  // namespace pith
