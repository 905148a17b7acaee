// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace pith {

/// The length of the UTF-8 letter at the start of the text, which must not be empty; 0: it is
/// malformed, which includes overlong forms, surrogates and anything above U+10FFFF.
std::size_t utf8_size(std::string_view text);

}  // namespace pith
