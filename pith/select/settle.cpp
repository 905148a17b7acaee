// SPDX-License-Identifier: Apache-2.0
#include "pith/select/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/select/find_features.h"

namespace pith::select_internal {
namespace {

bool has_setting(const Settings& settings, std::string_view name) {
  return std::any_of(settings.begin(), settings.end(), [&](const auto& setting) {
    std::string own = setting.first;
    std::replace(own.begin(), own.end(), '-', '_');
    return own == name;
  });
}

}  // namespace

Request without_auto(AutoMethod choice, bool has_whole_counts, Request request) {
  const bool has_preset = has_setting(request.params, "preset");
  for (auto& setting : choice.settings) {
    if (setting.second == "chance" && !has_whole_counts) setting.second = "miller-madow";
    if (!has_preset && !has_setting(request.params, setting.first))
      request.params.push_back(std::move(setting));
  }
  request.method = std::move(choice.id);
  return request;
}

Request with_numeric_defaults(Request request) {
  for (const auto& setting : pith::method(request.method).numeric_defaults) {
    if (!has_setting(request.params, setting.first)) request.params.push_back(setting);
  }
  return request;
}

void check_k(std::size_t k) {
  if (k == 0) throw Error(ErrorKind::bad_argument, "k must be at least 1 (got 0)");
}

std::vector<Feature> find_kept(std::span<const std::string> names, const Request& request,
                               std::size_t k) {
  std::vector<Feature> kept = find_features(names, request.keep);
  if (kept.size() > k) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("k must be at least {}, the number of features to keep (got {}); raise it ({}) "
                    "or keep fewer ({})",
                    kept.size(), k, option("k"), option("keep")));
  }
  return kept;
}

std::vector<Feature> find_watched(std::span<const std::string> names, const Request& request) {
  std::vector<Feature> watched;
  for (const std::string& name : request.traced.value_or(std::vector<std::string>())) {
    const auto place = std::find(names.begin(), names.end(), name);
    if (place != names.end()) watched.push_back(static_cast<Feature>(place - names.begin()));
  }
  return watched;
}

Reservation reserve_result(std::size_t features, const Configured& configured, std::size_t k,
                           const Context& context, std::uint64_t later) {
  constexpr std::uint64_t of_search = 64;
  constexpr std::uint64_t of_fit = 64;
  const std::uint64_t of_feature =
      of_search + (configured.traits.output.ranks_all ? sizeof(Ranked) : 0);
  const std::uint64_t of_selected = sizeof(Selected) + sizeof(FittedFeature) + of_fit;
  return context.reserve(of_feature * features + of_selected * std::min(k, features),
                         "the result for " + counted(features, "feature"), "", later);
}

}  // namespace pith::select_internal
