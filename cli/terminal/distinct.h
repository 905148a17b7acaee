// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pith::cli {

/// `texts` (from printable()) cut to `widths` columns of a terminal, in the middle. Texts that
/// differ stay different: where both ends are equal, more of the end or of the place where they
/// differ is kept, and where that is not enough they are numbered (`gene~1`). Only in fewer than
/// four columns they may become equal.
std::vector<std::string> fit_distinct(std::span<const std::string> texts,
                                      std::span<const std::size_t> widths, bool has_unicode);

}  // namespace pith::cli
