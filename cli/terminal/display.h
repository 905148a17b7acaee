// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::cli {

/// Text that is safe to show on one line: control characters, direction marks and line separators
/// are escaped (`\n`, `\x1b`, `\u202e`), what is not UTF-8 becomes
/// U+FFFD.
std::string printable(std::string_view text);

/// The width of `text` (from printable()) in columns of a terminal.
std::size_t display_width(std::string_view text);

/// The longest start and the longest end of `text` that take at most `width` columns. No end begins
/// with a mark that would combine with what stands before it.
std::string_view head_of(std::string_view text, std::size_t width);
std::string_view tail_of(std::string_view text, std::size_t width);

/// `text` cut to `width` columns, in the middle, because names often differ at the end.
std::string fit(std::string_view text, std::size_t width, bool has_unicode);

/// A duration for people: `0.3 ms`, `12 ms`, `1.4 s`, `2 min 5 s`.
std::string duration_text(double seconds);
/// An estimate for people: `1 s`, `90 s`, `14 min`, `3 h`, `2 days`.
std::string rough_duration(double seconds);

}  // namespace pith::cli
