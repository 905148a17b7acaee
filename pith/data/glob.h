// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// True when `pattern` matches the whole of `name`: `*` any text, `?` one character (UTF-8),
/// `[a-z]` and `[!a-z]` sets of bytes, everything else itself. A `[` without a `]` matches itself.
/// O(|pattern| |name|) for any pattern.
bool glob_matches(std::string_view pattern, std::string_view name);
bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

}  // namespace pith
