// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pith {

/// Bytes that this process may use: what the machine has, or what its control group allows.
std::uint64_t machine_memory();

}  // namespace pith
