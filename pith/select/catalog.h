// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/data/discretize.h"
#include "pith/data/missing.h"
#include "pith/data/table.h"
#include "pith/search/selection.h"
#include "pith/select/method.h"

namespace pith {

/// Every method, in alphabetical order of the ids.
const std::vector<Method>& catalog();

/// The method with this id; throws Error(bad_argument) with the nearest id.
const Method& method(std::string_view id);

/// What `auto` stands for: `gc-mi` when all features are numbers, `jmi` otherwise.
const Method& auto_method(const Table& table);

/// What is wanted of a selection. Everything but the method has a default.
struct Request {
  std::string method = "auto";
  std::size_t k = 10;
  Settings params;  ///< of the method
  /// How numbers become codes, for methods that take codes (none: sigma). A method that takes both
  /// gets numbers as they are unless this is given.
  std::optional<Bins> bins;
  Missing missing = Missing::error;
  std::vector<std::string> keep;  ///< names of features that must be selected
};

/// A selection, and what it was made from and with.
struct Outcome {
  Selection selection;
  std::string method;  ///< id; never `auto`
  Params params;
  std::size_t k = 0;
};

/// Selects features: the front door. Checks everything before any work (Error(bad_argument) for the
/// request, Error(bad_data) where the method cannot take the table), prepares the table as the
/// method needs it (missing values, bins) and runs the method. A pure function of its arguments.
Outcome run(const Table& table, const Request& request, const Context& context = {});

/// `select(table, "mrmr", 5)`, `select(table, "mrmr", 5, {{"form", "quotient"}})`.
Selection select(const Table& table, std::string_view method, std::size_t k,
                 const Settings& params = {}, const Context& context = {});

}  // namespace pith
