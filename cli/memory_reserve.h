// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pith::cli {

/// Sets a little memory aside that is given back, piece by piece, when there is no other left,
/// before std::bad_alloc is thrown. A part of it is kept for the time after that: destructors that
/// need memory (those of nlohmann::json do) must find some, and the error must be reported.
void reserve_memory();

}  // namespace pith::cli
