// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pith::cli {

/// Sets a little memory aside that is given back when there is no other left: destructors that need
/// some (those of nlohmann::json do) then find it, and the error can be reported.
void reserve_memory();

}  // namespace pith::cli
