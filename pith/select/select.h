// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/data/table.h"
#include "pith/search/selection.h"
#include "pith/select/method.h"
#include "pith/select/request.h"

namespace pith {

/// Selects features: the entry point. Sets features aside (select/set_aside.h), resolves `auto` and
/// k, checks everything before any work (Error(bad_argument) for the request, Error(bad_data) where
/// the method cannot take the table), prepares the table as the method needs it (missing values,
/// bins) and runs the method. A pure function of its arguments.
Selection select(const Table& table, const Request& request, const Context& context = {});

/// `select(table, "mrmr", 5, {{"form", "quotient"}})`: from all features, identifiers too.
Selection select(const Table& table, std::string_view method, std::size_t k,
                 const Settings& params = {}, const Context& context = {});

/// Throws what select() would throw before any work where the method cannot take the table.
void check_request(const Table& table, const Request& request, const Context& context = {});

/// At most three methods other than that of the request which, with their defaults, could take the
/// table instead: those of `preferred` that can, then others. Nothing is set aside.
std::vector<std::string> suitable_methods(const Table& table, const Request& request,
                                          const std::vector<std::string>& preferred,
                                          const Context& context = {});

/// The request with `auto` replaced by what it stands for on this table, auto_method(). Parameters
/// of the request take precedence, and a preset replaces all parameters of `auto`. Where the target
/// is numeric, parameters that are not given become the method's for such a target.
Request without_auto(const Table& table, Request request);

/// The method that a request means for this table.
const Method& requested_method(const Table& table, const Request& request);

/// The request with the method and the number of features fixed, so that several tables of the
/// same features are treated alike. Throws Error(bad_argument) where the number would have to be
/// found from the rows.
Request resolved(const Table& table, const Request& request);

}  // namespace pith
