// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>

/// Our own mistake, never reachable by input: on in debug and sanitizer builds, nothing in release.
#define PITH_ASSERT(condition) assert(condition)
