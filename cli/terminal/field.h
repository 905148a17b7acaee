// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pith::cli {

/// A CSV field, quoted where RFC 4180 requires it.
std::string csv_field(std::string_view text);

/// `text` with newlines and carriage returns escaped; other bytes are unchanged.
std::string one_line(std::string_view text);

/// A number that reads back to the same bits; infinities are `inf` and `-inf`.
std::string exact_number(double number);

}  // namespace pith::cli
