// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace pith {

/// Bytes that this process may use: the least of what the machine has, what its control group and
/// every group around that allow, and the process's own limits of address space and data.
std::uint64_t machine_memory();

/// The least limit of the control groups (version 1 or 2) that this process is in; the largest
/// number if there is none. Groups outside a control group namespace cannot be seen. `root` is
/// where the file system begins: empty, except in tests.
std::uint64_t control_group_memory(const std::string& root);

}  // namespace pith
