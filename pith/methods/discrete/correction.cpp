// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/correction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"

namespace pith {
inline namespace families {
namespace {

void require_whole_weights(const Source& source) {
  if (source.table() == nullptr) return;
  const auto weights = source.table()->weights();
  constexpr double most = 1e9;  // sums of millions of these are exact
  const auto bad = std::find_if(weights.begin(), weights.end(), [](double weight) {
    return weight != std::floor(weight) || weight > most;
  });
  if (bad == weights.end()) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("{} takes row weights that are whole numbers up to 1e9, which count as "
                          "repetitions (one is {}); rescale the weights ({}) or use {}",
                          option("correction", "chance"), number_text(*bad), option("weights"),
                          option("correction", {"miller-madow", "none"})));
}

Traits traits_with(Traits traits, const Params& params) {
  if (params.choice("correction") == "chance") traits.input.spreads_missing = false;
  return traits;
}

}  // namespace

Parameter correction_parameter() {
  return Parameter::choice(
      "correction", {"none", "miller-madow", "chance"},
      "how the bias of counted information, which grows with the number of levels, is removed");
}

Method with_correction(Method method) {
  method.parameters.push_back(correction_parameter());
  if (method.traits_with == nullptr) method.traits_with = traits_with;
  return method;
}

Correction correction_of(const Params& params, const Source& source) {
  if (!params.values().contains("correction")) return Correction::none;
  const std::string& name = params.choice("correction");
  if (name == "none") return Correction::none;
  if (name == "miller-madow") return Correction::miller_madow;
  require_whole_weights(source);
  return Correction::chance;
}

}  // namespace families
}  // namespace pith
