// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

/// Order statistics that are wanted of one numeric feature: the values at these places of the
/// sorted rows (from 0), missing values left out or filled.
struct WantedPlaces {
  FeatureEncoding feature = {};  ///< field and fill_number count
  double min = 0;
  double max = 0;
  std::vector<std::uint64_t> places = {};
};

/// The exact values at those places, by histograms on a fixed grid that are refined until the
/// values of a cell can be listed: a few passes, each within `state_bytes` of memory.
std::vector<std::vector<double>> order_statistics(
    Runner& runner, std::span<const WantedPlaces> wanted, const TargetEncoding& target,
    std::span<const std::size_t> required, std::uint64_t state_bytes, const Context& context);

}  // namespace stats
}  // namespace pith
