// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith {

/// The length of the UTF-8 letter at the start of the text, which must not be empty; 0: it is
/// malformed, which includes overlong forms, surrogates and anything above U+10FFFF.
std::size_t utf8_size(std::string_view text);

/// The code point of a letter that utf8_size() has found to be valid.
std::uint32_t code_point(std::string_view letter);

/// The control characters, C0 and C1.
bool is_control(std::uint32_t point);
/// What changes the look of a text without being seen: marks of direction, invisible joiners,
/// separators of lines, tags.
bool is_deceptive(std::uint32_t point);
/// What Unicode keeps from being a character.
bool is_noncharacter(std::uint32_t point);

/// In columns of a terminal: 0 for a combining mark, 2 for a wide letter, else 1.
std::size_t columns_of(std::uint32_t point);

}  // namespace pith
