// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pith/base/parameter.h"

namespace pith {

/// A method or a learner with settings of its own, as in `mrmr:form=quotient`.
struct Variant {
  std::string id;
  Settings settings = {};
  std::string label = {};  ///< as it was written
};

/// `id`, then `:name=value` for each setting. Throws Error(bad_argument) where it is not like that;
/// whether id, names and values exist is for others to check.
Variant parse_variant(std::string_view text);

/// Variants with commas between them. Throws Error(bad_argument) also where one stands there twice.
std::vector<Variant> parse_variants(std::string_view text);

}  // namespace pith
