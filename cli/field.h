// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pith::cli {

/// A field of CSV, in quotes where RFC 4180 asks for them.
std::string csv_field(std::string_view text);

/// `text` with newlines and carriage returns escaped, every other byte as it is.
std::string one_line(std::string_view text);

/// A number that reads back to the same bits; infinities are `inf` and `-inf`.
std::string exact_number(double number);

}  // namespace pith::cli
