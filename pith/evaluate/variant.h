// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pith/base/parameter.h"

namespace pith {

/// A method or learner with its settings, e.g. `mrmr:form=quotient`.
struct Variant {
  std::string id;
  Settings settings = {};
  std::string label = {};  ///< the text it was parsed from
};

/// Parses `id`, followed by `:name=value` for each setting. Throws Error(bad_argument) for any
/// other form; does not check whether id, names and values exist.
Variant parse_variant(std::string_view text);

/// Parses variants separated by commas. Throws Error(bad_argument) also for duplicates.
std::vector<Variant> parse_variants(std::string_view text);

}  // namespace pith
