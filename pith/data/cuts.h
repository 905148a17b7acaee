// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "pith/data/discretize.h"
#include "pith/data/mean.h"

// Internal: where numbers are cut, from facts of a column that is in memory or was read by passes.
namespace pith {

inline constexpr std::size_t max_bins = 65'536;

/// What the rules of Bins use, of the values that are present. A function is called only where the
/// rule needs it.
struct CutFacts {
  double lowest = 0;
  double highest = 0;
  double total = 0;  ///< of rows, by weight; for frequency and ranks
  std::function<Mean()> mean = {};
  std::function<double(double place)> at = {};  ///< of the sorted values; places go from 0
  std::function<std::vector<double>()> by_entropy = {};
};

/// The cuts in ascending order; none for a constant.
std::vector<double> cut_points(const CutFacts& facts, const Bins& bins);

/// The names of the bins: their intervals.
std::vector<std::string> bin_names(const std::vector<double>& cuts);

/// Such names for readers: `(0.2766, 0.4725]`. Bounds have 4 significant digits, or as many more as
/// tell the two ends of every bin apart. Other names stay as they are.
std::vector<std::string> rough_bin_names(const std::vector<std::string>& names);

/// Whether a rule cuts at values of given ranks.
bool is_by_rank(const Bins& bins);
/// The places that such a rule asks for in `total` rows, ascending and unique; the last rows stand
/// for places beyond them.
std::vector<double> cut_places(double total, const Bins& bins);

[[noreturn]] void reject_mdl_without_target();

std::string binned_note(std::size_t features, const Bins& bins);
std::string integers_note(std::size_t features);
std::string few_values_note(std::size_t features, std::size_t max_distinct);

}  // namespace pith
