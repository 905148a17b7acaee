// SPDX-License-Identifier: Apache-2.0
#include "pith/search/combine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"

namespace pith {
namespace {

constexpr std::array<std::pair<std::string_view, Combine>, 4> words{{{"mean", Combine::mean},
                                                                     {"min", Combine::min},
                                                                     {"max", Combine::max},
                                                                     {"joint", Combine::joint}}};

}  // namespace

Combine parse_combine(std::string_view text) {
  const auto* const word = std::find_if(words.begin(), words.end(),
                                        [&](const auto& known) { return known.first == text; });
  if (word != words.end()) return word->second;
  throw Error(ErrorKind::bad_argument, fmt::format("{} must be mean, min, max or joint (got {})",
                                                   option("combine"), quoted(text)));
}

std::string_view combine_text(Combine combine) {
  return std::find_if(words.begin(), words.end(),
                      [&](const auto& known) { return known.second == combine; })
      ->first;
}

double combined(std::span<const double> of_targets, Combine combine) {
  PITH_ASSERT(!of_targets.empty());
  if (of_targets.size() == 1) return of_targets.front();
  switch (combine) {
    case Combine::min:
      return *std::min_element(of_targets.begin(), of_targets.end());
    case Combine::max:
      return *std::max_element(of_targets.begin(), of_targets.end());
    case Combine::mean:
    case Combine::joint:
      break;
  }
  const double sum = std::accumulate(of_targets.begin(), of_targets.end(), 0.0);
  return sum / static_cast<double>(of_targets.size());
}

}  // namespace pith
