// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Texts of charts.
namespace pith::drawing {

/// `text` on one line and without tricks: control characters, marks of direction, invisible
/// characters and what is not UTF-8 or not allowed in XML become U+FFFD, tabs and line ends spaces.
std::string clean(std::string_view text);

/// `text` (cleaned) for the content of an element or for an attribute in double quotes.
std::string escaped(std::string_view text);

/// An estimate of the width of a cleaned text, rather too large; `size` is that of the font.
double text_width(std::string_view text, double size);

/// The cleaned text, shortened in the middle to `width`, because names often differ at the end.
std::string shortened(std::string_view text, double width, double size);

/// The positions in `texts` that are shown where their middles are at `places`, which ascend: those
/// that leave `gap` to the one before. Of places at equal distances every second, third, ... is
/// shown; the texts have the small size.
std::vector<std::size_t> labels_with_room(const std::vector<double>& places,
                                          const std::vector<std::string>& texts, double gap);

/// The cleaned name for a tip, which may be long, but not endless.
std::string tip_name(std::string_view name);

/// Four significant digits, with a true minus sign: `0.8123`, `−12`, `∞`; NaN: an en dash.
std::string short_number(double number);
/// Numbers of one column, with the same number of decimals.
std::vector<std::string> aligned_numbers(const std::vector<double>& numbers, bool has_sign = false);
/// A number that reads back to the same bits, for tips; infinities are `inf` and `-inf`.
std::string exact(double number);
/// `94.5 %` of a fraction.
std::string percent(double share);
/// `12,345`.
std::string grouped(std::size_t count);

}  // namespace pith::drawing
