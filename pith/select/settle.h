// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/select/catalog.h"
#include "pith/select/request.h"
#include "pith/select/suitability.h"

// Internal: open questions of a request that need no rows. Nothing outside select/ includes this.
namespace pith::select_internal {

/// The request with `auto` replaced. A correction for chance needs whole counts of rows.
Request without_auto(AutoMethod choice, bool has_whole_counts, Request request);

/// The request with the method's parameters for a numeric target, as far as none are given.
Request with_numeric_defaults(Request request);

/// Throws Error(bad_argument) for 0.
void check_k(std::size_t k);
/// The features to keep; throws Error(bad_argument) if there are more than `k`.
std::vector<Feature> find_kept(std::span<const std::string> names, const Request& request,
                               std::size_t k);

/// The features of these names that are there.
std::vector<Feature> find_watched(std::span<const std::string> names, const Request& request);

/// The memory of the result with the names of the features, and of the scores and orders that lead
/// to it. A refusal names a limit with room for `later` bytes as well.
Reservation reserve_result(std::size_t features, const Configured& configured, std::size_t k,
                           const Context& context, std::uint64_t later = 0);

}  // namespace pith::select_internal
