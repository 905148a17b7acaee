// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith {

/// Text for an element or a quoted attribute: `&`, `<`, `>` and quotes are escaped. Control
/// characters, marks of direction and bytes that are not UTF-8, which could deceive the reader or
/// end the document, become U+FFFD.
std::string html_text(std::string_view text);

/// At most `letters` letters: a longer text loses its middle, and has an ellipsis there. Bytes that
/// are not UTF-8 count as letters.
std::string shortened(std::string_view text, std::size_t letters);

/// For readers: four significant digits, `∞`, `–∞`; a dash for what is undefined.
std::string rough_number(double number);
/// The shortest text that reads back to the same bits; a dash for what is undefined.
std::string exact_number_text(double number);
/// `2.8 %` of 0.0281; a dash for what is undefined.
std::string percent_text(double share);
/// `10,000`.
std::string grouped(std::size_t count);

}  // namespace pith
