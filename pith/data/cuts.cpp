// SPDX-License-Identifier: Apache-2.0
#include "pith/data/cuts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/data/number.h"

namespace pith {
namespace {

bool has_count(const Bins& bins) {
  return bins.rule != Bins::Rule::sigma && bins.rule != Bins::Rule::mdl;
}

std::vector<double> sigma_cuts(const Mean& mean, bool divides_by_n) {
  const double deviation = divides_by_n ? mean.deviation_by_n : mean.deviation;
  return {mean.value - deviation, mean.value + deviation};
}

std::vector<double> width_cuts(const CutFacts& facts, std::size_t count) {
  // Halves first where the full width would overflow.
  const bool is_wide = std::isinf(facts.highest - facts.lowest);
  const double unit = is_wide ? 0.5 : 1.0;
  const double width = (facts.highest * unit - facts.lowest * unit) / static_cast<double>(count);
  std::vector<double> cuts(count - 1);
  for (std::size_t i = 1; i < count; ++i) {
    cuts[i - 1] = (facts.lowest * unit + static_cast<double>(i) * width) / unit;
  }
  return cuts;
}

/// The place of the cut i of `count` bins by ranks.
double rank_place(double total, std::size_t i, std::size_t count) {
  const double share = total * static_cast<double>(i) / static_cast<double>(count);
  return std::max(0.0, std::floor(share + 0.5) - 1);
}

/// The quantile i/N lies at (n-1) i/N; whole part and rest are exact for whole weights.
struct QuantilePlace {
  double place = 0;
  double rest = 0;
};

QuantilePlace quantile_place(double total, std::size_t i, std::size_t count) {
  const auto bins = static_cast<double>(count);
  const double product = std::max(0.0, total - 1) * static_cast<double>(i);
  const double place = std::floor(product / bins);
  return {place, std::max(0.0, product - place * bins) / bins};
}

std::vector<double> rank_cuts(const CutFacts& facts, std::size_t count) {
  std::vector<double> cuts(count - 1);
  for (std::size_t i = 1; i < count; ++i)
    cuts[i - 1] = facts.at(rank_place(facts.total, i, count));
  return cuts;
}

std::vector<double> frequency_cuts(const CutFacts& facts, std::size_t count) {
  std::vector<double> cuts(count - 1);
  for (std::size_t i = 1; i < count; ++i) {
    const QuantilePlace quantile = quantile_place(facts.total, i, count);
    cuts[i - 1] = std::lerp(facts.at(quantile.place), facts.at(quantile.place + 1),
                            std::min(1.0, quantile.rest));
  }
  return cuts;
}

std::vector<double> raw_cuts(const CutFacts& facts, const Bins& bins) {
  switch (bins.rule) {
    case Bins::Rule::sigma:
      return sigma_cuts(facts.mean(), bins.divides_by_n);
    case Bins::Rule::width:
      return width_cuts(facts, bins.count);
    case Bins::Rule::frequency:
      return frequency_cuts(facts, bins.count);
    case Bins::Rule::ranks:
      return rank_cuts(facts, bins.count);
    case Bins::Rule::mdl:
      return facts.by_entropy();
  }
  return {};
}

std::string interval_text(std::span<const double> cuts, std::size_t bin) {
  const std::string lower = bin == 0 ? "-inf" : number_text(cuts[bin - 1]);
  return bin == cuts.size() ? fmt::format("({}, inf)", lower)
                            : fmt::format("({}, {}]", lower, number_text(cuts[bin]));
}

struct BinEnds {
  std::string lower;
  std::string upper;
};

/// The ends of `(a, b]` with this many digits; none: the name is something else.
std::optional<BinEnds> rough_ends(std::string_view name, int digits) {
  const std::size_t comma = name.find(", ");
  if (!name.starts_with('(') || comma == std::string_view::npos) return std::nullopt;
  const auto rough = [digits](std::string_view end) -> std::optional<std::string> {
    if (end == "inf" || end == "-inf") return std::string(end);
    const std::optional<double> number = number_of(end);
    return number ? std::optional(fmt::format("{:.{}g}", *number, digits)) : std::nullopt;
  };
  const auto lower = rough(name.substr(1, comma - 1));
  const auto upper = rough(name.substr(comma + 2, name.size() - std::min(name.size(), comma + 3)));
  if (!lower || !upper) return std::nullopt;
  return BinEnds{*lower, *upper};
}

}  // namespace

std::vector<std::string> rough_bin_names(const std::vector<std::string>& names) {
  constexpr int max_digits = 17;
  for (int digits = 4; digits < max_digits; ++digits) {
    std::vector<std::string> rough;
    bool are_apart = true;
    for (const std::string& name : names) {
      const std::optional<BinEnds> ends = rough_ends(name, digits);
      are_apart = are_apart && (!ends || ends->lower != ends->upper);
      rough.push_back(ends ? fmt::format("({}, {}{}", ends->lower, ends->upper, name.back())
                           : name);
    }
    if (are_apart) return rough;
  }
  return names;
}

std::vector<std::string> bin_names(const std::vector<double>& cuts) {
  std::vector<std::string> names(cuts.size() + 1);
  for (std::size_t bin = 0; bin < names.size(); ++bin)
    names[bin] = interval_text(cuts, bin);
  return names;
}

bool is_by_rank(const Bins& bins) {
  return bins.rule == Bins::Rule::frequency || bins.rule == Bins::Rule::ranks;
}

std::vector<double> cut_places(double total, const Bins& bins) {
  std::vector<double> places;
  for (std::size_t i = 1; i < bins.count; ++i) {
    if (bins.rule == Bins::Rule::ranks) {
      places.push_back(rank_place(total, i, bins.count));
    } else {
      const double place = quantile_place(total, i, bins.count).place;
      places.push_back(place);
      places.push_back(place + 1);
    }
  }
  for (double& place : places)
    place = std::min(place, std::max(0.0, total - 1));
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

void reject_mdl_without_target() {
  throw Error(
      ErrorKind::bad_argument,
      "discretisation by mdl needs a target that holds classes; use sigma, width:N or frequency:N",
      Cause::no_target);
}

std::vector<double> cut_points(const CutFacts& facts, const Bins& bins) {
  if (has_count(bins) && (bins.count < 2 || bins.count > max_bins)) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("the number of bins must be from 2 to {} (got {})", max_bins, bins.count));
  }
  if (!(facts.lowest < facts.highest)) return {};
  std::vector<double> cuts = raw_cuts(facts, bins);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  // A cut outside [lowest, highest) has all rows on one side.
  std::erase_if(cuts, [&](double cut) { return !(cut >= facts.lowest && cut < facts.highest); });
  if (cuts.empty() && bins.rule == Bins::Rule::sigma) {
    // With half of the rows at each end, all lie within one deviation. See docs/decisions/0005.
    cuts.push_back(
        std::clamp(facts.mean().value, facts.lowest, std::nextafter(facts.highest, facts.lowest)));
  }
  return cuts;
}

std::string binned_note(std::size_t features, const Bins& bins) {
  return fmt::format("binned {} by {}", counted(features, "numeric feature"), bins_text(bins));
}

std::string integers_note(std::size_t features) {
  return fmt::format("treated {} with at most {} distinct values as categorical",
                     counted(features, "integer feature"), max_integer_levels);
}

std::string few_values_note(std::size_t features, std::size_t max_distinct) {
  return fmt::format("treated {} with at most {} distinct values as categorical",
                     counted(features, "numeric feature"), max_distinct);
}

}  // namespace pith
