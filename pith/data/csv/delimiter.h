// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace pith {

/// The delimiter of the first lines: the one of `,` `;` tab `|` that separates all of them into
/// equally many fields; of several, or if none does, the one that occurs most in the first line. A
/// blank stands for runs of blanks: when no other delimiter occurs in the first line and these
/// separate all lines into equally many fields. A comma if nothing fits. `decimal` is the decimal
/// mark, if it is known; a decimal comma is a delimiter only if there is no other.
char find_delimiter(std::string_view text, char decimal = 0);

/// Makes runs of blanks (blanks and tabs) between fields delimiters: the first blank of each run
/// becomes a tab and the rest blanks, so that offsets stay. Blanks at the start and the end of a
/// line, and in quotes, stay blanks. `begin` must be the start of a row; text that was split before
/// is not changed.
void split_blanks(char* begin, char* end);

}  // namespace pith
