// SPDX-License-Identifier: Apache-2.0
#pragma once

extern "C" {
__attribute__((weak)) void __asan_init();  // NOLINT: the names of the run-time libraries
__attribute__((weak)) void __tsan_init();  // NOLINT
}

namespace pith {

/// Whether this process runs under a sanitizer with shadow memory, which takes terabytes of
/// addresses. Tests may be compiled without it and linked with a sanitized library.
inline bool has_shadow_memory() {
  return __asan_init != nullptr || __tsan_init != nullptr;
}

}  // namespace pith
