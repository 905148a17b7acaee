// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/select/method.h"
#include "pith/select/request.h"

// Internal: whether a table suits a method. Nothing outside select/ includes this.
namespace pith::select_internal {

/// A method with what its parameters and the request make of its traits.
struct Configured {
  const Method& method;
  Params params;
  Traits traits;
  /// Whether a remedy may recommend another method; none: it may recommend any.
  std::function<bool(const Method&)> is_alternative = {};
};

/// The first methods, at most three, that are available, that `suits` accepts and that
/// `configured.is_alternative` does; those of `preferred` come first.
std::vector<std::string> alternatives_to(const Configured& configured,
                                         const std::vector<std::string>& preferred,
                                         const std::function<bool(const Method&)>& suits);

/// The method of a request that does not say `auto`. A method that takes both kinds takes
/// categorical features once bins are asked for.
Configured configure(const Request& request);

// The checks one by one, for tables that are not in memory as well.
void check_target(bool has_target, const Configured& configured);
/// Throws Error(bad_data) where the method cannot take numbers as the target, or classes; `name` is
/// that of one of several targets.
void check_target_kind(bool is_numeric, const Configured& configured, const std::string& name = "");
[[noreturn]] void reject_weights(const Configured& configured);
[[noreturn]] void reject_categorical(const std::string& name, const Configured& configured,
                                     bool has_numeric_target = false);
/// `magnitude` is the largest of the column, a `feature` or a `target`: its squares must neither
/// overflow nor vanish.
void check_magnitude(std::string_view role, const std::string& name, double magnitude);
/// Which features have missing values.
struct MissingKinds {
  bool has_any = false;
  bool has_numeric = false;  ///< in a numeric feature
};
/// The options that suit the method, for `missing=error`; throws Error(bad_argument) for one that
/// does not.
std::vector<std::string> missing_remedies(const MissingKinds& kinds, const Configured& configured);
void check_missing_option(const MissingKinds& kinds, const Configured& configured, Missing missing);
void check_rows(std::size_t rows, const Configured& configured);
[[noreturn]] void reject_constants(std::size_t features, const Configured& configured);

/// Throws Error(bad_data or bad_argument) where the method cannot take the table as requested.
void check_suitable(const Table& table, const Configured& configured, const Request& request,
                    const Context& context);

/// Throws Error(bad_data) where there are too few rows, or where all features are constant and the
/// method needs variation. To be checked again once rows with missing values are dropped.
void check_size(const Table& table, const Configured& configured);

}  // namespace pith::select_internal
