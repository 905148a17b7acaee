// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/linear/scale.h"

#include <fmt/format.h>

#include "pith/base/option.h"
#include "pith/base/text.h"

namespace pith {
inline namespace families {

Parameter scale_parameter() {
  return Parameter::choice("scale", {"raw", "standard"},
                           "values as they are, or with mean 0 and standard deviation 1; large "
                           "weights mean little if units differ");
}

Unit unit_of(const Params& params) {
  return params.choice("scale") == "standard" ? Unit::deviation : Unit::as_it_is;
}

namespace {

/// Penalties and costs are for numbers near 1.
std::optional<std::string> far_note(double least, double most) {
  const bool is_tiny = most < 1e-6;
  if (!is_tiny && least <= 1e6) return std::nullopt;
  return fmt::format(
      "the weights depend on the units of the features, and all standard deviations are {}; make "
      "them 1 ({})",
      is_tiny ? "below 1e-6" : "above 1e6", option("scale", "standard"));
}

}  // namespace

std::optional<std::string> scale_note(const Table& table, std::span<const double> deviations,
                                      const Params& params) {
  constexpr double large_factor = 100;
  if (unit_of(params) != Unit::as_it_is) return std::nullopt;
  std::optional<Feature> least;
  std::optional<Feature> most;
  for (Feature feature = 0; feature < deviations.size(); ++feature) {
    if (deviations[feature] == 0) continue;
    if (!least || deviations[feature] < deviations[*least]) least = feature;
    if (!most || deviations[feature] > deviations[*most]) most = feature;
  }
  if (!least) return std::nullopt;
  if (deviations[*most] < large_factor * deviations[*least])
    return far_note(deviations[*least], deviations[*most]);
  return fmt::format(
      "the weights depend on the units of the features, and standard deviations range from {:.3g} "
      "({}) to {:.3g} ({}); make them equal ({})",
      deviations[*least], quoted(table.name(*least)), deviations[*most], quoted(table.name(*most)),
      option("scale", "standard"));
}

}  // namespace families
}  // namespace pith
