// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace pith {

/// What becomes of the terms of a criterion that contain the target, where there are several
/// targets. They are computed for each target; terms without a target, such as the redundancy of
/// two features, are the same for all.
enum class Combine {
  mean,
  min,
  max,
  joint,  ///< one target, whose classes are the combinations of classes that rows have
};

/// `mean`, `min`, `max` or `joint`; throws Error(bad_argument) for another text.
Combine parse_combine(std::string_view text);
std::string_view combine_text(Combine combine);

/// One number of those for each target, which is the number itself where there is one target.
double combined(std::span<const double> of_targets, Combine combine);

}  // namespace pith
