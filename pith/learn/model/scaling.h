// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace pith {

/// How numeric features are scaled before a learner sees them.
enum class Scaling {
  standard,  ///< mean 0, standard deviation 1
  range,     ///< minimum 0, maximum 1
  none,      ///< unchanged
};

/// Throws Error(bad_argument) with the possible values.
Scaling parse_scaling(std::string_view text);
std::string_view scaling_text(Scaling scaling);

}  // namespace pith
