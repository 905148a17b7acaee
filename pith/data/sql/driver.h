// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pith/data/sql/adbc.h"
#include "pith/data/sql/address.h"

namespace pith {

/// The functions of the ADBC driver of a database system, which is loaded from the first of these
/// that has it: the folders and files in ADBC_DRIVER_PATH (separated by colons), and `folders`. It
/// stays loaded. Throws Error(io) with how to get it where there is none, or where it cannot be
/// loaded.
AdbcDriver load_driver(DatabaseSystem system, const std::vector<std::filesystem::path>& folders);

/// Where drivers lie that came with this library or program: the folders `adbc` beside it and
/// `lib/pith/adbc` above it; in a tree where it was built, `adbc` beside the tree; in a Python
/// environment, the packages of the drivers.
std::vector<std::filesystem::path> own_driver_folders(DatabaseSystem system);

}  // namespace pith
