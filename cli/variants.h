// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "pith/evaluate/variant.h"

namespace pith::cli {

/// The methods and learners that a command runs.
struct Variants {
  std::vector<Variant> methods;
  std::vector<Variant> learners = {};
};

/// Whether a method (or `auto`: one of those that it may choose) has a parameter of this name,
/// which may be written with hyphens.
bool method_has(const std::string& id, const std::string& parameter);

/// Adds parameters that were given as options (`--neighbours 5`) to the methods or the learners
/// that have them, and to their labels (`knn:neighbours=5`). Throws Error(bad_argument) if both a
/// method and a learner have one, or if none has.
void assign_settings(const Settings& settings, Variants& variants);

/// Throws Error(bad_argument) for an unknown id, parameter or value.
void check_variants(const Variants& variants);

}  // namespace pith::cli
