// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>

/// Checks for a programming error that no input can cause. Active in debug and sanitizer builds,
/// removed in release builds.
#define PITH_ASSERT(condition) assert(condition)
