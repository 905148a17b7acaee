// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pith::cli {

/// Occupies those of the descriptors 0, 1 and 2 that are closed, so that no file of ours gets one
/// of them: what is printed would go into it, and what is read would come from it. Reading and
/// writing them fails as if they were closed.
void occupy_standard_descriptors();

/// Lets the program open as many files as the system allows it, for tables in many files.
void raise_file_limit();

}  // namespace pith::cli
